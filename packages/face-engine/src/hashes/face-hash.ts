import type { FoundFace } from '@titular/contract';
import type { LightPlane } from '../image/luminance.ts';
import { type FaceSquare, frameOf, sampleSquare } from './align-face.ts';
import { imageHashDistance } from './image-hash.ts';
import { settleFrame } from './settle-face.ts';

/** The head with hair, ears, chin and a little of what is around it: in another take that stands elsewhere to the face. */
const SQUARE: FaceSquare = { half: 1.8, below: 0.4, cells: 64 };

/** Half waves across and down whose signs are kept, 16 each way: lower ones all faces share, higher ones are lost in small pictures. */
const FIRST_WAVE = 10;
const WAVES = 16;
const FACE_HASH_BYTES = (WAVES * WAVES) / 8;

/**
 * Largest distance at which a frame may be one that was seen before. Chosen on the bystanders at even places of their list, as rendered
 * heads before a room (seeds 7000 to 8005 of persons, 40000 and 90000 onwards of cameras), and reported on the ten at odd places.
 * Altered again (cropped by 3, 8 and 10 %, rolled by 3 and 5 degrees, mirrored, scaled 0.5 and 1.5, JPEG 60 and 95, light and contrast
 * +-10 %, and five of these at once), n = 1000: median 3, 94.7 % within 10, 71.7 % within 4. 3 % beyond 14 settled elsewhere.
 * Sessions of a front and three turned frames, by the rules of the signs: 9 of 800 not known; cropped, rolled or mirrored alone, 0 of 280.
 * Another session of the person at the same desk in the same light: turned, n = 720, nearest 9, one within 10, 1 % within 17, median 67.
 * Ahead, n = 180, nearest 11. Elsewhere, n = 343: nearest 24. Other persons, n = 1125: nearest 77. All takes of a person have one
 * expression, and two recordings of a real person were not at hand.
 */
export const SAME_FACE_BITS = 10;

/** Largest distance at which a frame certainly was seen before; of the sessions above, 1884 pairs of all persons, the nearest is 9. */
export const CERTAIN_FACE_BITS = 4;

/**
 * Largest distance at which a turned head repeats itself within a transaction. Poses of the same person some moments later, all persons
 * above: turned, n = 252, nearest 6. Ahead, n = 63, nearest 4, which is why those are not asked about.
 */
export const REPEATED_FACE_BITS = 2;

/** The cosines of those waves, faded to the rim, where the edge of a cropped picture may lie. */
const COSINES = Array.from({ length: WAVES }, (_, wave) =>
  Float64Array.from({ length: SQUARE.cells }, (_, at) => {
    const place = (at + 0.5) / SQUARE.cells;
    return Math.cos(Math.PI * (FIRST_WAVE + wave) * place) * Math.sin(Math.PI * place);
  }),
);

/** What the fading leaves of even light in each wave. */
const EVEN = COSINES.map((cosine) => cosine.reduce((sum, value) => sum + value, 0));
const FADE = Float64Array.from({ length: SQUARE.cells }, (_, at) =>
  Math.sin((Math.PI * (at + 0.5)) / SQUARE.cells),
);
const WHOLE_FADE = FADE.reduce((sum, value) => sum + value, 0) ** 2;

/** Mean light of the square, faded to the rim. */
function meanLight(cells: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < SQUARE.cells; row += 1) {
    let line = 0;
    for (let column = 0; column < SQUARE.cells; column += 1)
      line += (cells[row * SQUARE.cells + column] as number) * (FADE[column] as number);
    sum += line * (FADE[row] as number);
  }
  return sum / WHOLE_FADE;
}

/** The products of all rows with each wave across: wave by wave, `cells` numbers each. */
function wavesAcross(cells: Float64Array): Float64Array {
  const across = new Float64Array(WAVES * SQUARE.cells);
  for (const [wave, cosine] of COSINES.entries())
    for (let row = 0; row < SQUARE.cells; row += 1) {
      let sum = 0;
      for (let column = 0; column < SQUARE.cells; column += 1)
        sum += (cells[row * SQUARE.cells + column] as number) * (cosine[column] as number);
      across[wave * SQUARE.cells + row] = sum;
    }
  return across;
}

/**
 * A perceptual hash of the aligned head, 256 bits: the signs of a band of its cosine transform, row by row of waves down. Crop, roll,
 * scale and compression of the picture fall away. `landmarks` are in pixels of a picture that is `factor` times smaller.
 */
export function faceHashOf(plane: LightPlane, landmarks: FoundFace['landmarks'], factor: number): Uint8Array {
  const { scaleRe, scaleIm, offsetRe, offsetIm } = frameOf(landmarks);
  const start = {
    scaleRe: scaleRe * factor,
    scaleIm: scaleIm * factor,
    offsetRe: offsetRe * factor,
    offsetIm: offsetIm * factor,
  };
  const cells = new Float64Array(SQUARE.cells * SQUARE.cells);
  sampleSquare(plane, settleFrame(plane, start), SQUARE, cells);
  const mean = meanLight(cells);
  const across = wavesAcross(cells);
  const bits = new Uint8Array(FACE_HASH_BYTES);
  for (let bit = 0; bit < WAVES * WAVES; bit += 1) {
    const [down, wave] = [Math.floor(bit / WAVES), bit % WAVES];
    const cosine = COSINES[down] as Float64Array;
    let sum = -mean * (EVEN[down] as number) * (EVEN[wave] as number);
    for (let row = 0; row < SQUARE.cells; row += 1)
      sum += (across[wave * SQUARE.cells + row] as number) * (cosine[row] as number);
    if (sum > 0) bits[bit >> 3] = (bits[bit >> 3] as number) | (1 << (bit & 7));
  }
  return bits;
}

/** Bits of the waves that are odd across: even positions are waves 10, 12 …, odd ones 11, 13 …, which change their sign in a mirror. */
const ODD_WAVES = 0xaa;

/** The print of the mirror image. */
export const mirrorFaceHash = (hash: Uint8Array): Uint8Array => hash.map((byte) => byte ^ ODD_WAVES);

/** How many bits of two face prints differ, 0 to 256, taken as they are or one of them mirrored, whichever is fewer. */
export const faceHashDistance = (one: Uint8Array, other: Uint8Array): number =>
  Math.min(imageHashDistance(one, other), imageHashDistance(one, mirrorFaceHash(other)));
