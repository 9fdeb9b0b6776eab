/**
 * Before a release more is played: `python3 run.py test --long`. STICH_LONG=1 plays each number of players, each width and each language of a game,
 * STICH_LONG=2 every combination of them, which takes many hours.
 */
export const LONG = !!process.env.STICH_LONG;
export const ALL = process.env.STICH_LONG === "2";

/** Details of a test that plays only before a release; `playwright.config.ts` leaves out what has the tag. */
export const onlyLong = { tag: "@long" };

/** Details of one of several tests that differ little: every change is guarded by the usual one. */
export const usual = (isUsual: boolean): { tag?: string } => (isUsual ? {} : onlyLong);

/** Of cases that differ little, the ones that guard every change; before a release all of them. */
export const some = <T>(all: readonly T[], isOne: (one: T, i: number) => boolean): readonly T[] => (LONG ? all : all.filter(isOne));
