import type { FoundFace } from '@titular/contract';

/** What of a face is in pixels. */
type Found = Pick<FoundFace, 'box' | 'landmarks'>;

const scalePoint = ({ x, y }: { x: number; y: number }, factor: number) => ({ x: x * factor, y: y * factor });

const scaleLandmarks = (
  { rightEye, leftEye, noseTip, mouthRight, mouthLeft }: FoundFace['landmarks'],
  factor: number,
): FoundFace['landmarks'] => ({
  rightEye: scalePoint(rightEye, factor),
  leftEye: scalePoint(leftEye, factor),
  noseTip: scalePoint(noseTip, factor),
  ...(mouthRight ? { mouthRight: scalePoint(mouthRight, factor) } : {}),
  ...(mouthLeft ? { mouthLeft: scalePoint(mouthLeft, factor) } : {}),
});

/** The same face in a picture that is `factor` times as large. */
export const scaleFace = <Face extends Found>({ box, landmarks, ...rest }: Face, factor: number) => ({
  ...rest,
  box: { ...scalePoint(box, factor), width: box.width * factor, height: box.height * factor },
  landmarks: scaleLandmarks(landmarks, factor),
});
