import { fetchEarly } from "./early";
import type { GameSpec, NewTable, Problem, TableMade } from "./protocol";

export async function fetchGames(): Promise<GameSpec[]> {
  const answer = await fetchEarly("/api/games");
  if (!answer.ok) throw new Error(`no games: ${answer.status}`);
  return (await answer.json()) as GameSpec[];
}

/** The server refused to make the table, with a reason. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

/** Make a table. Throws Refused. */
export const makeTable = (wish: NewTable): Promise<TableMade> => tableAt("/api/tables", wish);

/** The open table of this game that has waited longest, or else a new one. Throws Refused. */
export const nextSeat = (wish: NewTable): Promise<TableMade> => tableAt("/api/lobby", wish);

async function tableAt(address: string, wish: NewTable): Promise<TableMade> {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(wish),
  });
  if (answer.ok) return (await answer.json()) as TableMade;
  throw await refusalOf(answer);
}

/** The error in an answer that is not what was asked for. */
export async function refusalOf(answer: Response): Promise<Refused> {
  let problem: Problem = { t: "error", id: -1, code: "server", args: { n: answer.status } };
  try {
    problem = (await answer.json()) as Problem;
  } catch {
    // the answer came from a proxy
  }
  return new Refused(problem);
}

/** The options that differ from the game's defaults. */
export function changed(game: GameSpec, options: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    game.options.flatMap(({ name, default: usual }) => {
      const value = options[name];
      return value === undefined || value === usual ? [] : [[name, value]];
    }),
  );
}
