/** Who played what to the trick, and who took the last one: from the events of the deal alone. */
import type { GameEvent } from "../wire/objects";
import type { ZoneSpec } from "../wire/protocol";

/**
 * Roles of zones into which players lay cards until somebody takes them; the server has the same (`MIDDLE` of its
 * kernel).
 */
export const MIDDLE: ReadonlySet<string> = new Set(["trick", "pair", "pile"]);

/** What the words for cards that come from such a zone are called: `table.told.<way>`; else "takes". */
export const WAYS: Partial<Record<string, string>> = { hand: "gives", stock: "draws" };

export interface PlayedCard {
  face: number;
  /** who played it; −1: it was not seen */
  seat: number;
}

export interface TrickState {
  plays: readonly PlayedCard[];
  /** who has taken it; −1: it is still on the table */
  taker: number;
}

const NONE: TrickState = { plays: [], taker: -1 };

/**
 * The trick in `zone`, `cards` in the order in which they were played; if there is none, the one taken last, until the
 * next card is led. What the events do not say, for example after a reload, is left open and not guessed.
 */
export function trickIn(
  zone: ZoneSpec,
  cards: readonly number[],
  said: readonly GameEvent[],
  zones: readonly ZoneSpec[],
): TrickState {
  const owner = (id: string): number => zones.find((spec) => spec.id === id)?.owner ?? -1;
  let plays: PlayedCard[] = [];
  let taker = -1;
  for (const { kind, card: face, src, dst } of said) {
    if (kind !== "move") continue;
    if (dst === zone.id) {
      if (taker >= 0) [plays, taker] = [[], -1];
      plays.push({ face, seat: owner(src) });
    } else if (src === zone.id) {
      taker = owner(dst);
      if (taker < 0) plays = [];
    }
  }
  if (cards.length === 0) return taker >= 0 ? { plays, taker } : NONE;
  const seen = taker < 0 && plays.length === cards.length && plays.every((play, i) => play.face === cards[i]);
  return { plays: seen ? plays : cards.map((face) => ({ face, seat: -1 })), taker: -1 };
}

/**
 * Has this seat played this card in the deal to a zone of these roles? A card in a trick is drawn before its player.
 */
export function hasPlayed(
  seat: number,
  face: number,
  said: readonly GameEvent[],
  zones: readonly ZoneSpec[],
  roles: readonly ZoneSpec["role"][] = ["trick"],
): boolean {
  const find = (id: string): ZoneSpec | undefined => zones.find((spec) => spec.id === id);
  return said.some(
    ({ kind, card, src, dst }) =>
      kind === "move" && card === face && roles.includes(find(dst)?.role ?? "table") && find(src)?.owner === seat,
  );
}

/** Who laid this card on this place last, in this deal; −1: it was not seen. */
export function laidBy(face: number, zone: string, said: readonly GameEvent[], zones: readonly ZoneSpec[]): number {
  const move = said.findLast(({ kind, card, dst }) => kind === "move" && card === face && dst === zone);
  return zones.find(({ id }) => id === move?.src)?.owner ?? -1;
}
