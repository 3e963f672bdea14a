import type { ChallengePose } from '@titular/contract/page';
import { encodeJpeg } from '@titular/simulation/picture.ts';
import { createPerson } from '@titular/simulation/solid/create-person.ts';
import type { AskedPose } from '@titular/simulation/solid/motion.ts';
import { fitPerson } from './fit-person.ts';
import { PERSONS, type PersonName } from './persons.ts';

/** Asks this process for a picture of a sitting; those of one sitting are asked for one at a time. */
export type PictureRequest = {
  id: number;
  sitting: number;
  person: PersonName;
  take: number;
  pose: ChallengePose;
  msSinceAsked: number;
};

/** What it answers: the JPEG, or why there is none. */
export type PictureAnswer = { id: number; jpeg: Uint8Array } | { id: number; problem: string };

const NAMES = Object.keys(PERSONS);

type Sitting = (pose: ChallengePose, msSinceAsked: number) => Promise<Buffer>;
const heads = new Map<PersonName, ReturnType<typeof fitPerson>>();
const sittings = new Map<number, Promise<Sitting>>();

async function beginSitting(name: PersonName, take: number): Promise<Sitting> {
  const fitting = heads.get(name) ?? fitPerson(name);
  heads.set(name, fitting);
  const seed = take * NAMES.length + NAMES.indexOf(name);
  const asked: AskedPose[] = [];
  const showAt = createPerson(await fitting, seed).take(asked);
  const begunMs = performance.now();
  return (pose, msSinceAsked) => {
    const nowMs = performance.now() - begunMs;
    if ((asked.at(-1)?.pose ?? 'front') !== pose) asked.push({ pose, atMs: nowMs - msSinceAsked });
    return encodeJpeg(showAt(nowMs));
  };
}

async function answer({
  id,
  sitting,
  person,
  take,
  pose,
  msSinceAsked,
}: PictureRequest): Promise<PictureAnswer> {
  try {
    const begun = sittings.get(sitting) ?? beginSitting(person, take);
    sittings.set(sitting, begun);
    return { id, jpeg: await (await begun)(pose, msSinceAsked) };
  } catch (error) {
    return { id, problem: String(error) };
  }
}

process.on('message', (request: PictureRequest) => {
  void answer(request).then((made) => process.send?.(made));
});
process.on('disconnect', () => process.exit());
