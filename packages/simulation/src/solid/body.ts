import type { Picture } from '../picture.ts';
import { drawBetween, type Random } from '../random.ts';
import { type HeadPart, partOf } from './head/head-part.ts';
import { gridTriangles } from './head/surface.ts';

/** Half width, half depth and middle of a level in cm of the head's frame, and how far it goes with the head. */
type Level = readonly [y: number, across: number, deep: number, middleZ: number, withHead: number];

/** From the base of the skull to the collar; a chin is at -9.4. */
const NECK: readonly Level[] = [
  [-5, 5, 4.2, -6, 1],
  [-8, 5.6, 4.7, -6, 0.85],
  [-11, 5.8, 5, -6.1, 0.55],
  [-13.5, 6.3, 5.3, -6.2, 0.25],
  [-16, 7.6, 5.7, -6.3, 0.05],
  [-19, 10, 6, -6.4, 0],
];

/** Shoulders 42 cm wide, and the chest as far as a camera sees it. */
const TORSO: readonly Level[] = [
  [-13.8, 7.6, 6.2, -6.3, 0],
  [-15.2, 10.4, 7, -6.3, 0],
  [-16.8, 16, 8, -6.2, 0],
  [-19, 19.6, 9, -6, 0],
  [-24, 21.3, 10.2, -5.6, 0],
  [-34, 21.8, 10.8, -5.4, 0],
  [-52, 22, 11, -5.4, 0],
];
const COLUMNS = 28;

function loft(levels: readonly Level[], texture: Picture): HeadPart {
  const [top, bottom] = [levels[0]?.[0] as number, levels.at(-1)?.[0] as number];
  const rows = levels.flatMap(([y, across, deep, middleZ, withHead]) =>
    Array.from({ length: COLUMNS + 1 }, (_, column) => {
      const angle = (column / COLUMNS) * 2 * Math.PI;
      // From behind over the person's right and the front: the front is in the middle of the texture.
      return [
        -across * Math.sin(angle),
        y,
        middleZ - deep * Math.cos(angle),
        column / COLUMNS,
        (top - y) / (top - bottom),
        0,
        withHead,
      ];
    }),
  );
  return partOf(rows, gridTriangles(levels.length, COLUMNS + 1, false), texture);
}

function textureOf(
  width: number,
  height: number,
  lightAt: (x: number, y: number) => number,
  colour: readonly number[],
): Picture {
  const pixels = new Uint8Array(width * height * 3);
  for (let place = 0; place < width * height; place += 1) {
    const light = lightAt(place % width, Math.floor(place / width));
    for (let channel = 0; channel < 3; channel += 1)
      pixels[place * 3 + channel] = Math.min(
        255,
        Math.max(0, Math.round((colour[channel] as number) * light)),
      );
  }
  return { width, height, pixels };
}

/** The neck in the colour of the skin: its upper end turns with the head, its lower end stays. */
export const makeNeck = (skin: readonly number[], random: Random): HeadPart =>
  loft(
    NECK,
    textureOf(64, 64, (_, y) => 0.72 + 0.2 * (y / 63) + (random() - 0.5) * 0.05, skin),
  );

/** Shoulders in a plain garment of a drawn colour with folds. */
export function makeTorso(random: Random): HeadPart {
  const base = drawBetween(random, 35, 170);
  const colour = [0, 1, 2].map(() => base * drawBetween(random, 0.7, 1.25));
  const folds = Array.from({ length: 9 }, () => ({
    x: random() * 2 * Math.PI,
    across: drawBetween(random, 4, 26),
    down: drawBetween(random, -9, 9),
  }));
  const lightAt = (x: number, y: number): number =>
    1 +
    folds.reduce(
      (sum, fold) => sum + 0.035 * Math.sin(fold.x + (fold.across * x) / 40 + (fold.down * y) / 40),
      0,
    ) +
    (random() - 0.5) * 0.08;
  return loft(TORSO, textureOf(256, 128, lightAt, colour));
}
