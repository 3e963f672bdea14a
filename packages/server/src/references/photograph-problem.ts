import type { FrameAnalysis, ImageProblem } from '@titular/face-engine';
import { isWithinRanges, qualityHint, readPose } from '@titular/face-engine';
import { Refusal } from '../kernel/base/refusal.ts';

type Analysed = Extract<FrameAnalysis, { kind: 'analysed' }>;

const IMAGE_PROBLEMS: Readonly<Record<ImageProblem, string>> = {
  not_an_image: 'it is not a JPEG',
  unsupported_format: 'it is not a JPEG in colour with 8 bits',
  too_large: 'it is too large',
  too_many_pixels: 'it has too many pixels',
  too_small: 'it is smaller than 64 pixels',
  too_many_scans: 'it has too many scans: save it anew',
  animated: 'it is animated',
  damaged: 'it is damaged',
  too_slow: 'it takes too long to decode: save it anew, smaller',
};

const FACE_PROBLEMS: Readonly<Record<string, string>> = {
  too_small: 'the face is too small: cut the picture closer',
  too_close: 'the face fills the picture: leave some room around it',
  off_centre: 'the face is at the edge: put it in the middle',
  too_dark: 'the face is too dark',
  too_bright: 'the face is too bright',
  blurred: 'the face is blurred',
  occluded: 'something covers mouth or eyes',
};

/** Yaw up to which a face counts as seen from the front: between what a challenge takes as the front (0.15) and as a turn (0.22). */
const FRONT = { yaw: { least: -0.2, most: 0.2 } };

const notOne = (index: number, problem: string): Refusal =>
  new Refusal('40081', `photographs[${index}] shows ${problem}.`);
const notGood = (index: number, problem: string): Refusal =>
  new Refusal('40082', `photographs[${index}] is not good enough: ${problem}.`);

/** Refuses a photograph, named by its place in the request, with 40080, 40081 and 40082. */
export function refusePhotograph(index: number, analysis: FrameAnalysis): asserts analysis is Analysed {
  if (analysis.kind === 'refused')
    throw new Refusal('40080', `photographs[${index}] cannot be read: ${IMAGE_PROBLEMS[analysis.reason]}.`);
  const hint = qualityHint(analysis);
  if (hint === 'no_face' || !analysis.face) throw notOne(index, 'no face');
  if (hint === 'several_faces') throw notOne(index, 'more than one face');
  if (hint !== 'good') throw notGood(index, FACE_PROBLEMS[hint] ?? hint);
  if (!isWithinRanges(readPose(analysis.face, analysis), FRONT))
    throw notGood(index, 'the face is turned away');
}
