// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import Hand from "../src/choosing/hand/Hand.svelte";
import type { HandCard } from "../src/choosing/hand/props";
import { drawn } from "../src/wire/pause";

// jsdom has no layout, so there is nothing to observe
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

const hand = (...notations: string[]): HandCard[] =>
  notations.map((notation, i) => ({ id: `hand.0/${notation}`, face: i, notation, key: Number(notation.slice(1)) || 13, selected: false, lit: true, tipped: false, pack: i }));

class Table {
  picks = $state<HandCard[]>([]);
  toggled: string[] = [];
  doubled: string[] = [];
  strips: [string, boolean][] = [];
  reserved = "";
  carries = $state(false);
  carried: string[] = [];
  drops: [number, number][] = [];
  overs: (number | null)[] = [];
  back = 0;
  refuses = false;
  pending = $state(false);
}

let component: ReturnType<typeof mount> | null = null;

function show(...notations: string[]): { table: Table; options: () => HTMLElement[]; press: (key: string) => void } {
  const table = new Table();
  table.picks = hand(...notations);
  component = mount(Hand, {
    target: document.body,
    props: {
      get picks() {
        return table.picks;
      },
      deck: "chimera",
      lang: "en",
      reserved: (key: string) => table.reserved.includes(key),
      label: "your hand",
      name: (face: number) => `card ${face}`,
      toggle: (id: string) => {
        table.toggled.push(id);
        table.picks = table.picks.map((pick) => (pick.id === id ? { ...pick, selected: !pick.selected } : pick));
      },
      twice: (id: string) => void table.doubled.push(id),
      sweep: (slots: string[], take: boolean) => void table.strips.push([slots.join(" "), take]),
      swept: (done: boolean) => void table.strips.push(["", done]),
      tip: "suggested",
      get carries() {
        return table.carries;
      },
      carry: (id: string) => {
        table.carried.push(id);
        return !table.refuses;
      },
      over: (at: { y: number } | null) => void table.overs.push(at && at.y),
      drop: (x: number, y: number) => {
        table.drops.push([x, y]);
        return table.pending;
      },
      putBack: () => void (table.back += 1),
      get pending() {
        return table.pending;
      },
    },
  });
  flushSync();
  const options = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[role=option]")];
  const press = (key: string): void => {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    flushSync();
  };
  return { table, options, press };
}

const focusedName = (): string | null | undefined => document.activeElement?.getAttribute("aria-label");

afterEach(() => {
  if (component) void unmount(component);
  component = null;
  document.body.innerHTML = "";
});

