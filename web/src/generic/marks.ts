/** Which public facts belong to a seat, and which stand in the middle: by their kinds alone. */
import type { FactSpec, TableView } from "../protocol";

type Value = TableView["facts"][string] | undefined;
type Facts = (name: string) => Value;

/**
 * The text key of the badge that a fact is, "" where it is none now: `<game>.badge.<fact>`, or `<game>.badge.<fact>.<phase>` where it says
 * something in one phase alone.
 */
export function badgeKey(game: string, fact: string, phase: string, has: (key: string) => boolean): string {
  const key = `${game}.badge.${fact}`;
  return [`${key}.${phase}`, key].find(has) ?? "";
}

/** Is it a badge in any phase? Then it stands at the seats, and nowhere else. */
export function isBadge(game: string, fact: string, phases: readonly string[], has: (key: string) => boolean): boolean {
  return ["", ...phases].some((phase) => badgeKey(game, fact, phase, has) !== "");
}

/** The facts that say this seat is something: who declares, who is a partner. */
export function badgesOf(specs: readonly FactSpec[], fact: Facts, seat: number): string[] {
  return specs.filter((spec) => says(spec, fact(spec.name), seat)).map((spec) => spec.name);
}

function says({ kind }: FactSpec, value: Value, seat: number): boolean {
  if (kind === "seat") return Array.isArray(value) ? value.includes(seat) : value === seat;
  if (kind === "seats") return Array.isArray(value) ? value.includes(seat) : ((Number(value) >> seat) & 1) === 1;
  return kind === "flag" && Array.isArray(value) && Boolean(value[seat]);
}

/** A number for every seat, once one of them is not nought. */
export function figuresOf(specs: readonly FactSpec[], fact: Facts, seats: number): { name: string; values: readonly number[] }[] {
  return specs.flatMap(({ name, kind }) => {
    const value = fact(name);
    if (kind !== "number" || !Array.isArray(value) || value.length !== seats) return [];
    const values = value.map(Number);
    return values.some((n) => n !== 0) ? [{ name, values }] : [];
  });
}
