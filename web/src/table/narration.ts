/**
 * What happened, in sentences for people who do not see it: what was said, which cards came to whom from where, how a
 * round ended. It uses only what this viewer's page shows, events and texts; a game may have a longer text for what its
 * phrases name, under `<key>.told`.
 */
import type { Phrase, Sheet, Value, ZoneSpec } from "../wire/protocol";
import type { Entry, TableStore } from "./table.svelte";
import { WAYS } from "./trick";
import { BACK, type GameEvent, type Then } from "../wire/objects";
import type { Text } from "../viewer/text.svelte";
import { verdict } from "./verdict";

const FEW = 5; // cards left that are mentioned, if hands are of different length
const NAMED = 3; // cards taken up that are named one by one
const RECALLED = 4; // sentences about what happened before the viewer came

type Table = Pick<TableStore, "spec" | "view" | "me" | "watching" | "around">;

/**
 * The sentences of one update; the table already shows its result. `thens`: who sat where when each event happened, if
 * that was earlier.
 */
export function narration(
  events: readonly GameEvent[],
  table: Table,
  text: Text,
  thens: readonly Then[] = [],
): string[] {
  const lines: string[] = [];
  const named = new Set<number>();
  const origins = new Map<string, string>(); // of cards that have just come to a zone, seen or not
  for (let i = 0; i < events.length; i++) {
    const { kind, seat, say, cards, moment } = events[i]!;
    if (moment === "quiet") continue;
    if (say) {
      for (const card of cards) named.add(card);
      lines.push(
        [worded(say, text, thens[i]), seat >= 0 && cards.length > 0 ? left(seat, kind, table, text) : ""]
          .filter(Boolean)
          .join("; "),
      );
    } else {
      const last = together(events, i, (id) =>
        table.spec.zones.some((zone) => zone.id === id && zone.see === "public"),
      );
      const moves = events.slice(i, last + 1);
      const { dst } = moves[0]!;
      const told = events.some(({ say, n }) => say && n === moves.length);
      lines.push(gained(moves, origins.get(dst) ?? "", named, table, text, thens[i], told));
      if (moves[0]!.kind === "move") origins.set(dst, moves[0]!.src);
      i = last;
    }
  }
  return lines.filter(Boolean);
}

/**
 * The announcement for a viewer who comes to the table, or back to it: the last things said in this deal, or everything
 * that they missed of it.
 */
export function recalled(
  entries: readonly Pick<Entry, "said" | "then">[],
  missed: number | null,
  table: Table,
  text: Text,
): string[] {
  const last = missed === null ? entries : entries.slice(entries.length - missed);
  const sentences = narration(
    last.map(({ said }) => said),
    table,
    text,
    last.map(({ then }) => then),
  );
  return missed === null ? sentences.slice(-RECALLED) : sentences;
}

/**
 * How a round ended, and the match with it: the headline, points and totals of all, and the stakes, as on the score
 * sheet.
 */
export function outcome(sheet: Sheet, table: Table, text: Text): string[] {
  const { winners, places, stakes } = table.view;
  const points = table.around.map((seat) =>
    text.t("table.told.points", {
      seat,
      points: text.signed(sheet.points[seat] ?? 0),
      total: text.number(sheet.totals[seat] ?? 0),
    }),
  );
  const paid = text.list(table.around.map((seat) => `${text.name(seat)} ${text.signed(stakes[seat] ?? 0)}`));
  const settled = text.t("page.pair", { name: text.t("sheet.stakes"), value: paid });
  const won = winners.length > 0 ? [verdict(winners, table.around, table.spec.game, text, places)] : [];
  return [text.say(sheet.headline), ...points, ...won, ...(stakes.length > 0 ? [settled] : [])];
}

function worded([key, args]: Phrase, text: Text, then?: Then): string {
  const longer = Object.entries(args).map(([name, value]): [string, Value] => {
    const spoken = typeof value === "string" && value.startsWith("@") ? `${value.slice(1)}.told` : "";
    return [name, spoken && text.has(spoken) ? `@${spoken}` : value];
  });
  return text.say([key, Object.fromEntries(longer)], then);
}

/** The last of the events from `first` on that are about cards on the same way. */
function together(events: readonly GameEvent[], first: number, open = (_: string): boolean => false): number {
  const way = ({ kind, src, dst, say }: GameEvent): string => (say ? "" : `${kind} ${open(src) ? "" : src} ${dst}`);
  let last = first;
  while (last + 1 < events.length && way(events[last + 1]!) === way(events[first]!)) last += 1;
  return last;
}

/**
 * Cards that came to a hand, or are shown in one, as far as their faces are known and have not been named. `origin`:
 * where they came from before. `told`: words of the game have said how many.
 */
function gained(
  moves: readonly GameEvent[],
  origin: string,
  named: ReadonlySet<number>,
  table: Table,
  text: Text,
  then?: Then,
  told = false,
): string {
  const { kind, src, dst } = moves[0]!;
  const shown = kind === "show";
  const zone = (id: string): ZoneSpec | undefined => table.spec.zones.find((one) => one.id === id);
  const [from, to] = [zone(shown ? origin : src), zone(dst)];
  const cards = moves.map((move) => move.card).filter((face) => face >= 0 && face !== BACK && !named.has(face));
  if (to?.role !== "hand" || cards.length === 0 || (!shown && kind !== "move")) return "";
  const mine = to.owner === (then ? then.you : table.watching ? -1 : table.me);
  if (shown && mine) return "";
  if (!from) return shown ? text.t("table.told.shows", { seat: to.owner, cards }) : "";
  if (from.owner >= 0 && from.owner === to.owner) return ""; // from one zone of the player to another
  // a heap that all have seen lying is not recited: how many cards, unless the game's own words say so
  if (from.see === "public" && moves.length > NAMED)
    return told ? "" : text.say(["table.told.picks", { seat: to.owner, n: moves.length }], then);
  if (from.role === "hand")
    return text.say(["table.told.gives", { seat: to.owner, from: text.name(from.owner, then), cards }], then);
  return text.say(
    [
      `table.told.${WAYS[from.role] ?? "takes"}`,
      { seat: to.owner, from: text.t(`${table.spec.game}.zone.${from.name}`), cards },
    ],
    then,
  );
}

/** How many cards a player has left after laying some, if that shows who is ahead. */
function left(seat: number, kind: string, table: Table, text: Text): string {
  if (kind !== "say" || seat === table.me) return "";
  const hands = table.spec.zones.filter((zone) => zone.role === "hand" && zone.counted);
  const sizes = hands.map((zone) => table.view.zones[zone.id]?.length ?? 0);
  const n = sizes[hands.findIndex((zone) => zone.owner === seat)] ?? 0;
  return n > 0 && n <= FEW && Math.max(...sizes) - Math.min(...sizes) > 1 ? text.t("table.cards_left", { n }) : "";
}
