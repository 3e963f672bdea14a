import type { ChallengePose, FrameHint } from '@titular/contract/page';
import type { MessageKey } from '../i18n/messages.ts';

/** Side of the mirrored preview an arrow stands on: the person's own left is its left. */
export type ArrowSide = 'left' | 'right';

/** What the camera screen tells the person. */
export interface Guidance {
  message: MessageKey;
  arrow: ArrowSide | undefined;
  /** `adjust` asks to change place or light before the movement can count. */
  tone: 'pose' | 'adjust';
}

const poseGuidance: Readonly<Record<ChallengePose, Guidance>> = {
  front: { message: 'poseFront', arrow: undefined, tone: 'pose' },
  left: { message: 'poseLeft', arrow: 'left', tone: 'pose' },
  right: { message: 'poseRight', arrow: 'right', tone: 'pose' },
  nearer: { message: 'hintTooSmall', arrow: undefined, tone: 'pose' },
  farther: { message: 'hintTooClose', arrow: undefined, tone: 'pose' },
};

const adjust = (message: MessageKey): Guidance => ({ message, arrow: undefined, tone: 'adjust' });

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
  occluded: adjust('hintNoFace'),
  look_straight: poseGuidance.front,
  turn_left: poseGuidance.left,
  turn_right: poseGuidance.right,
  move_nearer: poseGuidance.nearer,
  move_farther: poseGuidance.farther,
};

/** Puts the server's hint into guidance; a good frame asks for the pose of the step. */
export function decideGuidance(hint: FrameHint, pose: ChallengePose): Guidance {
  return hintGuidance[hint] ?? poseGuidance[pose];
}

/** Guidance as shown, with the step it belongs to and since when it stands. */
export interface ShownGuidance {
  guidance: Guidance;
  step: number;
  sinceMs: number;
}

/** Least time a text stands before another of the same step takes its place: long enough to read, and to be spoken. */
export const STEADY_MS = 1_200;

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
