import type { Pace } from "../wire/protocol";
import { readStored, writeStored } from "./storage";
import { firstLanguage, LANGUAGES, type Language } from "./text.svelte";

export type Theme = "system" | "light" | "dark";
export type Palette = "classic" | "four" | "safe";
export const THEMES: readonly Theme[] = ["system", "light", "dark"];
export const PALETTES: readonly Palette[] = ["classic", "four", "safe"];
/** The drawings to choose from, if a game's pack can be shown in more than one way; "": the game's own. */
export type Drawings = "" | "french" | "german";
export const DRAWINGS: readonly Drawings[] = ["", "french", "german"];
/** Palettes that give colours to the suits of some decks only. */
const CHANGING: Partial<Record<Palette, readonly string[]>> = { four: ["french"] };
/** How a hand is sorted: by rank, or by a game's own groups. */
export type Sorting = "rank" | "groups";
/** How a hand is sorted if the rules have an order: by it, by suit, or by rank. */
export type Laying = "own" | "suit" | "rank";
export const LAYINGS: readonly Laying[] = ["own", "suit", "rank"];
export const PACES: readonly Pace[] = ["slow", "normal", "fast", "instant"];

function stored<T extends string>(key: string, allowed: readonly T[], otherwise: T): T {
  const value = readStored(key);
  return allowed.find((option) => option === value) ?? otherwise;
}

/** The palettes that make a difference on cards of these decks. */
export function palettesFor(decks: readonly string[]): Palette[] {
  return PALETTES.filter((palette) => CHANGING[palette]?.some((deck) => decks.includes(deck)) ?? true);
}

/** The settings of this browser, stored there. Theme and palette are attributes of the root element. */
export class Settings {
  theme = $state<Theme>(stored("theme", THEMES, "system"));
  palette = $state<Palette>(stored("palette", PALETTES, "classic"));
  language = $state<Language>(
    stored("language", Object.keys(LANGUAGES) as Language[], firstLanguage(navigator.languages)),
  );
  pace = $state<Pace>(stored("pace", PACES, "normal"));
  name = $state(readStored("name") ?? "");
  /** Sounds are off by default; the volume is from 0 to 100. */
  sound = $state(readStored("sound") === "on");
  volume = $state(Number(readStored("volume") ?? "") || 60);
  /** Short scenes at moments that the rules declare. */
  moments = $state(readStored("moments") !== "off");
  /**
   * Single letters and digits are keys of the table; people who dictate, or hit keys by accident, can switch them off.
   */
  letters = $state(readStored("letters") !== "off");
  /** What each seat has in its tricks so far is shown. */
  points = $state(readStored("points") !== "off");
  sorting = $state<Sorting>(stored("sorting", ["rank", "groups"], "rank"));
  laying = $state<Laying>(stored("laying", LAYINGS, "own"));
  deck = $state<Drawings>(stored("deck", DRAWINGS, ""));
  /** Larger cards, on the felt and in the hand. */
  large = $state(readStored("large") === "on");
  /** Larger type, on the whole page. */
  type = $state(readStored("type") === "on");

  /** Keep root element and storage in step; call once, inside a component. */
  keep(): void {
    $effect(() => {
      const root = document.documentElement;
      if (this.theme === "system") delete root.dataset.theme;
      else root.dataset.theme = this.theme;
      root.dataset.palette = this.palette;
      root.classList.toggle("large-cards", this.large);
      root.classList.toggle("large-type", this.type);
    });
    $effect(() => {
      writeStored("theme", this.theme);
      writeStored("palette", this.palette);
      writeStored("language", this.language);
      writeStored("pace", this.pace);
      writeStored("name", this.name);
      writeStored("sound", this.sound ? "on" : "");
      writeStored("volume", String(this.volume));
      writeStored("moments", this.moments ? "" : "off");
      writeStored("letters", this.letters ? "" : "off");
      writeStored("points", this.points ? "" : "off");
      writeStored("sorting", this.sorting);
      writeStored("laying", this.laying);
      writeStored("deck", this.deck);
      writeStored("large", this.large ? "on" : "");
      writeStored("type", this.type ? "on" : "");
    });
  }
}
