import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FaceEngine, type FrameAnalysis, type ImageLimits, qualityHint } from '@titular/face-engine';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import {
  type Calibration,
  type Comparisons,
  compareAll,
  countIndependent,
  curveOf,
  findTarget,
  inOrder,
  MAX_COMPARISONS,
  measurePoints,
  sortDistances,
  tooFewSentence,
  USUAL_THRESHOLDS,
} from './calibration.ts';
import { countComparisons, type LabelledPictures, type LeftOut } from './labelled-pictures.ts';
import { type PictureDirectory, readBelow } from './read-labelled-pictures.ts';
import {
  binByThreshold,
  type ComparisonList,
  drawPersons,
  matchShares,
  middleOf,
  seededRandom,
} from './resample-persons.ts';

/** Limits of one picture of an operator: cameras make larger ones than the capture page does. */
export const CALIBRATION_LIMITS: ImageLimits = {
  maximumBytes: 32 * 1024 * 1024,
  maximumPixels: 100_000_000,
  decodeTimeoutSeconds: 20,
};

/** What a calibration works with; `parallel` pictures are held at once. */
export type CalibrateDeps = {
  engine: Pick<FaceEngine, 'version' | 'analyse'>;
  parallel: number;
  say(text: string): void;
  stopping: AbortSignal;
  now: Date;
};

/** What is asked: thresholds to tell besides the usual ones, a false match rate to find one for, and the seed of the draws. */
export type CalibrateRequest = { thresholds: readonly number[]; fmr: number | undefined; seed: number };

const DRAWS = 1000;
const MIN_DRAWS = 100;
const MAX_DRAWN_COMPARISONS = 2_000_000_000;

/** Refuses, before a picture is read, labels that cannot answer what is asked. */
export function checkLabels(labelled: LabelledPictures, fmr: number | undefined): void {
  const { mated, nonMated } = countComparisons(labelled);
  if (mated === 0 || nonMated === 0) {
    const missing = mated === 0 ? 'two pictures of one person' : 'pictures of two persons';
    throw new OperatorRefusal('invalid', `There is nothing to compare: it takes ${missing} at least.`);
  }
  if (mated + nonMated > MAX_COMPARISONS) {
    throw new OperatorRefusal(
      'invalid',
      `These are ${mated + nonMated} comparisons, more than ${MAX_COMPARISONS}: name those that count in pairs.csv.`,
    );
  }
  if (fmr !== undefined && nonMated < 3 / fmr - 1e-6)
    throw new OperatorRefusal('forbidden', tooFewSentence(fmr, nonMated));
}

type Measured = {
  descriptors: (Float32Array | undefined)[];
  leftOut: LeftOut[];
  belowCaptureQuality: number;
  digests: (string | undefined)[];
};

const reasonOf = (analysis: FrameAnalysis): string | undefined => {
  if (analysis.kind === 'refused') return analysis.reason;
  if (!analysis.face) return 'no_face';
  return analysis.faceCount > 1 ? 'several_faces' : undefined;
};

type PictureResult = { digest?: string; reason?: string; descriptor?: Float32Array; isPoor?: boolean };

async function lookAt(
  { engine, stopping }: CalibrateDeps,
  directory: PictureDirectory,
  path: string,
): Promise<PictureResult> {
  const file = await readBelow(directory, path, CALIBRATION_LIMITS.maximumBytes);
  if (file.kind === 'left_out') return { reason: file.reason };
  const digest = createHash('sha256').update(file.bytes).digest('hex');
  const analysis = await engine.analyse(file.bytes).catch(() => undefined);
  stopping.throwIfAborted();
  if (!analysis) return { digest, reason: 'not_measured' };
  const reason = reasonOf(analysis);
  if (reason !== undefined || analysis.kind === 'refused' || !analysis.face?.identity)
    return { digest, reason: reason ?? 'no_face' };
  return { digest, descriptor: analysis.face.identity.descriptor, isPoor: qualityHint(analysis) !== 'good' };
}

/** A second copy of a file tells nothing and is left out; one under another person tells that a label is wrong. */
function leaveOutCopies({ paths, persons }: LabelledPictures, looked: PictureResult[]): void {
  const firsts = new Map<string, number>();
  for (const [index, { digest }] of looked.entries()) {
    if (digest === undefined) continue;
    const first = firsts.get(digest);
    if (first === undefined) {
      firsts.set(digest, index);
      continue;
    }
    if (persons[first] !== persons[index]) {
      throw new OperatorRefusal(
        'invalid',
        `${paths[first]} and ${paths[index]} are the same file, but not labelled as one person: one of the labels is wrong.`,
      );
    }
    looked[index] = { digest, reason: 'copy_of_another' };
  }
}

