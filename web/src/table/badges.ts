/** Which public facts belong to a seat, and which are shown in the middle: by their kinds alone. */
import type { FactSpec, TableView } from "../wire/protocol";

type Value = TableView["facts"][string] | undefined;
interface Told {
  facts: readonly FactSpec[];
  game: string;
  phases: readonly string[];
}
type Facts = (name: string) => Value;

/**
 * The text key of a fact's badge, "" if it has none now: `<game>.badge.<fact>`, or `<game>.badge.<fact>.<phase>` if it
 * is a badge in one phase only.
 */
export function badgeKey(game: string, fact: string, phase: string, has: (key: string) => boolean): string {
  const key = `${game}.badge.${fact}`;
  return [`${key}.${phase}`, key].find(has) ?? "";
}

/** Is it a badge in any phase? Then it is shown at the seats, and nowhere else. */
export function isBadge(game: string, fact: string, phases: readonly string[], has: (key: string) => boolean): boolean {
  return ["", ...phases].some((phase) => badgeKey(game, fact, phase, has) !== "");
}

/** The facts that say something about this seat: who declares, who is a partner. */
export function badgesOf(specs: readonly FactSpec[], fact: Facts, seat: number): string[] {
  return specs.filter((spec) => says(spec, fact(spec.name), seat)).map((spec) => spec.name);
}

function says({ kind, staged }: FactSpec, value: Value, seat: number): boolean {
  if (staged) return false;
  if (kind === "seat") return Array.isArray(value) ? value.includes(seat) : value === seat;
  if (kind === "seats") return Array.isArray(value) ? value.includes(seat) : ((Number(value) >> seat) & 1) === 1;
  return kind === "flag" && Array.isArray(value) && Boolean(value[seat]);
}

/** Are cards told beside the trick? */
export const tellsCards = ({ facts, game, phases }: Told, has: (key: string) => boolean): boolean =>
  facts.some(({ kind, name, staged }) => kind === "cards" && !staged && !isBadge(game, name, phases, has));

/** The fact that has the turns of a trick; none in games where each player adds one card. */
export const turnsFact = (specs: readonly FactSpec[]): string => specs.find(({ kind }) => kind === "turns")?.name ?? "";

/** A number for every seat, once one of them is not zero. */
export function figuresOf(
  specs: readonly FactSpec[],
  fact: Facts,
  seats: number,
): { name: string; kind: FactSpec["kind"]; values: readonly number[] }[] {
  return specs.flatMap(({ name, kind, staged }) => {
    const value = fact(name);
    if (staged || !["number", "points", "tally"].includes(kind) || !Array.isArray(value) || value.length !== seats)
      return [];
    const values = value.map(Number);
    return values.some((n) => n !== 0) ? [{ name, kind, values }] : [];
  });
}

/** The cards that a fact names for each seat; null if it names them for all. */
export function bySeat(value: Value, seats: number): readonly (readonly number[])[] | null {
  if (!Array.isArray(value) || value.length !== seats) return null;
  const each = value.filter((part) => Array.isArray(part));
  return each.length === seats ? each : null;
}
