import type { FrameAnalysis } from '../measure/frame-analysis.ts';
import type { PoseRanges } from '../measure/pose-ranges.ts';
import type { FaceChip } from '../solidity/face-chip.ts';
import type { ReliefAxis, ReliefReading } from '../solidity/relief.ts';
import type { FrameOwner } from './fair-queue.ts';

/** Measures faces; versions with different names make descriptors that cannot be compared. */
export interface FaceEngine {
  readonly version: string;
  /**
   * Measures one picture; with ranges, what identifies a face and its chip only of one within them, or within `lastPose`: who has passed
   * a step goes on showing it. A challenge reads nothing else of the others.
   * Throws `EngineBusyError` when too many pictures wait, `EngineUnavailableError` when nothing can be measured now, and a fault when the engine
   * broke on this one. Pictures that wait are measured in turns of their owners.
   */
  analyse(
    image: Uint8Array,
    required?: PoseRanges,
    owner?: FrameOwner,
    lastPose?: PoseRanges,
  ): Promise<FrameAnalysis>;
  /** Measures relief between a face from the front and the same face moved; throws as `analyse` does. */
  measureRelief(
    front: FaceChip,
    moved: FaceChip,
    axis: ReliefAxis,
    owner?: FrameOwner,
  ): Promise<ReliefReading>;
  /** Why nothing can be measured now, in words for the operator; undefined when it can. */
  problem(): string | undefined;
  close(): Promise<void>;
}

/** Too many pictures wait already; trying again in a second may succeed. */
export class EngineBusyError extends Error {
  override readonly name = 'EngineBusyError';
  /** Whether this picture was taken and then waited too long. */
  readonly isLate: boolean;

  constructor(message: string, { isLate = false } = {}) {
    super(message);
    this.isLate = isLate;
  }
}

/** The engine cannot be reached, or is no longer the one that was started with; the message says which. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
}

/** No engine to start with: it does not answer by the contract, or not as the one that it announces. The message is the rest of a sentence that begins with the setting of its address. */
export class EngineUnusableError extends Error {
  override readonly name = 'EngineUnusableError';
}