async function measurePictures(
  deps: CalibrateDeps,
  directory: PictureDirectory,
  labelled: LabelledPictures,
): Promise<Measured> {
  const { paths } = labelled;
  const looked: PictureResult[] = paths.map(() => ({}));
  let [next, done] = [0, 0];
  const work = async (): Promise<void> => {
    for (let index = next++; index < paths.length; index = next++) {
      deps.stopping.throwIfAborted();
      looked[index] = await lookAt(deps, directory, paths[index] ?? '');
      done += 1;
      deps.say(`Measuring: ${done} of ${paths.length} pictures …`);
    }
  };
  await Promise.all(Array.from({ length: deps.parallel }, work));
  leaveOutCopies(labelled, looked);
  return {
    descriptors: looked.map(({ descriptor }) => descriptor),
    digests: looked.map(({ digest }) => digest),
    belowCaptureQuality: looked.filter(({ isPoor }) => isPoor).length,
    leftOut: looked.flatMap(({ reason }, index) =>
      reason === undefined ? [] : [{ path: paths[index] ?? '', reason }],
    ),
  };
}

type Draws = { fmr: number[][]; fnmr: number[][]; draws: number };

async function drawRates(
  { say, stopping }: CalibrateDeps,
  { mated, nonMated }: Comparisons,
  thresholds: readonly number[],
  { present, seed }: { present: readonly number[]; seed: number },
): Promise<Draws> {
  const count = mated.distances.length + nonMated.distances.length;
  const draws = Math.min(DRAWS, Math.max(MIN_DRAWS, Math.floor(MAX_DRAWN_COMPARISONS / count)));
  const random = seededRandom(seed);
  const drawn: Draws = { fmr: thresholds.map(() => []), fnmr: thresholds.map(() => []), draws };
  const sharesOf = (list: ComparisonList) => {
    const bins = binByThreshold(list.distances, thresholds);
    return (weights: Uint32Array) => matchShares(list, bins, weights, thresholds.length);
  };
  const [matedShares, nonMatedShares] = [sharesOf(mated), sharesOf(nonMated)];
  for (let draw = 1; draw <= draws; draw += 1) {
    const weights = drawPersons(random, present);
    for (const [index, share] of (nonMatedShares(weights) ?? []).entries()) drawn.fmr[index]?.push(share);
    for (const [index, share] of (matedShares(weights) ?? []).entries()) drawn.fnmr[index]?.push(1 - share);
    say(`Drawing persons anew: ${draw} of ${draws} …`);
    await nextTurn();
    stopping.throwIfAborted();
  }
  return drawn;
}

/** A list that `sha256sum` can make again: the digest and path of each picture, and which are compared. */
function digestOf({ paths, pairs }: LabelledPictures, digests: Measured['digests']): string {
  const hash = createHash('sha256');
  for (const [index, path] of paths.entries()) hash.update(`${digests[index] ?? 'unread'}  ${path}\n`);
  for (const { one, other, mated } of pairs ?? [])
    hash.update(`${paths[one]}\t${paths[other]}\t${mated ? 1 : 0}\n`);
  return hash.digest('hex');
}

const requireBothKinds = ({ mated, nonMated }: Comparisons, { leftOut }: Measured): void => {
  if (mated.distances.length > 0 && nonMated.distances.length > 0) return;
  const listed = leftOut.map(({ path, reason }) => `${path} (${reason})`).join(', ');
  throw new OperatorRefusal(
    'invalid',
    `Too few pictures could be measured to compare both one person and two; left out: ${listed}.`,
  );
};

/** Measures each picture once, compares them, and tells the error rates; nothing of the pictures is kept. */
export async function calibrate(
  deps: CalibrateDeps,
  directory: PictureDirectory,
  labelled: LabelledPictures,
  { thresholds: asked, fmr, seed }: CalibrateRequest,
): Promise<Calibration> {
  const measured = await measurePictures(deps, directory, labelled);
  deps.say('Comparing …');
  const comparisons = compareAll(labelled, measured.descriptors);
  requireBothKinds(comparisons, measured);
  const distances = sortDistances(comparisons);
  const independent = countIndependent(comparisons.nonMated);
  const target = fmr === undefined ? undefined : findTarget(distances, independent, fmr);
  const found = target?.kind === 'found' ? [target.threshold] : [];
  const thresholds = inOrder([...USUAL_THRESHOLDS, ...asked, ...found]);
  const present = [...new Set(labelled.persons.filter((_, index) => measured.descriptors[index]))];
  const drawn = await drawRates(deps, comparisons, thresholds, { present, seed });
  return {
    measuredAt: deps.now,
    engineVersion: deps.engine.version,
    inputsDigest: digestOf(labelled, measured.digests),
    labels: labelled.kind,
    pictures: {
      given: labelled.paths.length,
      measured: measured.descriptors.filter(Boolean).length,
      belowCaptureQuality: measured.belowCaptureQuality,
    },
    persons: present.length,
    comparisons: {
      mated: distances.mated.length,
      nonMated: distances.nonMated.length,
      independentNonMated: independent,
      leftOut: comparisons.leftOut,
    },
    bootstrap: { seed, draws: drawn.draws },
    operatingPoints: measurePoints(distances, thresholds, {
      fmr: drawn.fmr.map(middleOf),
      fnmr: drawn.fnmr.map(middleOf),
    }),
    ...curveOf(distances),
    target,
    leftOut: [...measured.leftOut, ...labelled.unused],
  };
}
