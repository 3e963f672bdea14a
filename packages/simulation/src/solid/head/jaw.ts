import { LOWER_INNER_LIP, MOUTH_CORNERS, UPPER_INNER_LIP } from './canonical-face.ts';
import { smoothStep } from './surface.ts';

/** Height and depth of the hinge of the jaw in the head's frame, in cm: just before the ears. */
export const JAW_HINGE = { y: 0.2, z: -2.2 };

/** Degrees by which the jaw falls when the mouth is opened as wide as it goes: some 4.5 cm between the teeth. */
export const WIDEST_JAW_DEGREES = 30;

/** At the corner of the mouth the skin follows the jaw by half. */
const CHEEK_FROM = 2.6;
const CHEEK_TO = -4.2;

/** Lips that belong to the upper or the lower side of the slit although they lie at the same height. */
const UPPER_LIP = new Set([
  61,
  185,
  40,
  39,
  37,
  0,
  267,
  269,
  270,
  409,
  291,
  76,
  184,
  74,
  73,
  72,
  11,
  302,
  303,
  304,
  408,
  306,
  62,
  183,
  42,
  41,
  38,
  12,
  268,
  271,
  272,
  407,
  292,
  ...UPPER_INNER_LIP,
]);
const LOWER_LIP = new Set([
  146,
  91,
  181,
  84,
  17,
  314,
  405,
  321,
  375,
  77,
  90,
  180,
  85,
  16,
  315,
  404,
  320,
  307,
  96,
  89,
  179,
  86,
  15,
  316,
  403,
  319,
  325,
  ...LOWER_INNER_LIP,
]);

/** How far each point of a face follows the jaw: the lower lip and the chin wholly, the upper lip not at all, cheeks in between. */
export function jawWeights(positions: Float32Array): Float32Array {
  const at = (index: number, axis: number): number => positions[index * 3 + axis] as number;
  const [right, left] = MOUTH_CORNERS;
  const middle = (at(right, 1) + at(left, 1)) / 2;
  const half = (at(left, 0) - at(right, 0)) / 2;
  return Float32Array.from({ length: positions.length / 3 }, (_, index) => {
    const [x, y] = [at(index, 0), at(index, 1)];
    const beside = smoothStep(middle + CHEEK_FROM, middle + CHEEK_TO, y);
    // Inside the width of the mouth the slit parts what follows from what stays; outside the cheek stretches evenly.
    const inside = Math.sqrt(Math.max(0, 1 - (Math.abs(x) / (half * 1.05)) ** 2));
    if (UPPER_LIP.has(index)) return beside * (1 - inside);
    if (LOWER_LIP.has(index)) return beside + (1 - beside) * inside;
    return y > middle ? beside * (1 - inside) : beside + (1 - beside) * inside;
  });
}

/** Moves a point with the jaw that has fallen by so many radians, written to `out` from `at`. */
export function openJaw(
  x: number,
  y: number,
  z: number,
  radians: number,
  out: Float32Array,
  at: number,
): void {
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  const [up, before] = [y - JAW_HINGE.y, z - JAW_HINGE.z];
  out[at] = x;
  out[at + 1] = JAW_HINGE.y + up * cos - before * sin;
  out[at + 2] = JAW_HINGE.z + before * cos + up * sin;
}
