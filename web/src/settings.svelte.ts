import type { Pace } from "./protocol";
import { firstLanguage, LANGUAGES, type Language } from "./text.svelte";

export type Theme = "system" | "light" | "dark";
export type Palette = "classic" | "four" | "safe";
export const THEMES: readonly Theme[] = ["system", "light", "dark"];
export const PALETTES: readonly Palette[] = ["classic", "four", "safe"];
export const PACES: readonly Pace[] = ["slow", "normal", "fast", "instant"];

function stored<T extends string>(key: string, allowed: readonly T[], otherwise: T): T {
  const value = read(key);
  return allowed.find((option) => option === value) ?? otherwise;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(`stich.${key}`);
  } catch {
    return null; // storage may be forbidden; the page works without
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(`stich.${key}`, value);
  } catch {
    // see read
  }
}

/** What a person has chosen for this browser, remembered there. Theme and palette are attributes of the root element. */
export class Settings {
  theme = $state<Theme>(stored("theme", THEMES, "system"));
  palette = $state<Palette>(stored("palette", PALETTES, "classic"));
  language = $state<Language>(stored("language", Object.keys(LANGUAGES) as Language[], firstLanguage(navigator.languages)));
  pace = $state<Pace>(stored("pace", PACES, "normal"));
  name = $state(read("name") ?? "");
  /** A game's own look; false: the generic stage. `?skin=none` decides for one visit. */
  skin = $state(read("skin") !== "none");

  /** Keep root element and storage in step; call once, inside a component. */
  keep(): void {
    $effect(() => {
      const root = document.documentElement;
      if (this.theme === "system") delete root.dataset.theme;
      else root.dataset.theme = this.theme;
      root.dataset.palette = this.palette;
    });
    $effect(() => {
      write("theme", this.theme);
      write("palette", this.palette);
      write("language", this.language);
      write("pace", this.pace);
      write("name", this.name);
      write("skin", this.skin ? "" : "none");
    });
  }
}
