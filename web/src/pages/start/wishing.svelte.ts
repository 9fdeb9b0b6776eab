import { differences, fitting, presetOf, presetsFor } from "./options";
import type { Preset } from "../../wire/games";
import type { GameSpec } from "../../wire/protocol";
import { lastAbsent, lastTimer } from "../../viewer/limits";
import { usualWish, type Wish } from "./wish";

const USUAL_LEVEL = "club";

/** What the visitor wants to play: how many players, by which rules, against which bots. */
export class Wishing {
  options = $state<Record<string, string>>({});
  levels = $state<string[]>([]);
  aids = $state(true);
  timer = $state(lastTimer());
  absent = $state(lastAbsent());
  rated = $state(false); // its matches count for ratings, without aids
  #preset = $state(""); // the usual table that the options started from
  #seats = $state(0);

  readonly players = $derived.by(() => this.#seats || (this.game?.seats[0] ?? 0));
  readonly presets = $derived.by(() => (this.game ? presetsFor(this.game, this.players) : []));
  readonly base = $derived.by(() => this.presets.find(({ name }) => name === this.#preset)?.options ?? {});
  /** How many options differ from the preset's. */
  readonly different = $derived.by(() => (this.game ? differences(this.game, this.base, this.options) : 0));

  constructor(readonly chosen: () => GameSpec | undefined) {}

  get game(): GameSpec | undefined {
    return this.chosen();
  }

  get wish(): Wish {
    return { seats: this.#seats, options: this.options, preset: this.#preset, levels: this.levels };
  }

  set wish(wanted: Wish) {
    ({ seats: this.#seats, options: this.options, preset: this.#preset, levels: this.levels } = wanted);
  }

  /** For this number of players: their preset, or the visitor's own rules as far as they allow it. */
  play(number: number): void {
    const { game } = this;
    if (!game) return;
    const own = presetOf(game, this.players, this.options) === null;
    const kept = presetsFor(game, number).find(({ name }) => name === this.#preset);
    if (own) this.options = fitting(game, number, this.options);
    else
      this.wish = {
        ...usualWish(game, number),
        ...(kept && { preset: kept.name, options: { ...kept.options } }),
        levels: this.levels,
      };
    this.#seats = number;
  }

  pick({ name, options }: Preset): void {
    this.#preset = name;
    this.options = { ...options };
  }

  /** The usual rules again; the bots stay. */
  reset(): void {
    if (this.game) this.wish = { ...usualWish(this.game, this.players), levels: this.levels };
  }

  /** The level of the bot at a seat. */
  level(seat: number): string {
    const usual = this.game?.bots.includes(USUAL_LEVEL) ? USUAL_LEVEL : (this.game?.bots.at(-1) ?? USUAL_LEVEL);
    return this.levels[seat] ?? usual;
  }
}
