import type { FrameHint } from '@titular/contract';
import { isCovered } from '../image/coverage.ts';
import type { FaceMeasure, FrameAnalysis } from './frame-analysis.ts';

type Analysed = Extract<FrameAnalysis, { kind: 'analysed' }>;

/** What can be wrong with a frame whatever pose is asked for. */
export type QualityHint = Exclude<
  FrameHint,
  'look_straight' | 'turn_left' | 'turn_right' | 'move_nearer' | 'move_farther'
>;

/** Luminance (0 to 255) below which a camera shows nothing, and bounds of a face. Wide, because skin and cheap cameras are dark, and the engine sees more than a person. */
const DARK_PICTURE = 25;
const DARK_FACE = 20;
const BRIGHT_FACE = 235;

/** Least variance of the Laplacian; a phone held still in poor light is well above it. */
const MIN_SHARPNESS = 12;

/** Height of the face as part of the shorter side of the picture. */
const SMALL_FACE = 0.22;
const CLOSE_FACE = 0.95;

/** How far the middle of the face may lie from the middle of the picture, as part of its width and height; a turned head moves. */
const OFF_CENTRE_WIDTH = 0.3;
const OFF_CENTRE_HEIGHT = 0.3;

type Check = [hint: QualityHint, isWrong: (face: FaceMeasure, picture: Analysed) => boolean];

const faceHeight = (face: FaceMeasure, picture: Analysed): number =>
  face.box.height / Math.min(picture.width, picture.height);

const CHECKS: readonly Check[] = [
  ['several_faces', (_face, picture) => picture.faceCount > 1],
  ['too_small', (face, picture) => faceHeight(face, picture) < SMALL_FACE],
  ['too_close', (face, picture) => faceHeight(face, picture) > CLOSE_FACE],
  [
    'off_centre',
    ({ box }, picture) =>
      Math.abs((box.x + box.width / 2) / picture.width - 0.5) > OFF_CENTRE_WIDTH ||
      Math.abs((box.y + box.height / 2) / picture.height - 0.5) > OFF_CENTRE_HEIGHT,
  ],
  ['too_dark', (face) => face.brightness < DARK_FACE],
  ['too_bright', (face) => face.brightness > BRIGHT_FACE],
  ['blurred', (face) => face.sharpness < MIN_SHARPNESS],
  // Last: in the dark and out of focus a face shows as little as behind a mask.
  ['occluded', ({ coverage }) => isCovered(coverage)],
];

/** The first thing to mend about a frame, in the order in which a person can mend it, or `good`. */
export function qualityHint(picture: Analysed): QualityHint {
  const { face } = picture;
  if (!face) return picture.brightness < DARK_PICTURE ? 'too_dark' : 'no_face';
  return CHECKS.find(([, isWrong]) => isWrong(face, picture))?.[0] ?? 'good';
}
