import { fetchGames } from "../wire/lobby";
import { orderOf } from "../wire/games";
import type { Text } from "../viewer/text.svelte";
import { escaped } from "./help";

/** A rule of this table that is not the usual one. */
export interface Differing {
  name: string;
  value: string;
}

/** The options of a table that differ from the game's defaults. */
export async function differing(game: string, options: Readonly<Record<string, string>>): Promise<Differing[]> {
  const spec = (await fetchGames()).find((one) => one.game === game);
  return (spec?.options ?? []).flatMap(({ name, default: usual }) => {
    const value = options[name];
    return value === undefined || value === usual ? [] : [{ name, value }];
  });
}

export function valueOf(game: string, { name, value }: Differing, text: Text): string {
  const key = `${game}.option.${name}.${value}`;
  if (text.has(key)) return text.t(key);
  if (value === "true" || value === "false") return text.t(value === "true" ? "table.yes" : "table.no");
  return /^\d+(,\d+)+$/.test(value) ? orderOf(value).map((seat) => text.name(seat)).join(", ") : value;
}

/** Add the rule in force here to every mention of a rule that differs. */
export function inForce(html: string, game: string, rules: readonly Differing[], text: Text): string {
  return rules.reduce((done, rule) => {
    const words = escaped(text.t("help.here", { what: valueOf(game, rule, text) }));
    return done.replace(
      new RegExp(`<a href="#option\\.${rule.name}">(.*?)</a>`, "g"),
      (_, label: string) => `<a class="differs" href="#option.${rule.name}">${label}: ${words}</a>`,
    );
  }, html);
}
