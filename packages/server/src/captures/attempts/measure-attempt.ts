import {
  axisOf,
  combineSolidity,
  EngineBusyError,
  EngineUnavailableError,
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
import type { TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { rateLimited } from '../../kernel/http/admission/rate-limited.ts';
import type { TenantKey, TenantKeys } from '../../tenants/index.ts';
import type { FrameReading } from '../challenge/challenge.ts';
import { findChips } from '../challenge/chip-store.ts';
import { showsSolidity } from '../challenge/movement-chips.ts';
import { type FacePosition, firstReading } from '../challenge/observations.ts';
import { poseRanges, showsPose } from '../challenge/pose-table.ts';
import type { Attempt } from './attempt-store.ts';
import { findFirstMeasure } from './frame-store.ts';

/** What measuring needs; `samePersonThreshold` is the largest distance between two frames of one attempt. */
export type MeasureDeps = { db: Db; engine: FaceEngine; tenantKeys: TenantKeys; samePersonThreshold: number };

/** A picture that could be measured. */
export type Analysed = Extract<FrameAnalysis, { kind: 'analysed' }>;

/** An engine that is full refuses with 42902, one that is away with 50001: the page sends the frame again. */
function refuseForEngine(error: unknown): never {
  if (error instanceof EngineBusyError) {
    rateLimited.add({ budget: 'engine' });
    throw new Refusal('42902');
  }
  if (error instanceof EngineUnavailableError)
    throw new Refusal('50001', 'No face can be measured now; the frame does not count.');
  throw error;
}

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
  return engine.analyse(image, required, owner, lastPose).catch(refuseForEngine);
}

/** What a frame of a step has to show, by the table that judges it too; the step now asked for unless another is named. */
export const requiredRanges = (
  { poses, step: asked, movement, observations }: Attempt,
  step = asked,
): PoseRanges => poseRanges(poses[step] ?? 'front', movement, firstReading(observations));

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
    const reading = await engine.measureRelief(front, moved, axisOf(pose), owner).catch(refuseForEngine);
    return pose === 'mouth' ? judgeJaw(reading) : judgeRelief(reading, pose);
  };
  const found = await judge(before);
  return found === 'solid' ? found : combineSolidity(found, await judge(after));
}

/** Reads a measured frame against the first one that its attempt kept. */
export async function readFrame(
  deps: MeasureDeps,
  tenantId: TenantId,
  attempt: Attempt,
  analysis: Analysed,
): Promise<FrameReading> {
  const quality = qualityHint(analysis);
  const place = placeFace(analysis);
  const { face } = analysis;
  if (!face || !place || attempt.step === 0) return { quality, face: place, samePerson: true };
  const key = await deps.tenantKeys(tenantId);
  const first = await findFirstMeasure(deps.db, tenantId, key, attempt.attemptId);
  // Another engine took over in the midst of the attempt: what it measured says nothing of the frames before.
  if (first && first.engineVersion !== deps.engine.version)
    throw new Refusal('40062', 'The attempt was begun with another face engine.');
  // A face that does not show what is wanted is not identified, and nobody asks whose it is.
  const { identity } = face;
  const distance =
    first && identity
      ? euclideanDistance(first.measure.descriptor, identity.descriptor)
      : Number.POSITIVE_INFINITY;
  return {
    quality,
    face: place,
    samePerson: distance <= deps.samePersonThreshold,
    solidity:
      quality === 'good' ? await solidityOf(deps, tenantId, key, attempt, place, face.chip) : undefined,
    isFlat: () => (identity ? flatness(first?.surroundings, identity, place.size, attempt) : undefined),
  };
}
