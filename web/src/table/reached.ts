/** What the sides have in the running deal, beside the score of the match. */
import { reachedFrom, type Reached } from "../wire/objects";
import type { TableStore } from "./table.svelte";
import type { Text } from "../viewer/text.svelte";

/**
 * Nothing once a deal is over: the score has it then, and its end says what it was. But what the match is about no
 * score has.
 */
export function reachedIn({ view }: Pick<TableStore, "view">): readonly Reached[] {
  const reached = view.reached.map(reachedFrom);
  return view.status === "playing" || isMain(reached) ? reached : [];
}

/** What each of these groups has; null if others share it: sides of the deal that are not those of the match. */
export function ofGroups(
  reached: readonly Reached[],
  groups: readonly (readonly number[])[],
): readonly (Reached | null)[] | null {
  const same = (one: Reached, seats: readonly number[]): boolean =>
    one.seats.length === seats.length && seats.every((seat) => one.seats.includes(seat));
  const found = groups.map((seats) => reached.find((one) => same(one, seats)) ?? null);
  return reached.every((one) => found.includes(one)) ? found : null;
}

/** In words: "This round: 57 of 101". score: of the side, before this deal. */
export function reachedWords({ n, goal, added, say }: Reached, score: number, text: Text): string {
  if (say) return text.say(say);
  if (!added) return text.t(goal > 0 ? "table.reached.of" : "table.reached", { n, goal });
  const rest = goal - score - n;
  const words = text.t("table.reached", { n: text.signed(n) });
  return goal > 0 && rest > 0 ? `${words} · ${text.t("table.reached.rest", { n: rest })}` : words;
}

/** Have the rules words of their own for it? Then it is what the match is about. */
export const isMain = (reached: readonly Reached[]): boolean => reached.some(({ say }) => say !== null);

/** The match is this deal alone: what each has in it is the score, and the score of the match is nothing until then. */
export const isOnly = ({ spec, view }: Pick<TableStore, "spec" | "view">): boolean =>
  view.status === "playing" && (spec.options.match_games ?? spec.options.match_deals) === "1";

/** The same beside a score, where there is little room: "+12", "(57)", "3/11". */
export function reachedShort({ n, goal, added, say }: Reached, text: Text): string {
  if (added) return n === 0 ? "" : text.signed(n);
  return say ? `${n}/${goal}` : `(${text.number(n)})`;
}

/**
 * Where places are all that a match brings: what is shown in place of the scores, "" elsewhere. While it is played that
 * is what each has.
 */
export function placedIn({ spec, view }: TableStore): string {
  const fact = spec.facts.find(({ kind }) => kind === "places");
  if (!fact || Number(spec.options.limit)) return "";
  return `${spec.game}.${view.status === "match_over" ? `fact.${fact.name}` : "reached"}`;
}

/** What wins the match, where it is not the score that the table names: as this game says it with these options. */
export function aimOf({ spec }: TableStore, text: Text): string {
  const key = `${spec.game}.aim`;
  const keys = [...Object.entries(spec.options).map(([name, value]) => `${key}.${name}.${value}`), key];
  const own = keys.find((key) => text.has(key));
  return own ? text.t(own, spec.options) : spec.fewest ? text.t("table.fewest") : "";
}

/** How far a score and this deal have come to `limit`, or the deal alone to its goal, in per cent. */
export function partsOf(score: number, reached: Reached | null, limit: number): { before: number; now: number } | null {
  const share = (part: number, whole: number): number => Math.max(0, Math.min(100, (100 * part) / whole));
  if (limit > 0) {
    const before = share(score, limit);
    const now = reached?.added ? share(score + reached.n, limit) : before;
    return { before: Math.min(before, now), now }; // what a fine takes away is not shown as reached
  }
  return reached && reached.goal > 0 ? { before: 0, now: share(reached.n, reached.goal) } : null;
}
