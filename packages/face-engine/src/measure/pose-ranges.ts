import type { HeadPose } from './head-pose.ts';

/** Bounds of a reading, both included; a missing one is open. */
export type Range = { least?: number; most?: number };

/** Readings of a face that a pose is known by; `size` is the height of its box as part of the picture's shorter side. */
export type PoseReading = { yaw: number; size: number } & {
  [name in keyof HeadPose]: HeadPose[name] | undefined;
};

/** What a frame has to show, in absolute readings of the engine; what is not named may be anything. */
export type PoseRanges = Readonly<Partial<Record<keyof PoseReading, Range>>>;

/** Whether a face shows what is wanted; a reading that is wanted and missing does not. */
export const isWithinRanges = (reading: PoseReading, ranges: PoseRanges): boolean =>
  Object.entries(ranges).every(([name, { least, most }]) => {
    const value = reading[name as keyof PoseReading];
    return value !== undefined && value >= (least ?? value) && value <= (most ?? value);
  });
