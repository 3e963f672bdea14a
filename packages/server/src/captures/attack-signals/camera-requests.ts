import type { CameraReport, CameraRequest, CameraRequestKind, ChallengePose } from '@titular/contract';
import type { CameraAnswer } from './camera-answer.ts';
import type { ZoomFinding } from './camera-zoom.ts';

/**
 * Result of a camera request. `claimed_only`: settings changed, pictures did not. `ignored`: neither did, or the page
 * never answered. `unclear`: the pictures do not tell.
 */
export type CameraResult = 'followed' | 'claimed_only' | 'ignored' | 'unsupported' | 'late' | 'unclear';

/** A request that was drawn: due in its step after so many frames, or as soon as a later step has begun. */
type PlannedRequest = { kind: CameraRequestKind; value: number; step: number; after: number };

/** A request under way, and what the frames showed before it. */
export type PendingRequest = CameraRequest & {
  askedMs: number;
  frames: number;
  /** Longer side of the frame before, in pixels. */
  longerSide: number;
  /** Height of the face in it, as part of its shorter side. */
  faceSize: number;
  /** The last kept frame before. */
  keptStep: number;
  /** Frames that came with the answer that it was applied, and when the first did. */
  applied: number;
  appliedMs?: number;
};

/** An answered request; `delayMs` is what the page says that the camera took, `seenMs` from our asking to our finding. */
export type AnsweredRequest = {
  kind: CameraRequestKind;
  result: CameraResult;
  delayMs?: number;
  seenMs: number;
};

/** The camera requests of an attempt, kept with it; the plan is never told. */
export type CameraCheck = {
  plan: readonly PlannedRequest[];
  framesInStep: number;
  asked: number;
  pending?: PendingRequest;
  results: readonly AnsweredRequest[];
};

/**
 * Longer sides asked for, in pixels. Nothing is lost for the person: of 23 pictures of the test kit at 416 by 312 instead of 640 by 480,
 * none got another hint for the worse, sharpness was 0.80 to 1.09 of before (least 98, the limit is 12), and descriptors moved by 0.148 at
 * most (seven in ten of what two frames of one person may differ stay free). Of 48 attempts of rendered heads in which all frames but the
 * first were of 480 or 416 pixels none was refused as flat; of 24 of 640 pixels one.
 */
const SIDES = { least: 416, step: 16, count: 9 } as const;
/** Cameras below this are not asked for less. */
const MIN_PRESENT_SIDE = 600;

/** Pictures a second asked for: twice what the page sends and more. */
const RATES = { least: 12, count: 5 } as const;
const MIN_PRESENT_RATE = 24;

/**
 * Times the present zoom. Rendered heads in whole attempts (persons a, b, c, eight takes) that were zoomed in one step of facing the camera:
 * refused as flat 4 of 48 at 1.15 and 6 of 48 at 1.25, where none was zoomed 4 of 48. Zoomed through whole movements at 1.25, 4 of 48.
 */
const ZOOMS = [1.12, 1.15, 1.18] as const;
/** Largest face that a zoom leaves whole, with its head turned, and room around it to see the change in. */
const MAX_ZOOMED_FACE = 0.5;

/** A request becomes due after up to so many frames of its step. */
const MAX_AFTER = 3;

type Draw = (
  report: Required<Pick<CameraReport, 'settings' | 'capabilities'>>,
  random: () => number,
) => number | undefined;

const DRAWS: Readonly<Record<CameraRequestKind, Draw>> = {
  size: ({ settings: { width, height }, capabilities }, random) => {
    if (width === undefined || height === undefined || !capabilities.width || !capabilities.height)
      return undefined;
    const [longer, shorter] = [Math.max(width, height), Math.min(width, height)];
    const value = SIDES.least + SIDES.step * Math.floor(random() * SIDES.count);
    const least = Math.max(capabilities.width.min, capabilities.height.min);
    return longer >= MIN_PRESENT_SIDE && least <= (value * shorter) / longer ? value : undefined;
  },
  rate: ({ settings: { frameRate = 0 }, capabilities }, random) => {
    const value = RATES.least + Math.floor(random() * RATES.count);
    const can = capabilities.frameRate;
    return can && frameRate >= MIN_PRESENT_RATE && can.min <= value ? value : undefined;
  },
  zoom: ({ settings: { zoom = 0 }, capabilities }, random) => {
    const value = ZOOMS[Math.floor(random() * ZOOMS.length)] ?? ZOOMS[0];
    const can = capabilities.zoom;
    return can && zoom > 0 && can.min <= zoom && can.max >= zoom * value ? value : undefined;
  },
};

