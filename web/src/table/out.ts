/** Cards that are still out, as a player who counts knows: from the view alone. Pure. */
import { BACK } from "../wire/objects";
import type { ZoneSpec } from "../wire/protocol";

/**
 * Where a card is: in the own hand, gone (played, or open), or out, which means in a hand or pile that the viewer
 * cannot see.
 */
export type Whereabouts = "mine" | "gone" | "out";

export interface Known {
  /** for every face the places of its cards; more than one if the deck has it more than once */
  faces: Whereabouts[][];
  /** cards that are out but known to be in a certain hand */
  held: { seat: number; face: number }[];
}

/** The masks of `TableView.gone` as faces. */
export function facesOf(gone: string): number[] {
  return gone
    .split(",")
    .filter(Boolean)
    .flatMap((mask) =>
      [...BigInt(`0x${mask}`).toString(2)].reverse().flatMap((bit, face) => (bit === "1" ? [face] : [])),
    );
}

/** `zones` as the viewer `me` sees them; `copies`: of each face, how many cards the pack has. */
export function whereabouts(
  zones: readonly { spec: ZoneSpec; cards: readonly number[] }[],
  gone: string,
  copies: readonly number[],
  me: number,
): Known {
  const known: Known = { faces: copies.map(() => []), held: [] };
  const put = (face: number, where: Whereabouts): void => void known.faces[face]?.push(where);
  for (const { spec, cards } of zones) {
    for (const face of cards) {
      if (face === BACK) continue;
      if (spec.role !== "hand") put(face, "gone");
      else if (spec.owner === me) put(face, "mine");
      else known.held.push({ seat: spec.owner, face });
    }
  }
  facesOf(gone).forEach((face) => put(face, "gone"));
  for (const [face, n] of copies.entries()) while (known.faces[face]!.length < n) put(face, "out");
  return known;
}
