import type { Component } from "svelte";
import type { ChoiceStore } from "../choosing/choice.svelte";
import { picture as chimera, SECTIONS as chimeraSections } from "./chimera/pictures";
import type { TableStore } from "../table/table.svelte";
import type { Text } from "../viewer/text.svelte";

/** The props of a stage; README.md says what each of them is for. */
export interface SkinProps {
  table: TableStore;
  choice: ChoiceStore;
  text: Text;
}

type Loader = () => Promise<{ default: Component<SkinProps> }>;

/** Games with a skin. Every other game is shown by the usual stage. */
const SKINS: Record<string, Loader> = {
  chimera: () => import("./chimera/Stage.svelte"),
};

/** Pictures for the lines of a score sheet, by their text keys. */
const PICTURES: Record<string, (key: string) => string> = { chimera };

/** Sections of the rules that explain the lines of a score sheet, by their text keys. */
const SECTIONS: Record<string, Readonly<Record<string, string>>> = { chimera: chimeraSections };

/** A picture for a line of the score sheet, as SVG; "" for none. */
export function pictureOf(game: string, key: string): string {
  return PICTURES[game]?.(key) ?? "";
}

/** The section of a game's rules that explains a line of the score sheet; "" for none. */
export function sectionOf(game: string, key: string): string {
  return SECTIONS[game]?.[key] ?? "";
}

export function hasSkin(game: string): boolean {
  return game in SKINS;
}

export async function skinFor(game: string, wanted: boolean): Promise<Component<SkinProps> | null> {
  const load = wanted ? SKINS[game] : undefined;
  return load ? (await load()).default : null;
}
