import { faceBytes } from './face-chunk.ts';

/** Bytes of a slot table for each face, at most. */
const TABLE_BYTES = 16;
/** Room that threads keep for more faces, as a factor. */
const SLACK = 1.05;
/** Numbers of a descriptor of the engine inside. */
const USUAL_DIMENSION = 128;

/** Bytes that so many faces take, with what threads keep free for more. */
export const galleryBytes = (faces: number, dimension: number): number =>
  Math.ceil(faces * (faceBytes(dimension) + TABLE_BYTES) * SLACK);

/** What a process may hold: as many faces of a gallery as an operator says, if one does, and as many bytes of all galleries. */
export type GalleryBounds = { galleryLimit: number | undefined; galleryMemoryMb: number };

/** Bytes of the setting TITULAR_GALLERY_MEMORY_MB. */
export const boundBytes = ({ galleryMemoryMb }: Pick<GalleryBounds, 'galleryMemoryMb'>): number =>
  galleryMemoryMb * 1024 * 1024;

/** How many faces a gallery may have: what the operator set, and what fits into the memory as the only one. */
export function faceLimit(bounds: GalleryBounds, dimension: number = USUAL_DIMENSION): number {
  const fitting = Math.floor(boundBytes(bounds) / galleryBytes(1, dimension));
  return Math.min(bounds.galleryLimit ?? fitting, fitting);
}
