import { getContext, setContext } from "svelte";

const KEY = "rules";

/** Whether the rules are open beside the table, and at which section. */
export class OpenRules {
  #at = $state.raw<{ section: string; n: number } | null>(null);

  constructor(readonly of: { readonly game: string; readonly deck: string }) {}

  get game(): string {
    return this.of.game;
  }

  get deck(): string {
    return this.of.deck;
  }

  get at(): { section: string; n: number } | null {
    return this.#at;
  }

  /** Open them, at a section if one is named. */
  open(section = ""): void {
    this.#at = { section, n: (this.#at?.n ?? 0) + 1 };
  }

  close(): void {
    this.#at = null;
  }
}

export function provideRules(of: OpenRules["of"]): OpenRules {
  return setContext(KEY, new OpenRules(of));
}

/** The rules of the table that a component belongs to; undefined if there are none to open. */
export function useRules(): OpenRules | undefined {
  return getContext<OpenRules | undefined>(KEY);
}
