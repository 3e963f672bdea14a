import type { StepFeedback } from '@titular/contract/page';
import { isTouched } from '../browser.ts';

/** By what a finished step is told beside the words. */
export type Signal = 'sound' | 'vibration';

const VIBRATION_MS = 40;
/** Two soft tones, the second higher, in hertz; as loud as a quiet click. */
const TONES_HZ = [587, 880] as const;
const TONE_SECONDS = 0.09;
const LOUDNESS = 0.05;

type AudioWindow = { AudioContext?: typeof AudioContext; webkitAudioContext?: typeof AudioContext };

let preset: StepFeedback = 'off';
// What the person chose holds for this page alone, and is kept nowhere.
const chosen = new Map<Signal, boolean>();
let context: AudioContext | undefined;

const findAudio = (): typeof AudioContext | undefined => {
  const { AudioContext: present, webkitAudioContext: old } = window as AudioWindow;
  return present ?? old;
};

/** Takes what the company wants until the person chooses. */
export function presetSignals(feedback: StepFeedback): void {
  preset = feedback;
}

/** Whether the device has a way to give the signal at all. */
export const hasSignal = (signal: Signal): boolean =>
  signal === 'sound' ? findAudio() !== undefined : 'vibrate' in navigator && isTouched();

/** Whether the signal is given; with less motion the device does not vibrate until the person asks for it. */
export function isSignalOn(signal: Signal): boolean {
  const isPreset = preset === 'both' || preset === signal;
  const isStill = signal === 'vibration' && window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return hasSignal(signal) && (chosen.get(signal) ?? (isPreset && !isStill));
}

/** Switches a signal as the person chose. */
export function setSignal(signal: Signal, on: boolean): void {
  chosen.set(signal, on);
  if (on) readySignals();
}

/** Readies the sound within a press: before one, browsers let no page be heard, and this one does not try. */
export function readySignals(): void {
  const Audio = findAudio();
  if (!isSignalOn('sound') || Audio === undefined) return;
  context ??= new Audio();
  void context.resume().catch(() => undefined);
}

function playTones(audio: AudioContext): void {
  for (const [index, hertz] of TONES_HZ.entries()) {
    const from = audio.currentTime + index * TONE_SECONDS;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = hertz;
    // It swells and fades: a tone that is cut clicks.
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(LOUDNESS, from + TONE_SECONDS / 4);
    volume.gain.linearRampToValueAtTime(0, from + TONE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + TONE_SECONDS);
  }
}

/** Tells of a finished step by what is switched on. */
export function signalStep(): void {
  if (isSignalOn('vibration')) navigator.vibrate(VIBRATION_MS);
  if (isSignalOn('sound') && context?.state === 'running') playTones(context);
}
