/** Fetches the opened figures of a finished match, and checks them. */
import type { Fairness } from "../wire/protocol";
import { checkAll, type Report } from "./check";
import { recall } from "./memory";

export async function reportOf(id: string): Promise<Report> {
  const answer = await fetch(`/api/reviews/${encodeURIComponent(id)}/shuffle`, { cache: "no-store" });
  if (!answer.ok) throw new Error(`no figures: ${answer.status}`);
  const match = (await answer.json()) as Fairness;
  return checkAll(match, recall(match.table));
}
