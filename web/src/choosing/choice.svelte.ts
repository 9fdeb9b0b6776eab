import { Advice } from "./advice.svelte";
import { AimedPlace } from "./aimed.svelte";
import { renamed, type Zones } from "./choose";
import { Dragging } from "./dragging";
import { Habits } from "./habits";
import type { Holding } from "./holding.svelte";
import type { Tool } from "./hotkeys";
import { Laying } from "./laying";
import { Leftovers } from "./leftovers";
import { refusal, type Notice } from "./notice";
import { Notices } from "./notices.svelte";
import type { Offer, Pick, Question } from "./offer";
import { Offers } from "./offers.svelte";
import { Picks } from "./picks.svelte";
import type { Queued } from "./premove";
import { Pressing } from "./pressing";
import { Questions } from "./questions.svelte";
import { Queue } from "./queue.svelte";
import { Reach } from "./reach.svelte";
import { Reasons } from "./reasons";
import { Renaming } from "./renaming";
import { Requests } from "./requests";
import { Selection } from "./selection.svelte";
import { suggestions, type Suggestion } from "./suggest";
import { Sweeping } from "./sweeping";
import { Tapping } from "./tapping";
import { Turn } from "./turn.svelte";
import type { TableStore, ZoneState } from "../table/table.svelte";
import type { Text } from "../viewer/text.svelte";
import type { Action } from "../wire/objects";
import type { Phrase, Problem, Tip } from "../wire/protocol";

export type { Offer, Pick, Question } from "./offer";

const SUGGESTIONS = 10;

/**
 * What the player is about to do, as components see it. It makes the parts, passes them what the table says, and
 * decides nothing.
 */
export class ChoiceStore {
  readonly #selects: boolean;
  readonly #turn: Turn;
  readonly #aimed: AimedPlace;
  readonly #reach: Reach;
  readonly #selection: Selection;
  readonly #requests: Requests;
  readonly #advice: Advice;
  readonly #notices: Notices;
  readonly #questions: Questions;
  readonly #queue: Queue;
  readonly #offers: Offers;
  readonly #picks: Picks;
  readonly #reasons: Reasons;
  readonly #leftovers: Leftovers;
  readonly #pressing: Pressing;
  readonly #laying: Laying;
  readonly #tapping: Tapping;
  readonly #sweeping: Sweeping;
  readonly #dragging: Dragging;
  #zones: Zones = {}; // as they were shown last

