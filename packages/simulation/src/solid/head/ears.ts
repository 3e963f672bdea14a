import type { Picture } from '../../picture.ts';
import type { FaceShape } from '../fit-shape.ts';
import { type HeadPart, partOf } from './head-part.ts';
import { gridTriangles } from './surface.ts';

/** Points of the outline of the face before each ear: right, then left of the person. */
const BEFORE_EAR = [234, 454] as const;

/** Half height and half depth of an ear and how far it stands off the head at its back, in cm. Its middle lies this far behind and below the outline of the face. */
const HALF_HEIGHT = 3.1;
const HALF_DEPTH = 1.7;
const STANDS_OFF = 1.3;
const BEHIND = 1.9;
const BELOW = 0.4;

/** Rings from the middle of an ear to its rim, and from there back to the head. */
const RINGS = [0, 0.35, 0.7, 0.9, 1] as const;
const ANGLES = 16;

/** The hollow of an ear is darker than its rim. */
function earTexture(skin: readonly number[]): Picture {
  const height = RINGS.length + 1;
  const pixels = Uint8Array.from({ length: height * 2 * 3 }, (_, at) => {
    const ring = Math.floor(at / 6);
    return Math.round(
      (skin[at % 3] as number) * (ring === 0 ? 0.55 : ring === 1 ? 0.7 : ring === 2 ? 0.86 : 0.95),
    );
  });
  return { width: 2, height, pixels };
}

/** Both ears, some 9 to 10 cm behind the tip of the nose, in the colour of what the photograph shows there: skin or hair. */
export function makeEars(
  { positions }: FaceShape,
  colours: readonly [right: readonly number[], left: readonly number[]],
): HeadPart[] {
  return BEFORE_EAR.map((index, place) => {
    const side = place === 0 ? -1 : 1;
    const [x, y, z] = positions.subarray(index * 3, index * 3 + 3) as unknown as [number, number, number];
    const [middleY, middleZ] = [y - BELOW, z - BEHIND];
    const rows = [...RINGS, 1].flatMap((ring, row) =>
      Array.from({ length: ANGLES + 1 }, (_, step) => {
        const angle = (step / ANGLES) * 2 * Math.PI;
        const [back, up] = [ring * Math.cos(angle), ring * Math.sin(angle)];
        const isBack = row === RINGS.length;
        // The hollow lies deeper than the rim, and the last row closes the ear towards the head.
        const off = isBack ? -0.6 : STANDS_OFF * (0.5 + 0.5 * back) - 0.35 * (1 - ring * ring);
        return [
          side * (Math.abs(x) + off),
          middleY + HALF_HEIGHT * up * (1 - 0.12 * (1 - up)),
          middleZ - HALF_DEPTH * back * (isBack ? 0.7 : 1),
          0.5,
          row / RINGS.length,
          0,
          1,
        ];
      }),
    );
    const texture = earTexture(colours[place] as readonly number[]);
    return partOf(rows, gridTriangles(RINGS.length + 1, ANGLES + 1, false), texture);
  });
}
