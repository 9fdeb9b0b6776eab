/** How long people may take at a new table, and what becomes of the seat of somebody who is away: as chosen last. */
import type { NewTable } from "../wire/protocol";
import { readStored, writeStored } from "./storage";

export type Timer = NonNullable<NewTable["timer"]>;
export type Absent = NonNullable<NewTable["absent"]>;

export const TIMERS: readonly Timer[] = ["off", "20s", "60s", "match", "day"];
export const ABSENT: readonly Absent[] = ["bot", "wait"];

export const lastTimer = (): Timer => TIMERS.find((timer) => timer === readStored("timer")) ?? "off";
export const lastAbsent = (): Absent => ABSENT.find((absent) => absent === readStored("absent")) ?? "bot";

export function rememberLimits(timer: Timer, absent: Absent): void {
  writeStored("timer", timer);
  writeStored("absent", absent);
}
