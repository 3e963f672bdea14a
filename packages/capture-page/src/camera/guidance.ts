import type { AttemptView, ChallengePose, FrameHint } from '@titular/contract/page';
import type { MessageKey } from '../i18n/messages.ts';
import type { Brightness } from './frame-size.ts';

/**
 * Drawing for a movement: an arrow to a side of the mirrored preview, into the oval or out of it, or a mouth that
 * opens or closes.
 */
export type Cue = 'left' | 'right' | 'up' | 'down' | 'nearer' | 'farther' | 'mouth' | 'closed';

/**
 * A pose as it is asked for. `back` is facing the camera again at the distance of the first frame, and `close` facing it again after the
 * mouth was opened.
 */
export type AskedPose = ChallengePose | 'back' | 'close';

/** Decides what a step asks for; undefined after the last one. */
export function decideAskedPose(
  { movement, poses }: Pick<AttemptView, 'movement' | 'poses'>,
  step: number,
): AskedPose | undefined {
  const pose = poses[step];
  if (pose !== 'front' || step === 0) return pose;
  if (poses[step - 1] === 'mouth') return 'close';
  return movement === 'distance' ? 'back' : pose;
}

/** What the camera screen tells the person. */
export interface Guidance {
  message: MessageKey;
  cue: Cue | undefined;
  /** `adjust` asks to change place or light before the movement can count. */
  tone: 'pose' | 'adjust';
}

const poseGuidance: Readonly<Record<AskedPose, Guidance>> = {
  front: { message: 'poseFront', cue: undefined, tone: 'pose' },
  left: { message: 'poseLeft', cue: 'left', tone: 'pose' },
  right: { message: 'poseRight', cue: 'right', tone: 'pose' },
  up: { message: 'poseUp', cue: 'up', tone: 'pose' },
  down: { message: 'poseDown', cue: 'down', tone: 'pose' },
  mouth: { message: 'poseMouth', cue: 'mouth', tone: 'pose' },
  nearer: { message: 'poseNearer', cue: 'nearer', tone: 'pose' },
  farther: { message: 'poseFarther', cue: 'farther', tone: 'pose' },
  back: { message: 'poseBack', cue: undefined, tone: 'pose' },
  close: { message: 'poseClose', cue: 'closed', tone: 'pose' },
};

const adjust = (message: MessageKey): Guidance => ({ message, cue: undefined, tone: 'adjust' });

/** Shown while the camera sees nothing at all. */
export const COVERED: Guidance = adjust('hintCovered');

const hintGuidance: Readonly<Record<FrameHint, Guidance | undefined>> = {
  good: undefined,
  no_face: adjust('hintNoFace'),
  several_faces: adjust('hintSeveralFaces'),
  too_dark: adjust('hintTooDark'),
  too_bright: adjust('hintTooBright'),
  blurred: adjust('hintBlurred'),
  too_small: adjust('hintTooSmall'),
  too_close: adjust('hintTooClose'),
  off_centre: adjust('hintOffCentre'),
  occluded: adjust('hintOccluded'),
  plain_background: adjust('hintPlainBackground'),
  look_straight: poseGuidance.front,
  turn_left: poseGuidance.left,
  turn_right: poseGuidance.right,
  look_up: poseGuidance.up,
  look_down: poseGuidance.down,
  open_mouth: poseGuidance.mouth,
  close_mouth: { message: 'hintCloseMouth', cue: 'closed', tone: 'adjust' },
  move_nearer: poseGuidance.nearer,
  move_farther: poseGuidance.farther,
};

/** Puts the server's hint into guidance; a good frame asks for the pose of the step. */
export function decideGuidance(hint: FrameHint, pose: AskedPose): Guidance {
  // Who comes back to the first distance faces the camera all the time: there the words for facing it do not help.
  if (hint === 'look_straight' && pose === 'back') return poseGuidance.back;
  if (hint === 'close_mouth' && pose === 'close') return poseGuidance.close;
  return hintGuidance[hint] ?? poseGuidance[pose];
}

/** Guidance as shown, with the step it belongs to and since when it stands. */
export interface ShownGuidance {
  guidance: Guidance;
  step: number;
  sinceMs: number;
}

/** Least time a text stands before another of the same step takes its place: long enough to read, and to be spoken. */
export const STEADY_MS = 1_500;

/** Decides what to show next: a new step at once, another text of the same step only after the old one stood long enough. */
export function decideShown(
  shown: ShownGuidance | undefined,
  next: Guidance,
  step: number,
  nowMs: number,
): ShownGuidance {
  if (shown === undefined || shown.step !== step) return { guidance: next, step, sinceMs: nowMs };
  const same = shown.guidance.message === next.message;
  if (same || nowMs - shown.sinceMs < STEADY_MS) return shown;
  return { guidance: next, step, sinceMs: nowMs };
}

/** Decides whether the screen around the oval lights the face: on at a dark frame, off only at one that is too bright. */
export function decideSelfLight(lit: boolean, hint: FrameHint): boolean {
  if (hint === 'too_dark') return true;
  return hint === 'too_bright' ? false : lit;
}

/** What the page itself saw of the picture lately. */
export interface GuideView {
  /** When the server last said something of a frame. */
  answeredMs: number;
  /** Since when nothing at all is seen. */
  blackSinceMs: number | undefined;
}

/** So long a server is waited for before the page says by itself that it is dark. */
export const ANSWER_PATIENCE_MS = 1_000;
/** A hand that passes before the lens is not worth a word. */
export const COVERED_AFTER_MS = 1_500;

/** Decides what the page says of the light by itself, and what it remembers of it. */
export function decideGuideView(
  look: GuideView,
  brightness: Brightness | undefined,
  nowMs: number,
): [GuideView, 'covered' | 'dark' | undefined] {
  if (brightness !== 'black') {
    const isAlone = nowMs - look.answeredMs >= ANSWER_PATIENCE_MS;
    return [{ ...look, blackSinceMs: undefined }, brightness === 'dim' && isAlone ? 'dark' : undefined];
  }
  const blackSinceMs = look.blackSinceMs ?? nowMs;
  return [{ ...look, blackSinceMs }, nowMs - blackSinceMs >= COVERED_AFTER_MS ? 'covered' : undefined];
}