/** Kinds by how much of the answer the pictures show: those first draw the lot. */
const SEEN_IN_PICTURES: readonly CameraRequestKind[] = ['size', 'zoom'];

const pick = <T>(random: () => number, from: readonly T[]): T | undefined =>
  from[Math.floor(random() * from.length)];

/** Steps in which a kind may be asked for: never the first nor the last. A zoom only where the person faces the camera, and never where distance is what is measured. */
function stepsFor(kind: CameraRequestKind, poses: readonly ChallengePose[]): number[] {
  const isOfDistance = poses.includes('nearer') || poses.includes('farther');
  return poses.flatMap((pose, step) => {
    const isInside = step > 0 && step < poses.length - 1;
    return isInside && (kind !== 'zoom' || (pose === 'front' && !isOfDistance)) ? [step] : [];
  });
}

/** Draws one or two requests that the camera says it can follow, each of its own kind and step; undefined where it tells nothing. `random` gives [0, 1). */
export function drawCameraRequests(
  random: () => number,
  poses: readonly ChallengePose[],
  report: CameraReport | undefined,
): CameraCheck | undefined {
  const { settings, capabilities } = report ?? {};
  if (!settings || !capabilities) return undefined;
  const possible = (Object.keys(DRAWS) as CameraRequestKind[]).flatMap((kind) => {
    const value = DRAWS[kind]({ settings, capabilities }, random);
    return value === undefined || stepsFor(kind, poses).length === 0 ? [] : [{ kind, value }];
  });
  const visible = possible.filter(({ kind }) => SEEN_IN_PICTURES.includes(kind));
  const first = pick(random, visible.length > 0 ? visible : possible);
  if (!first) return undefined;
  const second =
    random() < 0.5
      ? pick(
          random,
          possible.filter(({ kind }) => kind !== first.kind),
        )
      : undefined;
  const plan: PlannedRequest[] = [];
  for (const one of second ? [first, second] : [first]) {
    const free = stepsFor(one.kind, poses).filter((step) => plan.every((other) => other.step !== step));
    const step = pick(random, free);
    if (step !== undefined) plan.push({ ...one, step, after: Math.floor(random() * (MAX_AFTER + 1)) });
  }
  plan.sort((one, other) => one.step - other.step);
  return { plan, framesInStep: 0, asked: 0, results: [] };
}

/** What one frame tells of the camera. */
export type CameraFrame = {
  /** The step asked for once it was judged, of so many. */
  step: number;
  steps: number;
  kept: boolean;
  ended: boolean;
  atMs: number;
  longerSide: number;
  faceSize: number | undefined;
  answer: CameraAnswer | undefined;
  /** What the pictures show of a zoom; `unclear` where none was looked for. */
  zoom: ZoomFinding;
};

/** Part of the longer side from which on a frame is smaller than before; the least change asked for is 544 of 640, 0.85. */
const SMALLER = 0.92;
/** So many times the rate asked for still follow it: pictures come unevenly, and 24 a second is 1.5 times the highest asked for. */
const SLOWER = 1.4;
/** A face that grew by so much may have been zoomed. Boxes of one face of one size were up to 1.09 apart, in 9 pairs that differed by a shift. */
const GROWN_FACE = 1.12;

/** Frames and time for a page to answer at all, and for the pictures after an answer: a phone may open its sensor anew, and stand still meanwhile. */
const ANSWER_PATIENCE = { frames: 10, ms: 5_000 } as const;
const PICTURE_PATIENCE: Readonly<Record<CameraRequestKind, { frames: number; ms: number }>> = {
  size: { frames: 6, ms: 2_000 },
  rate: { frames: 6, ms: 2_000 },
  // A zoom opens nothing anew, and ends with its step.
  zoom: { frames: 3, ms: 800 },
};

type Sight = 'shown' | 'hidden' | 'unclear';

const SIGHTS: Readonly<Record<CameraRequestKind, (asked: PendingRequest, frame: CameraFrame) => Sight>> = {
  size: ({ longerSide }, frame) => (frame.longerSide <= longerSide * SMALLER ? 'shown' : 'hidden'),
  rate: ({ value }, { answer }) => {
    if (answer?.seen === undefined) return 'unclear';
    return answer.seen <= value * SLOWER ? 'shown' : 'hidden';
  },
  zoom: ({ faceSize }, frame) => {
    if (frame.zoom !== 'unchanged') return frame.zoom === 'grown' ? 'shown' : 'unclear';
    return (frame.faceSize ?? 0) < faceSize * GROWN_FACE ? 'hidden' : 'unclear';
  },
};

