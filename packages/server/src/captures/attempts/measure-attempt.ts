import {
  axisOf,
  combineSolidity,
  euclideanDistance,
  type FaceChip,
  type FaceEngine,
  type FaceIdentity,
  type FrameAnalysis,
  type FrameOwner,
  judgeJaw,
  judgeRelief,
  looksFlat,
  type PoseRanges,
  pagePictureProblem,
  qualityHint,
  readPose,
  type Solidity,
} from '@titular/face-engine';
import { type OtherMeasure, type OtherMeasures, refuseForEngine } from '../../faces/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { TenantKey, TenantKeys } from '../../tenants/index.ts';
import type { FrameReading } from '../challenge/challenge.ts';
import { findChips } from '../challenge/chip-store.ts';
import { showsSolidity } from '../challenge/movement-chips.ts';
import { type FacePosition, firstReading, type Observations } from '../challenge/observations.ts';
import { poseRanges, showsPose } from '../challenge/pose-table.ts';
import { descriptorIn, versionsIn } from '../subjects/compared-versions.ts';
import type { Attempt } from './attempt-store.ts';
import { type FirstFrame, findFirstMeasure } from './frame-store.ts';

/** What measuring needs; `samePersonThreshold` is the largest distance between two frames of one attempt, `otherEngine` there in a change of engine. */
export type MeasureDeps = {
  db: Db;
  engine: FaceEngine;
  otherEngine: OtherMeasures | undefined;
  tenantKeys: TenantKeys;
  samePersonThreshold: number;
};

/** A picture that could be measured. */
export type Analysed = Extract<FrameAnalysis, { kind: 'analysed' }>;

/** The page sends the frame again. */
const refuseFrame = (error: unknown): never => refuseForEngine(error, 'the frame does not count');

/**
 * Measures a picture of a page, with ranges as the engine does, when its owner's turn comes; what no page can have sent is not decoded. An
 * engine that is full is refused with 42902, one that is away with 50001.
 */
export async function analyseFrame(
  engine: FaceEngine,
  image: Uint8Array,
  required: PoseRanges,
  owner: FrameOwner,
  lastPose?: PoseRanges,
): Promise<FrameAnalysis> {
  const problem = pagePictureProblem(image);
  if (problem) return { kind: 'refused', reason: problem };
  return engine.analyse(image, required, owner, lastPose).catch(refuseFrame);
}

/** What a frame of the step now asked for has to show, by the table that judges it too. */
export const requiredRanges = ({ poses, step, movement, observations }: Attempt): PoseRanges =>
  poseRanges(poses[step] ?? 'front', movement, firstReading(observations));

/** Where the face stands in its picture, in parts of it, and how it is held. */
export function placeFace({ face, width, height }: Analysed): FacePosition | undefined {
  if (!face) return undefined;
  const { box } = face;
  return {
    ...readPose(face, { width, height }),
    x: (box.x + box.width / 2) / width,
    y: (box.y + box.height / 2) / height,
  };
}

/** Whether what is seen now and what was seen first are something flat that was moved. */
function flatness(
  firstSurroundings: Uint8Array | undefined,
  { surroundings }: Pick<FaceIdentity, 'surroundings'>,
  size: number,
  { observations }: Attempt,
): boolean | undefined {
  const firstSize = firstReading(observations)?.size;
  if (!firstSurroundings || firstSize === undefined) return undefined;
  const first = { surroundings: firstSurroundings };
  return size > firstSize ? looksFlat(first, { surroundings }) : looksFlat({ surroundings }, first);
}

/** What made the movement of the step before, where the frame faces the camera again: it is read against the frames before and after it. */
async function solidityOf(
  { db, engine }: MeasureDeps,
  tenantId: TenantId,
  key: TenantKey,
  { attemptId, sessionId, poses, step, movement, observations }: Attempt,
  place: FacePosition,
  after: FaceChip | undefined,
): Promise<Solidity | undefined> {
  const pose = poses[step - 1];
  if (!showsSolidity(pose, movement) || !showsPose('front', place, movement, firstReading(observations)))
    return undefined;
  const chips = await findChips(db, tenantId, key, { attemptId, step: step - 2 });
  if (!chips || !after) return 'unclear';
  const [before, moved] = chips;
  const judge = async (front: FaceChip): Promise<Solidity> => {
    const owner = { tenantId, sessionId };
    const reading = await engine.measureRelief(front, moved, axisOf(pose), owner).catch(refuseFrame);
    return pose === 'mouth' ? judgeJaw(reading) : judgeRelief(reading, pose);
  };
  const found = await judge(before);
  return found === 'solid' ? found : combineSolidity(found, await judge(after));
}

/** A frame as it came: its picture, what the present engine made of it, and whose it is. */
export type MeasuredFrame = { image: Uint8Array; analysis: Analysed; owner: FrameOwner };

