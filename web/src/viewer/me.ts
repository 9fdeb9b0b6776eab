/** The data of the person at this browser: deleted at the server, and here. */
import { refusalOf } from "../wire/lobby";

/** How the page looks and sounds, which says nothing about anybody. */
const LOOK: readonly string[] = [
  "theme", "palette", "language", "pace", "sound", "volume", "moments", "letters", "points", "sorting", "laying",
  "deck", "large", "type",
];

/** Delete what the server knows, then what lies here. Throws Refused, or TypeError without a connection. */
export async function deleteMe(): Promise<void> {
  const answer = await fetch("/api/me", { method: "DELETE" });
  if (!answer.ok) throw await refusalOf(answer);
  forgetHere();
}

/** Delete what this browser keeps for the page, but for its look. */
export function forgetHere(): void {
  for (const storage of stores()) {
    const names = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? "");
    for (const name of names) {
      const [, key] = /^stich\.(.+)$/.exec(name) ?? [];
      if (key && !LOOK.includes(key)) storage.removeItem(name);
    }
  }
}

function stores(): Storage[] {
  try {
    return [localStorage, sessionStorage];
  } catch {
    return []; // it is blocked, and nothing lies there
  }
}
