import type { ChallengePose } from '@titular/contract/page';
import type { PersonName } from './persons.ts';
import { actingPerson } from './pose-frame.ts';

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

const sittings = new Map<number, ReturnType<typeof actingPerson>>();

async function answer({
  id,
  sitting,
  person,
  take,
  pose,
  msSinceAsked,
}: PictureRequest): Promise<PictureAnswer> {
  try {
    const frameFor = sittings.get(sitting) ?? actingPerson(person, take);
    sittings.set(sitting, frameFor);
    return { id, jpeg: await frameFor(pose, msSinceAsked) };
  } catch (error) {
    return { id, problem: String(error) };
  }
}

process.on('message', (request: PictureRequest) => {
  void answer(request).then((made) => process.send?.(made));
});
process.on('disconnect', () => process.exit());
