import { addSeconds } from '../../kernel/base/clock.ts';

/** A whole attempt may not last longer, however often a step begins anew. */
export const ATTEMPT_LIFETIME_SECONDS = 180;

/** An attempt takes at most this many frames, and as many times more as it has more time; a page at its fastest sends about 6 a second. */
export const MAX_FRAMES = 1200;

/** Who asked for more time has this many times as much, for a step and for the attempt. */
export const UNHURRIED_FACTOR = 4;

/** Nobody reads an instruction and moves the head within this time: what shows a step sooner does not pass it. */
export const MIN_STEP_SECONDS = 0.3;

/** How many frames an attempt takes. */
export const mostFrames = (unhurried: boolean): number => MAX_FRAMES * (unhurried ? UNHURRIED_FACTOR : 1);

/** How long a step and the attempt may last in seconds. */
export function attemptLimits(stepSeconds: number, unhurried: boolean): { step: number; attempt: number } {
  const factor = unhurried ? UNHURRIED_FACTOR : 1;
  return {
    step: stepSeconds * factor,
    attempt: ATTEMPT_LIFETIME_SECONDS * factor,
  };
}

/** The largest value of the setting for a step: a step begun earlier is over on every node. */
const MAX_STEP_SECONDS = 120;

/** An attempt without an outcome is left, and takes no selfie any more, where its step began before this. */
export const leftBefore = (now: Date, unhurried: boolean): Date =>
  addSeconds(now, -MAX_STEP_SECONDS * (unhurried ? UNHURRIED_FACTOR : 1));
