import type { FoundFace } from '@titular/contract';
import type { FaceMesh } from '../face-mesh.ts';
import type { Picture, Point, Region } from '../luminance.ts';

/** A face that the detector found, in pixels of the picture; `score` from 0 to 1. */
export type Detection = Pick<FoundFace, 'box' | 'score'>;

/** The 68 landmarks of a face, and the size of the crop that they were read from. */
export type Landmarks = { points: Point[]; crop: Region };

/** Sides of the squares that the detector searches: the first suits a face that fills a selfie, the second finds one farther away. */
export const DETECTOR_SIDES = [224, 416] as const;

/** What is measured on one face in a picture. */
export interface Nets {
  /** Faces with a score above the least, the surest first. */
  detect(picture: Picture, side: (typeof DETECTOR_SIDES)[number]): Promise<Detection[]>;
  /** Undefined where less than a pixel of the box lies in the picture. */
  landmarks(picture: Picture, box: Region): Promise<Landmarks | undefined>;
  descriptor(picture: Picture, landmarks: Landmarks): Promise<Float32Array>;
  mesh(picture: Picture, landmarks: readonly Point[]): Promise<FaceMesh>;
}
