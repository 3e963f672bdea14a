import type { Picture } from '../../picture.ts';
import { LOWER_INNER_LIP, MOUTH_CORNERS, UPPER_INNER_LIP } from './canonical-face.ts';
import { type HeadPart, partOf } from './head-part.ts';

/** Depths behind the lips of the rings of the cavity in cm, and how wide each is against the lips. */
const CAVITY: readonly [behind: number, wide: number][] = [
  [0.15, 1],
  [1.2, 0.95],
  [2.8, 0.8],
  [4, 0.3],
];

/** Teeth: behind the lips, how far they stand out of the upper and the lower lip, and beyond which gap of the lips the photograph's own show. */
const TEETH_BEHIND = 0.55;
const UPPER_TEETH = 0.7;
const LOWER_TEETH = 0.3;

/** Colours of the inside: throat, palate, teeth in shadow. */
const COLOURS = [
  [26, 9, 9],
  [92, 38, 36],
  [196, 184, 164],
] as const;

function colourTexture(): Picture {
  const cell = 8;
  const width = cell * COLOURS.length;
  const pixels = Uint8Array.from({ length: width * cell * 3 }, (_, at) => {
    const colour = COLOURS[Math.floor((Math.floor(at / 3) % width) / cell)] as readonly number[];
    return colour[at % 3] as number;
  });
  return { width, height: cell, pixels };
}

const uvOf = (colour: number): [u: number, v: number] => [(colour + 0.5) / COLOURS.length, 0.5];

/** The dark of the mouth and teeth behind the lips; they are seen only when the lips part. */
export function makeMouthInside(positions: Float32Array, jaw: Float32Array): HeadPart {
  const [right, left] = MOUTH_CORNERS;
  const loop = [right, ...UPPER_INNER_LIP, left, ...[...LOWER_INNER_LIP].reverse()];
  const point = (index: number): [number, number, number] => [
    positions[index * 3] as number,
    positions[index * 3 + 1] as number,
    positions[index * 3 + 2] as number,
  ];
  const rows: number[][] = [];
  const triangles: number[] = [];
  for (const [ring, [behind, wide]] of CAVITY.entries()) {
    for (const [place, index] of loop.entries()) {
      const [x, y, z] = point(index);
      rows.push([x * wide, y, z - behind, ...uvOf(ring < 2 ? 1 : 0), jaw[index] as number, 1]);
      if (ring === 0) continue;
      const next = (place + 1) % loop.length;
      const [a, b] = [(ring - 1) * loop.length + place, (ring - 1) * loop.length + next];
      const [c, d] = [a + loop.length, b + loop.length];
      triangles.push(a, b, d, a, d, c);
    }
  }
  const last = (CAVITY.length - 1) * loop.length;
  const [x, y, z] = point(UPPER_INNER_LIP[4] as number);
  triangles.push(
    ...loop.flatMap((_, place) => [last + place, last + ((place + 1) % loop.length), rows.length]),
  );
  rows.push([x, y - 0.3, z - 4.4, ...uvOf(0), 0.5, 1]);
  const addTeeth = (lip: readonly number[], length: number, follows: number): void => {
    const first = rows.length;
    for (const [place, index] of lip.entries()) {
      const across = (place / (lip.length - 1)) * 2 - 1;
      const [toothX, toothY, toothZ] = point(index);
      const tall = length * (1 - 0.55 * across * across);
      const depth = toothZ - TEETH_BEHIND - 0.5 * across * across;
      rows.push([toothX * 0.92, toothY + Math.sign(length) * 0.6, depth, ...uvOf(2), follows, 1]);
      rows.push([toothX * 0.92, toothY - tall, depth, ...uvOf(2), follows, 1]);
      if (place === 0) continue;
      const at = first + place * 2;
      triangles.push(at - 2, at - 1, at + 1, at - 2, at + 1, at);
    }
  };
  addTeeth(UPPER_INNER_LIP, UPPER_TEETH, 0);
  addTeeth(LOWER_INNER_LIP, -LOWER_TEETH, 1);
  return partOf(rows, Uint16Array.from(triangles), colourTexture());
}
