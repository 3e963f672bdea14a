import sharp from 'sharp';
import { encodeJpeg, turnHead } from './head-warp.ts';
import type { PersonName } from './persons.ts';
import { sceneOf } from './portraits.ts';

type Place = readonly [x: number, y: number];

/** Where a person's features are in the portrait, in pixels, and the colour of the skin. */
const FEATURES: Readonly<
  Record<
    PersonName,
    { eyes: readonly [Place, Place]; mouth: Place; jaw: readonly Place[]; bridge: Place; skin: string }
  >
> = {
  a: {
    eyes: [
      [277, 205],
      [352, 206],
    ],
    mouth: [313, 285],
    jaw: [
      [231, 209],
      [248, 269],
      [312, 332],
      [371, 272],
      [392, 215],
    ],
    bridge: [316, 236],
    skin: '#b98d62',
  },
  b: {
    eyes: [
      [277, 206],
      [338, 199],
    ],
    mouth: [317, 275],
    jaw: [
      [239, 234],
      [260, 287],
      [323, 331],
      [369, 273],
      [376, 217],
    ],
    bridge: [313, 224],
    skin: '#7c5034',
  },
  c: {
    eyes: [
      [300, 200],
      [365, 214],
    ],
    mouth: [316, 278],
    jaw: [
      [258, 206],
      [258, 264],
      [305, 331],
      [379, 291],
      [407, 238],
    ],
    bridge: [321, 234],
    skin: '#c9a58a',
  },
};

const pointsOf = (places: readonly Place[]): string => places.map((place) => place.join(',')).join(' ');

const maskOf = (person: PersonName, colour: string): string => {
  const { jaw, bridge } = FEATURES[person];
  const folds = [30, 48, 66].map((down) => {
    const [x, y] = [bridge[0], bridge[1] + down];
    return `<line x1="${x - 52}" y1="${y}" x2="${x + 48}" y2="${y}" stroke="#000" stroke-opacity="0.2" stroke-width="1.5"/>`;
  });
  return `<polygon fill="${colour}" points="${pointsOf([...jaw, bridge])}"/>${folds.join('')}`;
};

const handOf = (person: PersonName): string => {
  const { mouth, skin } = FEATURES[person];
  return `<ellipse cx="${mouth[0]}" cy="${mouth[1]}" rx="62" ry="34" fill="${skin}"/>`;
};

const glassesOf = (person: PersonName): string => {
  const [right, left] = FEATURES[person].eyes;
  const glass = ([x, y]: Place): string =>
    `<ellipse cx="${x}" cy="${y + 2}" rx="30" ry="21" fill="#131316"/>`;
  return `${glass(right)}${glass(left)}<polyline points="${pointsOf([right, left])}" stroke="#131316" stroke-width="5"/>`;
};

/** What can be painted over a face. */
export const OCCLUDERS = {
  'a blue mask': (person: PersonName) => maskOf(person, '#a9c4d6'),
  'a black mask': (person: PersonName) => maskOf(person, '#1c1c1e'),
  'a white mask': (person: PersonName) => maskOf(person, '#eeeeea'),
  'a hand': handOf,
  'dark glasses': glassesOf,
} as const;

/** A person with something painted over mouth or eyes, which turns with the head; degrees as for `turnedFrame`. */
export async function occludedFrame(
  person: PersonName,
  occluder: keyof typeof OCCLUDERS,
  degrees = 0,
): Promise<Buffer> {
  const { picture, head } = await sceneOf(person);
  const { width, height } = picture;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${OCCLUDERS[occluder](person)}</svg>`;
  const pixels = await sharp(picture.pixels, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(svg) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return encodeJpeg(turnHead({ width, height, pixels }, head, degrees));
}
