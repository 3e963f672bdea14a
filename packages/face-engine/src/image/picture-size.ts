import { openSharp } from './open-sharp.ts';

/** Longer side of an encoded picture in pixels, by its header alone; 0 where it has none. */
export async function longerSideOf(image: Uint8Array): Promise<number> {
  const sharp = await openSharp();
  const { width = 0, height = 0 } = await sharp(image).metadata();
  return Math.max(width, height);
}
