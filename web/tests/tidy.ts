/**
 * Leaves nothing of a file of tests to the next one: they share a thread and its document, because a new one for each file takes longer than the tests.
 * Modules are loaded again for each file. No test.
 */
import { afterAll, vi } from "vitest";

const FRAME_MS = 16;

if (typeof document !== "undefined") {
  // jsdom's own frames stop for ever if one of them was wanted while a test had replaced the clock
  window.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), FRAME_MS));
  window.cancelAnimationFrame = (frame) => clearTimeout(frame);
  const undo: (() => void)[] = [];
  for (const target of [window, document] as EventTarget[]) {
    const listen = target.addEventListener;
    target.addEventListener = (...args: Parameters<typeof listen>) => {
      listen.apply(target, args);
      undo.push(() => target.removeEventListener(args[0], args[1], args[2]));
    };
    undo.push(() => (target.addEventListener = listen));
  }
  const made = [Element, HTMLElement, HTMLDialogElement].map(({ prototype }) => [prototype, Object.getOwnPropertyDescriptors(prototype)] as const);
  afterAll(() => {
    for (const each of undo) each();
    for (const [prototype, before] of made) {
      for (const name of Object.getOwnPropertyNames(prototype)) if (!(name in before)) delete (prototype as unknown as Record<string, unknown>)[name];
      Object.defineProperties(prototype, before);
    }
    document.head.replaceChildren();
    document.body.replaceChildren();
    for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
    localStorage.clear();
    sessionStorage.clear();
  });
}
const known = new Set(Object.getOwnPropertyNames(globalThis));
afterAll(() => {
  for (const name of Object.getOwnPropertyNames(globalThis)) if (!known.has(name) && !name.startsWith("__")) delete (globalThis as Record<string, unknown>)[name];
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.resetModules();
});
