import { targetOf } from "./aim";
import type { Advice } from "./advice.svelte";
import { enterOf, HIGHER, offersAhead, offersAside, offersFor, same, type Offer as BareOffer } from "./choose";
import { HotKeys, TOOL_KEYS, type Tool } from "./hotkeys";
import type { Offer, OfferWords } from "./offer";
import type { Queue } from "./queue.svelte";
import type { Selection } from "./selection.svelte";
import { rankOf } from "../cards";
import type { TableStore } from "../table/table.svelte";
import type { Text } from "../viewer/text.svelte";
import { barredOf } from "../wire/objects";

/** What cannot be done, though it belongs to the choice. */
const BARRED = { actions: [], cards: false, say: "", sign: "", short: "", faces: [], hot: "", enabled: false, draft: undefined, held: false, primary: false, ahead: false, queued: false, tipped: false, aside: false };

/** Where a button stands: for a choice that will be queued, for what takes no turn, before all others. */
type Rank = Pick<Offer, "ahead" | "aside" | "primary">;

/** The buttons: what can be done, with words and keys. */
export class Offers {
  /** Single letters and digits are keys. */
  letters = $state(true);
  readonly #keys = new HotKeys();
  readonly all = $derived.by(() => this.#make());
  /** The letters and digits that jump to a card, in the player's hand or one that they may get. */
  readonly #typed = $derived.by(() => {
    const { table, text } = this;
    return new Set(table.shown ? table.spec.faces.flatMap((face) => [...rankOf(face, table.deck, text.lang)]) : []);
  });

  constructor(
    readonly table: TableStore,
    readonly text: Text,
    readonly selection: Selection,
    readonly queue: Queue,
    readonly advice: Advice,
  ) {}

  /** Those that do something with the selection. */
  get fitting(): Offer[] {
    return this.all.filter((offer) => offer.cards && !offer.ahead && offer.actions.length > 0);
  }

  /** What the selection is, if it is an action: "Straight 5–9". */
  get becoming(): string {
    return this.all.find((offer) => offer.cards && offer.say)?.say ?? "";
  }

  /** There is only one action, and the table asks all the same: it waits for it, and accepts nothing unlisted. */
  get nothingElse(): boolean {
    const { turn } = this.selection;
    const [only] = this.all;
    if (!turn.active || turn.only || this.all.length !== 1 || only?.cards !== false || only.actions.length !== 1) return false;
    return this.table.waitsFor(this.table.me) && turn.unlisted.length === 0;
  }

  /** The offer whose hot key this is. */
  forKey(key: string): Offer | undefined {
    return this.all.find((offer) => offer.hot.toLowerCase() === key.toLowerCase());
  }

  /** Does a button use this key, so that it does not find a card? One digit of a number takes them all. */
  reserves(key: string): boolean {
    if (this.forKey(key)) return true;
    return /^[0-9]$/.test(key) && this.all.some((offer) => /^[0-9]$/.test(offer.hot));
  }

  /** The key of a tool; "" if letters are no keys, or if this one finds a card. */
  toolKey(tool: Tool): string {
    const key = TOOL_KEYS[tool];
    return this.letters && !this.#typed.has(key) ? key : "";
  }

  #make(): Offer[] {
    const { table, selection, queue } = this;
    if (!table.shown) return [];
    const { turn, reach } = selection;
    const ahead = queue.open;
    const own = ahead ? offersAhead(table.spec.verbs.filter(({ name }) => table.spec.premoves.includes(name))) : offersFor(turn.whole, reach.slots, selection.slots);
    const asides = offersAside(turn.asides);
    const words = [...own, ...asides].map((offer) => this.#wordsOf(offer));
    const keys = this.#assign(own, asides, words);
    const enter = enterOf(own);
    const offers = [...own, ...asides].map((offer, i) => {
      const aside = i >= own.length;
      const primary = !ahead && !aside && (i === enter || own.length === 1);
      return this.#offer(offer, words[i]!, keys[i] ?? "", { aside, primary, ahead: ahead && !aside });
    });
    return this.#withBarred(offers);
  }

  /** The keys of the buttons, in their order. */
  #assign(own: readonly BareOffer[], asides: readonly BareOffer[], words: readonly OfferWords[]): string[] {
    const { table, text } = this;
    const keeper = text.knows(table.spec.game) ? this.#keys : new HotKeys(); // a label that no button shows yet is not remembered
    const taken = new Set([...this.#typed, ...Object.values(TOOL_KEYS)]);
    const labels = words.map(({ label }) => label);
    // what takes no turn keeps its key in every turn: letters of its own, which no other button takes
    const apart = keeper.assign("aside", asides, labels.slice(own.length), taken, [], false);
    const keys = keeper.assign(table.view.phase, own, labels, new Set([...taken, ...apart]), words.map(({ sign }) => sign));
    return [...keys, ...apart];
  }

  #offer(offer: BareOffer, words: OfferWords, key: string, rank: Rank): Offer {
    const { table, advice, queue, selection } = this;
    const { aimed, turn, slots } = selection;
    const { only } = turn;
    const meant = aimed.zone && offer.cards ? offer.actions.filter((action) => aimed.takes(action)) : offer.actions;
    const actions = only ? meant.filter((action) => same(action, only)) : meant;
    const advised = advice.action;
    const draft = selection.draft(offer.verb);
    return {
      ...offer,
      actions,
      ...words,
      ...rank,
      hot: this.letters || key === "Enter" ? key : "",
      enabled: rank.ahead ? !offer.cards || slots.length > 0 : (draft ?? actions.length > 0) && !table.busy,
      draft,
      held: only !== null && !queue.open && actions.length === 0 && offer.actions.length > 0,
      queued: rank.ahead && queue.queued?.verb === offer.verb,
      tipped: advised !== null && advised.verb === offer.verb && (offer.cards || offer.actions.includes(advised)),
    };
  }

  /** What is barred stands before what is possible of its kind: the choice looks the same every time. */
  #withBarred(offers: Offer[]): Offer[] {
    const { table, text } = this;
    for (const { verb, say, why } of table.view.barred.map(barredOf)) {
      const at = offers.findIndex((offer) => offer.verb === verb && offer.actions.length > 0);
      offers.splice(at < 0 ? offers.length : at, 0, { ...BARRED, id: `${verb} ${text.say(say)}`, verb, label: text.say(say), note: text.say(why), why });
    }
    return offers;
  }

  #wordsOf(offer: BareOffer): OfferWords {
    const { table, text } = this;
    const [only] = offer.actions;
    const verb = text.bare(`${table.spec.game}.verb.${offer.verb}`);
    if (offer.id === HIGHER) return { label: text.t("table.aside.more"), say: "", sign: "", short: "", note: "", faces: [] };
    const say = only && offer.actions.length === 1 ? text.say(only.say) : "";
    if (!only || offer.cards || !say) return { label: verb, say, sign: "", short: "", note: "", faces: [] };
    const choices = table.spec.verbs.find(({ name }) => name === offer.verb)?.among;
    const sign = `${choices?.[targetOf(table.spec, only, "choice")]}.sign`;
    return { label: say, say: "", sign: text.has(sign) ? text.t(sign) : "", ...text.drawn(only.say) };
  }
}
