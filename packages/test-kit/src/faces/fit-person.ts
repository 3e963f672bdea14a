import { openNets } from '@titular/server/biometrics/nets/open-nets.ts';
import type { Picture } from '@titular/simulation/picture.ts';
import { type FittedHead, fitHead } from '@titular/simulation/solid/fit-head.ts';
import sharp from 'sharp';
import { PERSONS, type PersonName, photographOf } from './persons.ts';

/** What of the photograph is taken, in distances from the eyes to the chin: its side, and how much of it lies above the eyes. */
const SIDE = 4;
const ABOVE_EYES = 0.45;

/** Pixels by which a photograph is continued beyond its edges, for a face that is near one. */
const MARGIN = 600;

/** Side of the detector's square: the smaller finds a face that fills the picture. */
const DETECTOR_SIDE = 224;

async function cropPhotograph(name: PersonName): Promise<Picture> {
  const { eyes, chin } = PERSONS[name];
  const side = Math.round(SIDE * Math.hypot(chin.x - eyes.x, chin.y - eyes.y));
  const padded = await sharp(photographOf(PERSONS[name]))
    .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, extendWith: 'mirror' })
    .toBuffer();
  const left = Math.round(eyes.x - side / 2) + MARGIN;
  const top = Math.round(eyes.y - side * ABOVE_EYES) + MARGIN;
  const pixels = await sharp(padded)
    .extract({ left, top, width: side, height: side })
    .removeAlpha()
    .raw()
    .toBuffer();
  return { width: side, height: side, pixels };
}

let nets: ReturnType<typeof openNets> | undefined;

/** Lays a person's photograph on a head; opens the nets in this process. */
export async function fitPerson(name: PersonName): Promise<FittedHead> {
  nets ??= openNets();
  const { detect, landmarks, mesh } = await nets;
  const photograph = await cropPhotograph(name);
  const [face] = await detect(photograph, DETECTOR_SIDE);
  const found = face && (await landmarks(photograph, face.box));
  if (!found) throw new Error(`no face is found in the photograph of ${name}`);
  return fitHead(photograph, (await mesh(photograph, found.points)).points);
}
