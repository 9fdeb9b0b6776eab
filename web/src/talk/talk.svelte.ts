import type { TableStore } from "../table/table.svelte";
import { readStored, writeStored } from "../viewer/storage";
import type { Text } from "../viewer/text.svelte";
import type { Line } from "../wire/protocol";

/** Phrases that are drawn. */
export const SIGNS: ReadonlySet<string> = new Set(["smile", "sad", "clap", "wow"]);

const MOST_MUTED = 200; // people; of more, the first are heard again
const BRIEF_MS = 4000; // for which a line is shown at a seat at least
const LETTER_MS = 60; // and for each letter
const LONGEST_MS = 10_000;

/** People by the names that they have for this reader, and what they were called. */
type Muted = Readonly<Record<string, string>>;

function stored(): Muted {
  try {
    return JSON.parse(readStored("muted") ?? "{}") as Muted;
  } catch {
    return {};
  }
}

/** What this reader hears at a table, and what of it is new to them. */
export class TalkStore {
  #muted = $state.raw<Muted>(stored());
  #read = $state(-1);

  constructor(
    readonly table: TableStore,
    readonly text: Text,
  ) {}

  /** Without what muted people said. */
  readonly lines: readonly Line[] = $derived.by(() => this.table.lines.filter(({ by }) => !(by in this.#muted)));
  readonly unread: boolean = $derived.by(() => this.lines.some(({ n, by }) => by !== "" && n > this.#read));

  /** The people who have spoken here, or are muted, by their names for this reader. */
  readonly people: readonly { by: string; name: string; muted: boolean }[] = $derived.by(() => {
    const here = new Map(this.table.lines.filter(({ by }) => by !== "").map((line) => [line.by, this.name(line)]));
    for (const [by, name] of Object.entries(this.#muted)) if (!here.has(by)) here.set(by, name);
    return [...here].map(([by, name]) => ({ by, name, muted: by in this.#muted }));
  });

  /** The reader has seen everything so far. */
  read(): void {
    this.#read = this.table.lines.at(-1)?.n ?? this.#read;
  }

  mute(by: string, name: string, muted: boolean): void {
    const { [by]: _, ...others } = this.#muted;
    const all = Object.entries(muted ? { ...others, [by]: name } : others);
    this.#muted = Object.fromEntries(all.slice(-MOST_MUTED));
    writeStored("muted", JSON.stringify(this.#muted));
  }

  name({ by, seat, name }: Line): string {
    if (by === "") return this.text.t("table.you");
    if (name) return name;
    return seat < 0 ? this.text.t("talk.spectator") : this.text.t("table.seat_n", { n: seat + 1 });
  }

  /** What a line says; of a sign, what it is called. A text is shown as it is: it is no phrase. */
  words({ phrase, text }: Line): string {
    return text || this.text.t(`talk.say.${phrase}`);
  }

  /** A line of somebody else in one sentence, for the ear. */
  told(line: Line): string {
    const name = this.name(line);
    const sign = `talk.told.${line.phrase}`;
    if (this.text.has(sign)) return this.text.t(sign, { name });
    return this.text.t("talk.told", { name, what: "\0" }).replace("\0", () => this.words(line));
  }

  /** For how long it is still shown at the seat, ms; 0: no longer. */
  left(line: Line): number {
    const long = Math.min(LONGEST_MS, BRIEF_MS + LETTER_MS * this.words(line).length);
    return Math.max(0, this.table.timeOf(line) + long - Date.now());
  }
}
