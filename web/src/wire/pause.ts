/** Work in pieces: between them the browser can draw, and answer. */

type Yields = { readonly scheduler?: { yield?(): Promise<void> } };

/** End the task; what follows is one of its own. */
export const pause = (): Promise<void> =>
  (globalThis as Yields).scheduler?.yield?.() ?? new Promise((next) => setTimeout(next));

/** What is on the page now has been drawn. A hidden page draws nothing, and does not wait for it. */
export const drawn = (): Promise<void> =>
  new Promise((next) => (document.hidden ? setTimeout(next) : requestAnimationFrame(() => setTimeout(next))));

let last = Promise.resolve();

/** Resolves when it is one's turn: one piece in each frame. */
export const inTurn = (): Promise<void> => (last = last.then(drawn));
