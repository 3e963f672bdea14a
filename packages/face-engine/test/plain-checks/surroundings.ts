import { averageGrid, type Picture, type Region } from './luminance.ts';

/** Cells across and down of the small picture. */
const GRID = 64;
const BOX_BYTES = 8;
const WHOLE = 65_535;

/** A small picture of all that is seen, with the place of the face in it. */
export function surroundingsOf(picture: Picture, box: Region): Uint8Array {
  const kept = new Uint8Array(GRID * GRID + BOX_BYTES);
  kept.set(Uint8Array.from(averageGrid(picture, GRID), Math.round));
  const parts = [
    box.x / picture.width,
    box.y / picture.height,
    box.width / picture.width,
    box.height / picture.height,
  ];
  const view = new DataView(kept.buffer);
  for (const [index, part] of parts.entries())
    view.setUint16(GRID * GRID + index * 2, Math.round(Math.min(1, Math.max(0, part)) * WHOLE));
  return kept;
}