const CLAIMS: Readonly<Record<CameraRequestKind, (asked: PendingRequest, claimed: number) => boolean>> = {
  size: ({ longerSide }, claimed) => claimed <= longerSide * SMALLER,
  rate: ({ value }, claimed) => claimed <= value * SLOWER,
  zoom: ({ value }, claimed) => claimed >= 1 + (value - 1) / 2,
};

function judgeApplied(
  asked: PendingRequest,
  frame: CameraFrame,
  claimed: number | undefined,
): CameraResult | undefined {
  const sight = SIGHTS[asked.kind](asked, frame);
  if (sight === 'shown') return 'followed';
  const sinceMs = frame.atMs - (asked.appliedMs ?? frame.atMs);
  const patience = PICTURE_PATIENCE[asked.kind];
  if (asked.applied < patience.frames || sinceMs < patience.ms) return undefined;
  if (claimed === undefined) return 'unclear';
  if (!CLAIMS[asked.kind](asked, claimed)) return 'ignored';
  return sight === 'hidden' ? 'claimed_only' : 'unclear';
}

function judgeRequest(asked: PendingRequest, frame: CameraFrame): CameraResult | undefined {
  const { answer } = frame;
  if (!answer) {
    const isOver = asked.frames >= ANSWER_PATIENCE.frames && frame.atMs - asked.askedMs >= ANSWER_PATIENCE.ms;
    if (!isOver) return undefined;
    return asked.kind === 'size' && SIGHTS.size(asked, frame) === 'shown' ? 'followed' : 'ignored';
  }
  if (answer.outcome === 'timed_out') return 'late';
  return answer.outcome === 'applied' ? judgeApplied(asked, frame, answer.claimed) : 'unsupported';
}

/** Counts the frame to the request under way, and judges it; the same check without it once it has a result. */
function followPending(check: CameraCheck, frame: CameraFrame): CameraCheck {
  const { pending: before, ...rest } = check;
  if (!before) return check;
  const answer = frame.answer?.id === before.id ? frame.answer : undefined;
  const isApplied = answer?.outcome === 'applied';
  const pending: PendingRequest = {
    ...before,
    frames: before.frames + 1,
    applied: before.applied + (isApplied ? 1 : 0),
    ...(isApplied ? { appliedMs: before.appliedMs ?? frame.atMs } : {}),
  };
  const result = judgeRequest(pending, { ...frame, answer });
  // What would zoom the movement that follows is dropped without a result, and the page undoes it.
  if (!result) return pending.kind === 'zoom' && frame.kept ? rest : { ...rest, pending };
  const answered: AnsweredRequest = {
    kind: pending.kind,
    result,
    ...(answer ? { delayMs: answer.delayMs } : {}),
    seenMs: frame.atMs - pending.askedMs,
  };
  return { ...rest, results: [...check.results, answered] };
}

/** Whether asking now costs the person nothing and can be seen. */
function mayAsk({ kind, value }: PlannedRequest, { faceSize, longerSide }: CameraFrame): boolean {
  if (kind === 'size') return value <= longerSide * SMALLER;
  return kind === 'rate' || (faceSize !== undefined && faceSize <= MAX_ZOOMED_FACE);
}

/** Asks for the next request of the plan when it is due; one that cannot be seen now is left out. */
function askNext(check: CameraCheck, frame: CameraFrame): CameraCheck {
  const [next, ...plan] = check.plan;
  if (check.pending || !next || frame.step >= frame.steps - 1) return check;
  const isDue = frame.step > next.step || (frame.step === next.step && check.framesInStep >= next.after);
  if (!isDue) return check;
  if (!mayAsk(next, frame)) return { ...check, plan };
  const asked = check.asked + 1;
  const pending: PendingRequest = {
    id: asked,
    kind: next.kind,
    value: next.value,
    askedMs: frame.atMs,
    frames: 0,
    longerSide: frame.longerSide,
    faceSize: frame.faceSize ?? 0,
    keptStep: frame.step - 1,
    applied: 0,
  };
  return { ...check, plan, asked, pending };
}

/** The camera requests after one more frame; with the attempt ends what is under way, without a result. */
export function advanceCameraCheck(check: CameraCheck, frame: CameraFrame): CameraCheck {
  const judged = followPending(check, frame);
  const { pending: _pending, ...rest } = judged;
  if (frame.ended) return { ...rest, plan: [] };
  const framesInStep = frame.kept ? 0 : check.framesInStep + 1;
  return askNext({ ...judged, framesInStep }, frame);
}

/** What the page is asked for now. */
export const requestOf = (check: CameraCheck | undefined): CameraRequest | undefined => {
  if (!check?.pending) return undefined;
  const { id, kind, value } = check.pending;
  return { id, kind, value };
};