/** The version of the other engine that a frame has to be measured in, because the present one did not measure all frames before; undefined where that one did. */
function findEarlierVersion(
  { engine: { version }, otherEngine }: MeasureDeps,
  { observations: { measuredIn } }: Attempt,
  first: FirstFrame,
): string | undefined {
  const known = measuredIn ?? versionsIn(first);
  if (known.includes(version) && descriptorIn(first, version)) return undefined;
  const earlier = known.find((one) => otherEngine?.isOther(one) && descriptorIn(first, one));
  // What another engine measured says nothing of the frames before.
  if (earlier === undefined) throw new Refusal('40062', 'The attempt was begun with another face engine.');
  return earlier;
}

/** What an earlier engine makes of a frame; undefined where it does not see the face. */
async function measureIn(
  { otherEngine }: MeasureDeps,
  version: string,
  { image, analysis, owner }: MeasuredFrame,
): Promise<OtherMeasure | undefined> {
  const other = await otherEngine?.demand(image, analysis, owner).catch(refuseFrame);
  if (!other || other.engineVersion === version) return other;
  throw new Refusal('50001', 'No face can be measured now; the frame does not count.');
}

const distanceTo = (first: FirstFrame, version: string, descriptor: Float32Array): number =>
  euclideanDistance(descriptorIn(first, version) ?? descriptor, descriptor);

/** How far a face is from the first of its attempt, in a version that measured both; undefined where an earlier engine does not see it. */
async function distanceToFirst(
  deps: MeasureDeps,
  attempt: Attempt,
  first: FirstFrame | undefined,
  frame: MeasuredFrame,
): Promise<{ distance: number; other?: OtherMeasure } | undefined> {
  const identity = frame.analysis.face?.identity;
  const earlier = first && findEarlierVersion(deps, attempt, first);
  // A face that does not show what is wanted is not identified, and nobody asks whose it is.
  if (!first || !identity) return { distance: Number.POSITIVE_INFINITY };
  if (!earlier) return { distance: distanceTo(first, deps.engine.version, identity.descriptor) };
  const other = await measureIn(deps, earlier, frame);
  return other && { distance: distanceTo(first, earlier, other.descriptor), other };
}

/** What is told of a picture in which an engine sees no face. */
function hintUnseen({ face: _face, ...picture }: Analysed): ReturnType<typeof qualityHint> {
  return qualityHint(picture);
}

/** A frame that was read, with what the other engine made of it where that was needed. */
export type ReadFrame = FrameReading & { other?: OtherMeasure };

/** Reads a measured frame against the first one that its attempt kept. */
export async function readFrame(
  deps: MeasureDeps,
  tenantId: TenantId,
  attempt: Attempt,
  frame: MeasuredFrame,
): Promise<ReadFrame> {
  const { analysis } = frame;
  const quality = qualityHint(analysis);
  const place = placeFace(analysis);
  const { face } = analysis;
  if (!face || !place || attempt.step === 0) return { quality, face: place, samePerson: true };
  const key = await deps.tenantKeys(tenantId);
  const first = await findFirstMeasure(deps.db, tenantId, key, attempt.attemptId);
  const found = await distanceToFirst(deps, attempt, first, frame);
  if (!found)
    return {
      quality: quality === 'good' ? hintUnseen(analysis) : quality,
      face: undefined,
      samePerson: true,
    };
  const { distance, ...other } = found;
  const { identity } = face;
  return {
    ...{ quality, ...other, face: place },
    samePerson: distance <= deps.samePersonThreshold,
    solidity:
      quality === 'good' ? await solidityOf(deps, tenantId, key, attempt, place, face.chip) : undefined,
    isFlat: () => (identity ? flatness(first?.surroundings, identity, place.size, attempt) : undefined),
  };
}

/** What the other engine makes of a frame that is kept, in a change of engine alone; undefined where it cannot, which keeps nobody from going on. */
export const measureBeside = async (
  { otherEngine }: Pick<MeasureDeps, 'otherEngine'>,
  { image, analysis, owner }: MeasuredFrame,
  { other }: ReadFrame,
): Promise<OtherMeasure | undefined> => other ?? otherEngine?.measure(image, analysis, owner);

/** Engine versions that measured all kept frames of an attempt, with one more; nothing is noted where no change is under way. */
export function noteVersions(
  { engine, otherEngine }: Pick<MeasureDeps, 'engine' | 'otherEngine'>,
  { step, observations: { measuredIn } }: Attempt,
  other: OtherMeasure | undefined,
): Pick<Observations, 'measuredIn'> {
  // Of an attempt that began before the change, its first frame says enough.
  if (measuredIn === undefined && (step > 0 || !otherEngine)) return {};
  const ofFrame = [engine.version, ...(other ? [other.engineVersion] : [])];
  if (step === 0 || measuredIn === undefined) return { measuredIn: ofFrame };
  return { measuredIn: ofFrame.filter((one) => measuredIn.includes(one)) };
}
