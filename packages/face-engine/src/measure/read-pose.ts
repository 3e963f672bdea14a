import type { FaceMeasure } from './frame-analysis.ts';
import type { PoseReading } from './pose-ranges.ts';

/** What a pose is known by, of a face in a picture of this size: what an engine judges whether a face is as wanted by. */
export const readPose = (
  { box, yaw, pose }: Pick<FaceMeasure, 'box' | 'yaw' | 'pose'>,
  picture: { width: number; height: number },
): PoseReading => ({
  yaw,
  size: box.height / Math.min(picture.width, picture.height),
  pitchDegrees: pose?.pitchDegrees,
  mouthGap: pose?.mouthGap,
  jawDrop: pose?.jawDrop,
});
