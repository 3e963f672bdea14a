import type { Picture } from '../picture.ts';
import { drawBetween, type Random } from '../random.ts';
import { type HeadPart, partOf } from './head-part.ts';
import { gridTriangles } from './surface.ts';

/** Half width, half depth and middle of a level in cm of the head's frame, and how far it goes with the head. */
type Level = readonly [y: number, across: number, deep: number, middleZ: number, withHead: number];

/** From the base of the skull to the collar; a chin is at -9.4. */
const NECK: readonly Level[] = [
  [-3, 5.2, 5, -3.6, 1],
  [-6, 5.3, 5.1, -3.7, 0.9],
  [-9, 5.3, 5.2, -4, 0.7],
  [-12, 5.5, 5.3, -4.6, 0.4],
  [-15, 6.1, 5.5, -5.2, 0.12],
  [-18, 8, 6, -5.6, 0],
];

/** Shoulders 42 cm wide, and the chest as far as a camera sees it. */
const TORSO: readonly Level[] = [
  [-14, 6.6, 5.9, -5.4, 0],
  [-15.6, 9.4, 7, -5.6, 0],
  [-17.4, 15.5, 8.2, -5.8, 0],
  [-20, 19.8, 9.2, -5.8, 0],
  [-26, 21.5, 10.4, -5.6, 0],
  [-50, 22, 11, -5.4, 0],
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
