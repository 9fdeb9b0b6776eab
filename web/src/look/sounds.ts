// The table's sounds, synthesised: filtered noise for paper, struck tones for what matters. Nothing is loaded or
// recorded, and each has a visible counterpart. Fetched when the player has switched sounds on.

import type { GameEvent } from "../wire/objects";
import { strongest } from "./moments";
import type { TableStore } from "../table/table.svelte";

export type Sound = "tick" | "card" | "gather" | "turn" | "triumph" | "blow" | "twist" | "notice" | "win" | "refused";

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** A quarter of a second of noise, longer than any sound needs. */
function paper(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return noise;
}

/** One loudness curve: full at once, then fading. Times are seconds from now. */
function envelope(audio: AudioContext, out: AudioNode, at: number, length: number, loud: number): GainNode {
  const gain = audio.createGain();
  const start = audio.currentTime + at;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(out);
  return gain;
}

/** A card on felt: a breath of noise round `pitch` Hz. */
function slap(audio: AudioContext, out: AudioNode, at: number, pitch: number, length: number, loud: number): void {
  const source = audio.createBufferSource();
  const band = audio.createBiquadFilter();
  source.buffer = paper(audio);
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 0.8;
  source.connect(band).connect(envelope(audio, out, at, length, loud));
  source.start(audio.currentTime + at, 0, length);
}

/** A struck tone with its octave above, softer. */
function strike(
  audio: AudioContext,
  out: AudioNode,
  at: number,
  pitch: number,
  length: number,
  loud: number,
  type: OscillatorType = "sine",
): void {
  for (const [factor, part] of [
    [1, 1],
    [2.01, 0.25],
  ] as const) {
    const tone = audio.createOscillator();
    tone.type = type;
    tone.frequency.value = pitch * factor;
    tone.connect(envelope(audio, out, at, length / factor, loud * part));
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + length);
  }
}

type Score = (audio: AudioContext, out: AudioNode) => void;

const SCORES: Record<Sound, Score> = {
  card: (audio, out) => {
    slap(audio, out, 0, 2600, 0.05, 0.5);
    slap(audio, out, 0.008, 420, 0.08, 0.7);
  },
  gather: (audio, out) => [0, 0.045, 0.09, 0.15].forEach((at, i) => slap(audio, out, at, 1900 - i * 260, 0.09, 0.32)),
  turn: (audio, out) => {
    strike(audio, out, 0, 587.3, 0.5, 0.16);
    strike(audio, out, 0.11, 880, 0.7, 0.14);
  },
  triumph: (audio, out) => [523.3, 659.3, 880].forEach((pitch, i) => strike(audio, out, i * 0.08, pitch, 0.6, 0.15)),
  tick: (audio, out) => strike(audio, out, 0, 1174.7, 0.12, 0.1),
  twist: (audio, out) => [440, 392].forEach((pitch, i) => strike(audio, out, i * 0.09, pitch, 0.5, 0.16, "triangle")),
  notice: (audio, out) => [0, 0.11].forEach((at) => slap(audio, out, at, 900, 0.07, 0.6)),
  blow: (audio, out) => {
    slap(audio, out, 0, 180, 0.22, 1);
    [196, 155.6, 130.8].forEach((pitch, i) => strike(audio, out, i * 0.06, pitch, 0.7, 0.24, "triangle"));
  },
  win: (audio, out) => [392, 523.3, 659.3, 784].forEach((pitch, i) => strike(audio, out, i * 0.12, pitch, 0.9, 0.17)),
  refused: (audio, out) =>
    [185, 174.6].forEach((pitch, i) => strike(audio, out, i * 0.13, pitch, 0.2, 0.2, "triangle")),
};

/** Play a sound; `volume` is from 0 to 100. */
export function play(sound: Sound, volume: number): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const out = context.createGain();
  out.gain.value = (volume / 100) ** 1.6; // loudness as it is perceived
  out.connect(context.destination);
  SCORES[sound](context, out);
}

const TICKS = 5; // seconds that are heard before the time of a decision is up
const LATER = 260; // ms after the card, so that the turn is heard separately

/** Play the sounds of a table: of the end, of moments, of cards. Returns the function that ends it. */
export function hear(table: TableStore, volume: () => number): () => void {
  const tricks = new Set(table.spec.zones.filter((zone) => zone.role === "trick").map((zone) => zone.id));
  const asked = (): boolean => table.waitsFor(table.me) && table.view.legal.length > 0; // in a review nobody is asked
  let mine = asked();
  let status = table.view.status;
  let ticks: ReturnType<typeof setTimeout>[] = [];
  let until = 0;
  function count(): void {
    const ends = table.watching ? 0 : (table.view.clocks[table.me]?.until ?? 0);
    if (ends === until) return;
    until = ends;
    ticks.forEach(clearTimeout);
    const left = table.here(until) - Date.now();
    const times = Array.from({ length: until ? TICKS : 0 }, (_, n) => left - 1000 * (TICKS - n));
    ticks = times.filter((ms) => ms > 0).map((ms) => setTimeout(() => play("tick", volume()), ms));
  }
  count();
  const ends = [
    () => ticks.forEach(clearTimeout),
    table.onShown(count),
    table.onProblem(() => play("refused", volume())),
    table.listen((events) => {
      const over = table.view.status === "match_over" && status !== "match_over";
      const sound = over ? "win" : loudest(events, tricks);
      if (sound) play(sound, volume());
      const turn = asked();
      if (turn && !mine) setTimeout(() => play("turn", volume()), LATER);
      mine = turn;
      status = table.view.status;
    }),
  ];
  return () => ends.forEach((end) => end());
}

function loudest(events: readonly GameEvent[], tricks: ReadonlySet<string>): Sound | null {
  const moment = strongest(events);
  if (moment) return moment.moment;
  const moves = events.filter(({ kind }) => kind === "move");
  if (moves.some(({ dst }) => tricks.has(dst))) return "card";
  return moves.length > 0 ? "gather" : null;
}