  /** selects: cards can be selected, and not only seen. Created in a component. */
  constructor(
    readonly table: TableStore,
    readonly text: Text,
    { selects = true } = {},
  ) {
    this.#selects = selects;
    const turn = (this.#turn = new Turn(table));
    const aimed = (this.#aimed = new AimedPlace(table));
    const reach = (this.#reach = new Reach(table));
    const selection = (this.#selection = new Selection(table, turn, reach, aimed, new Habits()));
    const requests = (this.#requests = new Requests(table, turn, reach, selection));
    const advice = (this.#advice = new Advice(table, turn, reach, selection, requests));
    const notices = (this.#notices = new Notices(turn, () => advice.action !== null));
    const questions = (this.#questions = new Questions(table, requests));
    const queue = (this.#queue = new Queue(table, turn, reach, requests, notices));
    const offers = (this.#offers = new Offers(table, text, selection, queue, advice));
    const reasons = (this.#reasons = new Reasons(table, selection, requests, notices, offers));
    const leftovers = (this.#leftovers = new Leftovers(queue, reasons, notices));
    const laying = (this.#laying = new Laying(text, selection, questions, leftovers));
    const pressing = (this.#pressing = new Pressing(text, selection, questions, leftovers));
    this.#picks = new Picks(table, selection, advice);
    this.#tapping = new Tapping(selection, offers, pressing, laying, leftovers);
    this.#sweeping = new Sweeping(selection, leftovers);
    this.#dragging = new Dragging(selection, offers, laying, leftovers);
    table.onDone((id) => this.#done(id));
    table.onProblem((problem) => this.#refused(problem));
    table.onTip((tip) => this.#advised(tip));
    table.onShown(() => this.#follow());
  }

  // -- what can be done ---------------------------------------------------------------------------------------------

  get active(): boolean {
    return this.#turn.active;
  }

  /** A lesson allows one action at a time; any other attempt calls `denied`. */
  get only(): Action | null {
    return this.#turn.only;
  }

  set only(action: Action | null) {
    this.#turn.only = action;
  }

  set denied(call: () => void) {
    this.#turn.denied = call;
  }

  get reacting(): boolean {
    return this.#turn.reacting;
  }

  /** The actions with which the player can interrupt. */
  get reactions(): readonly Action[] {
    return this.reacting ? this.#turn.actions : [];
  }

  get unlisted(): readonly Action[] {
    return this.#turn.unlisted;
  }

  get tableEvents(): readonly Action[] {
    return this.#turn.tableEvents;
  }

  get nothingElse(): boolean {
    return this.#offers.nothingElse;
  }

  get mayHint(): boolean {
    return this.#advice.possible;
  }

  get mayUndo(): boolean {
    return this.table.shown && this.table.view.undo && !this.table.watching;
  }

  /** There is something to take back before it is sent. */
  get mayClear(): boolean {
    return this.selected.length > 0 || this.queued !== null || this.aim !== "";
  }

  // -- cards --------------------------------------------------------------------------------------------------------

  get holding(): Holding {
    return this.#picks.holding;
  }

  get hand(): Pick[] {
    return this.#picks.hand;
  }

  picks(zone: ZoneState): Pick[] {
    return this.#picks.of(zone);
  }

  laid(faces: readonly number[]): number[] {
    return this.#picks.laid(faces);
  }

  holds(zone: ZoneState): boolean {
    return this.#reach.holds(zone);
  }

  takesFrom(zone: ZoneState): boolean {
    return this.#reach.takesFrom(zone);
  }

  get selected(): number[] {
    return this.#selection.faces;
  }

  get added(): number[] {
    return this.#selection.added;
  }

  /** What the selection is, if it is an action: "Straight 5–9". */
  get becoming(): string {
    return this.#offers.becoming;
  }

  /** What the selection can become, longest first, one of each kind before a second of any. */
  get suggestions(): Suggestion[] {
    return suggestions(this.#selection.longer, (action) => this.text.say(action.say), SUGGESTIONS);
  }

  toggle(id: string): void {
    if (this.#selects) this.#tapping.toggle(id);
  }

  twice(id: string): void {
    this.#tapping.twice(id);
  }

  gather(faces: readonly number[]): void {
    this.#tapping.gather(faces);
  }

  take(action: Action): void {
    this.#tapping.take(action);
  }

  sweep(ids: readonly string[], take: boolean, at = ""): void {
    this.#sweeping.over(ids, take, at);
  }

  swept(done: boolean): void {
    this.#sweeping.end(done);
  }

  get carries(): boolean {
    return this.#dragging.possible;
  }

  get lays(): boolean {
    return this.#dragging.lays;
  }

  carry(id: string): boolean {
    return this.#dragging.begin(id);
  }

  dropOn(ids: readonly string[], onTable = false): void {
    this.#dragging.drop(ids, onTable);
  }

  /**
   * The place on which cards will be laid: only cards that go there are lit, and the one that is selected is laid at
   * once. "" for none.
   */
  get aim(): string {
    return this.#aimed.zone;
  }

  goesTo(place: ZoneState): boolean {
    return this.#laying.goesTo(place);
  }

  placeIn(ids: readonly string[]): ZoneState | undefined {
    return this.#laying.placeIn(ids);
  }

  aimAt(place: ZoneState): void {
    this.#laying.aimAt(place);
  }

  /** One step back: first the queued choice, then the selection, with all messages. */
  clear(): void {
    const { queued } = this;
    this.#leftovers.end();
    if (queued) return;
    this.#selection.choose([]);
    this.#questions.drop();
    this.#advice.drop();
    this.#aimed.drop();
    this.dismiss();
  }

  // -- buttons ------------------------------------------------------------------------------------------------------

  /** Single letters and digits are keys. */
  get letters(): boolean {
    return this.#offers.letters;
  }

  set letters(on: boolean) {
    this.#offers.letters = on;
  }

  get offers(): readonly Offer[] {
    return this.#offers.all;
  }

  forKey(key: string): Offer | undefined {
    return this.#offers.forKey(key);
  }

  reserves(key: string): boolean {
    return this.#offers.reserves(key);
  }

  toolKey(tool: Tool): string {
    return this.#offers.toolKey(tool);
  }

  get queued(): Queued | null {
    return this.#queue.queued;
  }

  press(offer: Offer): void {
    this.#pressing.press(offer);
  }

  act(action: Action): void {
    this.#requests.act(action);
  }

  react(action: Action): void {
    this.#pressing.react(action);
  }

  dare(): void {
    this.#pressing.dare();
  }

  report(): void {
    this.#pressing.report();
  }

  /** Take back the own last decision. */
  undo(): void {
    if (!this.mayUndo || this.table.busy) return;
    this.#leftovers.end();
    this.#requests.note(this.table.undo());
  }

  // -- questions and messages ---------------------------------------------------------------------------------------

  get question(): Question | null {
    return this.#questions.open;
  }

  answer(action: Action | null): void {
    this.#questions.answer(action);
  }

  /** The page waits for advice. */
  get asking(): boolean {
    return this.#advice.asking;
  }

  hint(): void {
    this.#advice.ask();
  }

  get notice(): Notice | null {
    return this.#notices.shown;
  }

  say(kind: Notice["kind"], ...phrases: Phrase[]): void {
    this.#notices.say(kind, ...phrases);
  }

  dismiss(): void {
    this.#notices.dismiss();
  }

  /** Is this refusal shown in the place of the sentence? */
  tells(problem: Problem): boolean {
    return this.#requests.tells(problem);
  }

  // -- what the table says ------------------------------------------------------------------------------------------

  #done(id: number): void {
    this.#requests.done(id);
    this.#reasons.done(id);
  }

  #refused(problem: Problem): void {
    this.#advice.answered(problem.id);
    this.#requests.refused(problem.id);
    if (this.#reasons.outdated(problem) || !this.tells(problem)) return;
    this.say("bad", refusal(problem, this.text, this.table.spec.game));
  }

  #advised(tip: Tip): void {
    this.#requests.done(tip.id);
    if (!this.table.shown || !this.#advice.answered(tip.id)) return;
    const action = this.#advice.take(tip);
    if (!action) return;
    this.#selection.choose([]);
    this.say("tip", action.say, tip.say, ...(this.nothingElse ? [["table.alone.help", {}] satisfies Phrase] : []));
  }

  /** Another view is shown: the chosen cards may have other names now, or be gone. */
  #follow(): void {
    this.#notices.follow();
    const before = this.#zones;
    this.#zones = this.table.view.zones;
    const name = renamed(before, this.#zones, this.#selection.held.ids, this.#requests.leaving);
    const by = new Renaming(name, this.#reach);
    for (const part of [this.#selection, this.#sweeping, this.#dragging, this.#requests, this.#queue]) part.renamed(by);
    this.#selection.learn();
  }
}
