/** The account of the person at this browser. Everything here throws Refused, or TypeError without a connection. */
import { refusalOf } from "../wire/lobby";
import type { AccountState, Credentials, NewPassword } from "../wire/protocol";

const ADDRESS = "/api/account";

/** Whether the server has accounts, and the name of that of this browser, "" for none. */
export const accountHere = (): Promise<AccountState> => asked(ADDRESS);

/** Give the person at this browser an account. */
export const makeAccount = (name: string, password: string): Promise<AccountState> =>
  asked(ADDRESS, { name, password } satisfies Credentials);

/** From now on this browser is that of an account. */
export const signIn = (name: string, password: string): Promise<AccountState> =>
  asked(`${ADDRESS}/session`, { name, password } satisfies Credentials);

/** From now on this browser is a new guest's. */
export async function signOut(): Promise<AccountState> {
  const answer = await fetch(`${ADDRESS}/session`, { method: "DELETE" });
  if (!answer.ok) throw await refusalOf(answer);
  return accountHere();
}

/** Give the account another password; other devices are signed out. */
export const changePassword = (old: string, fresh: string): Promise<AccountState> =>
  asked(`${ADDRESS}/password`, { old, new: fresh } satisfies NewPassword);

async function asked(address: string, body?: Credentials | NewPassword): Promise<AccountState> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(address, body && { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw await refusalOf(answer);
  return (await answer.json()) as AccountState;
}