describe("a hand", () => {
  it("is one tab stop among named options", () => {
    const { options } = show("J1", "S7", "TH");
    expect(document.querySelector("[role=listbox]")?.getAttribute("aria-multiselectable")).toBe("true");
    expect(options().map((option) => option.tabIndex)).toEqual([0, -1, -1]);
    expect(options().map((option) => option.getAttribute("aria-label"))).toEqual(["card 0", "card 1", "card 2"]);
  });

  it("moves by arrows, Home and End, and takes a card with space", () => {
    const { options, press, table } = show("J1", "S7", "TH");
    options()[0]!.focus();
    press("ArrowRight");
    expect(focusedName()).toBe("card 1");
    press("End");
    expect(focusedName()).toBe("card 2");
    press(" ");
    expect(table.toggled).toEqual(["hand.0/TH"]);
    expect(options()[2]!.getAttribute("aria-selected")).toBe("true");
    press("Home");
    expect(focusedName()).toBe("card 0");
  });

  it("keeps the focus on its card when the cards are put in another order, and lets them go to their places", async () => {
    const { options, table, press } = show("J1", "S7", "TH");
    const moved: [string | undefined, Keyframe[]][] = [];
    await drawn(); // until then cards are placed at once, as in a window that was just opened
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    HTMLElement.prototype.animate = function (this: HTMLElement, frames) {
      moved.push([this.getAttribute("aria-label") ?? undefined, frames as Keyframe[]]);
      return {} as Animation;
    };
    options()[0]!.focus();
    table.picks = [...table.picks].reverse();
    flushSync();
    expect([focusedName(), options().map((option) => option.tabIndex)]).toEqual(["card 0", [-1, -1, 0]]);
    expect(moved.map(([name]) => name).sort()).toEqual(["card 0", "card 2"]); // the middle one does not move
    for (const [, [from, to]] of moved) expect(from?.transform).not.toEqual(to?.transform);
    press("ArrowLeft");
    expect(focusedName()).toBe("card 1");
    moved.length = 0;
    table.picks = table.picks.slice(1); // playing a card is not a new order
    flushSync();
    expect(moved).toEqual([]);
  });

  it("jumps with Shift and an arrow to the next card that can be played, and round", () => {
    const { options, press, table } = show("J1", "S7", "TH", "P2", "T11");
    const shift = (key: string): void => {
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey: true, bubbles: true, cancelable: true }));
      flushSync();
    };
    const light = (...lit: number[]): void => {
      table.picks = table.picks.map((pick, i) => ({ ...pick, lit: lit.includes(i) }));
      flushSync();
    };
    light(1, 4);
    options()[0]!.focus();
    const ways = ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"].map((key) => (shift(key), focusedName()));
    expect(ways).toEqual(["card 1", "card 4", "card 1", "card 4", "card 1"]);
    light(2); // only this one, from itself too
    expect(["ArrowRight", "ArrowRight"].map((key) => (shift(key), focusedName()))).toEqual(["card 2", "card 2"]);
    light();
    shift("ArrowRight");
    expect(focusedName(), "nothing can be played").toBe("card 2");
    press("ArrowRight");
    expect(focusedName(), "without Shift each card is reached").toBe("card 3");
  });

  it("jumps to the rank that is typed, figure by figure, and on to the next of the same", () => {
    const { options, press } = show("J1", "S2", "P2", "T11", "J12", "TH");
    options()[0]!.focus();
    press("2");
    expect(focusedName()).toBe("card 1");
    press("2");
    expect(focusedName()).toBe("card 2");
    press("1");
    press("2");
    expect(focusedName()).toBe("card 4");
    press("h");
    expect(focusedName()).toBe("card 5");
    press("9");
    expect(focusedName()).toBe("card 5");
  });

  it("is found from elsewhere by a rank, beginning with the card of the tab stop, unless the key is a button's", () => {
    const { options, table } = show("J1", "S2", "P2");
    const type = (key: string): void => {
      (component as ReturnType<typeof Hand>).typeAhead(new KeyboardEvent("keydown", { key, cancelable: true }));
      flushSync();
    };
    table.reserved = "2";
    type("2");
    expect(document.activeElement).toBe(document.body);
    table.reserved = "";
    type("1");
    expect(focusedName()).toBe("card 0");
    type("2");
    expect(focusedName()).toBe("card 1");
    options()[1]!.blur();
    type("2");
    expect(focusedName()).toBe("card 1");
  });

  it("leaves Enter, Escape and unknown letters to the page", () => {
    const { options } = show("J1", "S7");
    options()[0]!.focus();
    for (const key of ["Enter", "Escape", "x"]) {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      options()[0]!.dispatchEvent(event);
      expect(event.defaultPrevented).toBe(false);
    }
  });

  it("keeps the focus on its card while others come and go, and hands it on when the card is played", () => {
    const { options, table } = show("J1", "S7", "T9", "TH");
    options()[2]!.focus();
    flushSync();
    const [one, , nine, hero] = table.picks as [HandCard, HandCard, HandCard, HandCard];
    table.picks = [one, nine, hero];
    flushSync();
    expect(focusedName()).toBe("card 2");
    table.picks = [one, hero];
    flushSync();
    expect(focusedName()).toBe("card 3");
    table.picks = [one];
    flushSync();
    expect(focusedName()).toBe("card 0");
  });

  it("takes no focus that it did not have", () => {
    const { table } = show("J1", "S7");
    table.picks = table.picks.slice(1);
    flushSync();
    expect(document.activeElement).toBe(document.body);
  });

  it("marks what leads nowhere as disabled but leaves it reachable", () => {
    const { table, options } = show("J1", "S7");
    table.picks = table.picks.map((pick, i) => ({ ...pick, lit: i === 0 }));
    flushSync();
    expect(options().map((option) => option.getAttribute("aria-disabled"))).toEqual(["false", "true"]);
    options()[1]!.click();
    expect(table.toggled).toEqual(["hand.0/S7"]);
  });

  it("two quick taps on a card are something else than two slow ones, or taps on two cards", () => {
    const { options, table } = show("J1", "S7", "TH");
    const tap = (i: number, timeStamp: number, shiftKey = false): void => {
      const click = new MouseEvent("click", { bubbles: true, shiftKey });
      Object.defineProperty(click, "timeStamp", { value: timeStamp });
      options()[i]!.dispatchEvent(click);
      flushSync();
    };
    tap(0, 1000);
    tap(0, 2000);
    tap(1, 2100);
    expect(table.toggled).toHaveLength(3);
    expect(table.doubled).toEqual([]);
    tap(1, 2300);
    tap(1, 2400); // the third is the first of the next two
    expect(table.doubled).toEqual(["hand.0/S7"]);
    expect(table.toggled).toHaveLength(4);
  });

  it("with shift takes the strip from the card before", () => {
    const { options, table } = show("J1", "S7", "TH");
    options()[2]!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    options()[0]!.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: true }));
    expect(table.strips).toEqual([["hand.0/J1 hand.0/S7 hand.0/TH", true], ["", true]]);
    expect(table.toggled).toEqual(["hand.0/TH"]);
  });

  it("a pointer carries a card out of the hand where cards go somewhere, and it is let go there", () => {
    const { options, table } = show("J1", "S7");
    const list = document.querySelector<HTMLElement>("[role=listbox]")!;
    list.setPointerCapture = () => undefined;
    list.getBoundingClientRect = () => ({ top: 500, left: 0 }) as DOMRect;
    const point = (type: string, clientX: number, clientY: number): void => {
      options()[0]!.dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true, clientX, clientY }), { isPrimary: true, pointerId: 1, pointerType: "touch" }));
      flushSync();
    };
    const carry = (): void => {
      point("pointerdown", 10, 510);
      point("pointermove", 40, 300);
    };
    carry();
    point("pointerup", 40, 300);
    expect([table.carried, table.drops]).toEqual([[], []]); // there is nowhere to go
    table.carries = true;
    flushSync();
    carry();
    expect(table.carried).toEqual(["hand.0/J1"]);
    expect(options()[0]!.style.translate).toBe("30px -210px");
    point("pointerup", 45, 290);
    expect(table.drops).toEqual([[45, 290]]);
    expect(options()[0]!.style.translate).toBe("");
    carry();
    point("pointercancel", 40, 300);
    expect(table.drops).toHaveLength(1);
  });

  describe("carried", () => {
    function hold(): { table: Table; card: HTMLElement; point: (type: string, x: number, y: number, more?: object) => void } {
      const { options, table } = show("J1", "S7", "TH");
      const list = document.querySelector<HTMLElement>("[role=listbox]")!;
      list.setPointerCapture = () => undefined;
      list.getBoundingClientRect = () => ({ top: 500, left: 0 }) as DOMRect;
      table.carries = true;
      table.picks = table.picks.map((pick, i) => ({ ...pick, selected: i > 0 }));
      flushSync();
      const card = options()[1]!;
      const point = (type: string, clientX: number, clientY: number, more: object = {}): void => {
        const event = new MouseEvent(type, { bubbles: true, clientX, clientY, buttons: 1 });
        card.dispatchEvent(Object.assign(event, { isPrimary: true, pointerId: 1, pointerType: "mouse", ...more }));
        flushSync();
      };
      return { table, card, point };
    }
    const shifted = (): string[] => [...document.querySelectorAll<HTMLElement>("[role=option]")].map((option) => option.style.translate);

    it("goes with all that is chosen, from the first pixels upwards, and tells over what it is", () => {
      const { table, point } = hold();
      point("pointerdown", 100, 560);
      point("pointermove", 104, 540);
      expect([table.carried, shifted()]).toEqual([["hand.0/S7"], ["", "4px -20px", "4px -20px"]]);
      point("lostpointercapture", 104, 300); // of the card, which had the touch before the hand
      point("pointermove", 104, 300);
      expect(table.overs).toEqual([null, 300]);
      point("pointermove", 104, 520);
      point("pointerup", 104, 520);
      expect([table.drops, table.back, table.overs.at(-1), shifted()]).toEqual([[], 1, null, ["", "", ""]]); // back in the hand
    });

    it("sideways a strip is drawn, and no card is carried", () => {
      const { table, point } = hold();
      point("pointerdown", 100, 560);
      point("pointermove", 600, 550);
      point("pointerup", 600, 550);
      expect([table.carried, table.strips.length > 0]).toEqual([[], true]);
    });

    for (const [name, stop] of [
      ["Escape", () => window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", cancelable: true }))],
      ["a second finger", () => window.dispatchEvent(Object.assign(new MouseEvent("pointerdown"), { isPrimary: false }))],
    ] as const) {
      it(`comes back with ${name}, and letting go does nothing more`, () => {
        const { table, point } = hold();
        point("pointerdown", 100, 560);
        point("pointermove", 100, 300);
        stop();
        flushSync();
        expect([table.back, shifted()]).toEqual([1, ["", "", ""]]);
        point("pointermove", 100, 280);
        point("pointerup", 100, 280);
        expect([table.drops, table.back]).toEqual([[], 1]);
      });
    }

    it("returns when nothing can be done any more", () => {
      const { table, point } = hold();
      point("pointerdown", 100, 560);
      point("pointermove", 100, 300);
      table.carries = false;
      flushSync();
      point("pointerup", 100, 300);
      expect([table.drops, table.back, shifted()]).toEqual([[], 1, ["", "", ""]]);
    });

    it("stays where it was dropped until the result is shown", () => {
      const { table, point } = hold();
      table.pending = true;
      point("pointerdown", 100, 560);
      point("pointermove", 100, 300);
      point("pointerup", 100, 300);
      expect([table.drops, shifted()]).toEqual([[[100, 300]], ["", "0px -260px", "0px -260px"]]);
      table.pending = false;
      flushSync();
      expect(shifted()).toEqual(["", "", ""]);
    });

    it("stays where it is if it cannot be played", () => {
      const { table, point } = hold();
      table.refuses = true;
      point("pointerdown", 100, 560);
      point("pointermove", 100, 300);
      point("pointermove", 100, 200);
      point("pointerup", 100, 200);
      expect([table.carried.length, table.drops, shifted()]).toEqual([1, [], ["", "", ""]]);
    });
  });

  it("says which cards advice is to play", () => {
    const { options, table } = show("J1", "S7");
    table.picks = table.picks.map((pick, i) => ({ ...pick, tipped: i === 1 }));
    flushSync();
    expect(options().map((option) => option.getAttribute("aria-label"))).toEqual(["card 0", "card 1, suggested"]);
  });
});
