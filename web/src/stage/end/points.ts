/** The points of each line fly to the bar of their player. Only pictures move: the page itself is complete at once. */
import { rescueFocus } from "../../choosing/hand/focus";

const STEP_MS = 170; // as in the styles of the lines
const FLIGHT_MS = 620;

/** Let the points of all lines under `root` fly, one line after the other. Returns the function that ends it. */
export function flyPoints(root: HTMLElement): () => void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || !root.animate) return () => undefined;
  const layer = document.createElement("div");
  layer.setAttribute("aria-hidden", "true");
  layer.style.cssText = "position:fixed;inset:0;pointer-events:none;z-index:6;overflow:clip";
  for (const line of root.querySelectorAll<HTMLElement>("[data-line]")) {
    const standing = line.closest("[data-seats]");
    const figure = line.querySelector("[data-n]") ?? standing?.querySelector("[data-all]"); // the only line has none
    const bar = standing?.querySelector(".now");
    if (!figure || !bar) continue;
    const [from, to] = [figure.getBoundingClientRect(), bar.getBoundingClientRect()];
    const copy = document.createElement("b");
    copy.textContent = figure.textContent;
    copy.style.cssText = "position:absolute;left:0;top:0;opacity:0;font-size:var(--t-m)";
    layer.append(copy);
    const place = (x: number, y: number, size: number): string => `translate(${x}px, ${y}px) scale(${size})`;
    copy.animate(
      [
        { transform: place(from.left, from.top - 4, 1), opacity: 1 },
        { transform: place(from.left - 8, from.top - 14, 1.25), opacity: 1, offset: 0.3 },
        { transform: place(to.left + to.width / 2, to.top - 8, 0.7), opacity: 0 },
      ],
      {
        duration: FLIGHT_MS,
        delay: 200 + Number(line.style.getPropertyValue("--i")) * STEP_MS,
        easing: "cubic-bezier(.6,0,.2,1)",
      },
    );
  }
  if (layer.childElementCount === 0) return () => undefined;
  document.body.append(layer);
  const most = FLIGHT_MS + 400 + STEP_MS * 12;
  const timer = setTimeout(() => layer.remove(), most);
  return () => {
    clearTimeout(timer);
    layer.remove();
  };
}

/** Scroll the lines under `root` until the viewer's own is in sight. */
export function showOwn(root: HTMLElement): void {
  const rows = root.querySelector<HTMLElement>(".rows");
  const own = rows?.querySelector<HTMLElement>(".mine");
  if (!rows || !own) return;
  const [line, box] = [own.getBoundingClientRect(), rows.getBoundingClientRect()];
  // a line higher than the box begins at its top
  if (line.bottom > box.bottom) rows.scrollTop += Math.min(line.bottom - box.bottom, line.top - box.top);
}

/** The end is shown: the way on has the focus, the viewer's row is in sight, points fly. Returns what ends it. */
export function begin(rootOf: () => HTMLElement | undefined): () => void {
  let end = (): void => undefined;
  const frame = requestAnimationFrame(() => {
    const root = rootOf(); // which lays it out anyway
    if (!root) return;
    const held = document.activeElement;
    if (held === document.body || held?.closest(".dock"))
      root.querySelector<HTMLElement>("[data-focus]")?.focus({ preventScroll: true });
    showOwn(root);
    end = flyPoints(root);
  });
  return () => {
    cancelAnimationFrame(frame);
    end();
    setTimeout(rescueFocus); // the button is gone, and with the next deal there is a hand
  };
}
