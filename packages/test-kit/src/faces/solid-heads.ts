import { deserialize, serialize } from 'node:v8';
import { openNets } from '@titular/face-engine/nets/open-nets.ts';
import type { Bystander } from '@titular/simulation/attacks/bystanders.ts';
import { cachedOnDisk } from '@titular/simulation/disk-cache.ts';
import type { Picture } from '@titular/simulation/picture.ts';
import { type FittedHead, fitHead } from '@titular/simulation/solid/fit-head.ts';
import { cutOut } from './bystanders.ts';
import { PERSONS, type PersonName } from './persons.ts';

/** Side of the photograph that a head is made of, and the part of it that the face takes: room for hair and neck. */
const SIDE = 720;
const PART = 0.36;

/** A face is 1.45 times as high as it is far from the eyes to the chin, and its middle lies two fifths of that way down. */
const FACE_HEIGHT = 1.45;
const MIDDLE_BELOW_EYES = 0.4;

const DETECTOR_SIDES = [224, 416] as const;

/** The face of a person as a box in their photograph. */
function boxOf(name: PersonName): Bystander {
  const { file, eyes, chin } = PERSONS[name];
  const side = Math.hypot(chin.x - eyes.x, chin.y - eyes.y) * FACE_HEIGHT;
  const x = eyes.x + (chin.x - eyes.x) * MIDDLE_BELOW_EYES;
  const y = eyes.y + (chin.y - eyes.y) * MIDDLE_BELOW_EYES;
  return [file, x - side / 2, y - side / 2, side, side];
}

type Box = { x: number; y: number; width: number; height: number };

let nets: ReturnType<typeof openNets> | undefined;

/** The mesh of the face that lies nearest to the middle of a picture. */
async function meshInMiddle(picture: Picture): Promise<Float32Array> {
  nets ??= openNets();
  const { detect, landmarks, mesh } = await nets;
  for (const side of DETECTOR_SIDES) {
    const away = ({ box }: { box: Box }): number =>
      Math.hypot(box.x + (box.width - picture.width) / 2, box.y + (box.height - picture.height) / 2);
    const [nearest] = (await detect(picture, side)).sort((one, other) => away(one) - away(other));
    const points = nearest && (await landmarks(picture, nearest.box));
    if (points) return (await mesh(picture, points.points)).points;
  }
  throw new Error('no face in the middle of the picture');
}

async function makeHead(bystander: Bystander): Promise<FittedHead> {
  const bytes = await cachedOnDisk(['head', bystander, SIDE, PART], async () => {
    const photograph = await cutOut(bystander, { part: PART, width: SIDE, height: SIDE });
    return serialize(fitHead(photograph, await meshInMiddle(photograph)));
  });
  return deserialize(bytes) as FittedHead;
}

const heads = new Map<string, Promise<FittedHead>>();

/** A person of the test kit, or a face of the group photographs, as a solid head; fitted once and kept on disk. */
export function headOf(person: PersonName | Bystander): Promise<FittedHead> {
  const bystander = typeof person === 'string' ? boxOf(person) : person;
  const key = bystander.join();
  const known = heads.get(key) ?? makeHead(bystander);
  heads.set(key, known);
  return known;
}
