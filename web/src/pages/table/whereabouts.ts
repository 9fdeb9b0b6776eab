import type { TableStore } from "../../table/table.svelte";
import type { Text } from "../../viewer/text.svelte";

/** What stands behind the name of the game in the bar: the round, what sort of table it is, who watches. */
export function whereabouts(table: TableStore, text: Text): string {
  const begun = table.view.status !== "gathering";
  const parts = [
    table.watching && text.t("table.watching"),
    begun && text.t("sheet.deal_n", { n: table.view.deal }),
    begun && table.spec.seeded && text.t(table.spec.daily ? "daily.short" : "table.seeded_short"),
    table.spec.rated && text.t("table.rated_short"),
    table.watchers.n > 0 && text.t("watch.count", { n: table.watchers.n }),
  ];
  return parts
    .filter((part) => part !== false)
    .map((part) => part.replaceAll(" ", "\u00a0"))
    .join(" ·\u00a0"); // in a narrow bar a line ends before a dot, and what follows is not seen
}
