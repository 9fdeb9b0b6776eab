/** Before a release everything is played: `python3 run.py test --long`. */
export const LONG = !!process.env.STICH_LONG;

/** Of cases that differ little, the ones that guard every change; before a release all of them. */
export const some = <T>(all: readonly T[], isOne: (one: T, i: number) => boolean): readonly T[] => (LONG ? all : all.filter(isOne));
