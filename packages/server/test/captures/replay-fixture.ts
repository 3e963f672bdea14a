import type { AttemptView, ChallengePose, FrameAnswer } from '@titular/contract';
import type { TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import type { Merchant } from '../transactions/api.ts';
import { nextTake, openCamera, type Phone, perform, type Show, turning } from './phone.ts';

/** The frame that passed each step of a session, in their order. */
export type Recording = { pose: ChallengePose; jpeg: Buffer }[];

/** Shows a person and keeps the frame that was shown last for each step. */
export function recording(person: PersonName, take = nextTake()): { show: Show; recorded: Recording } {
  const recorded: Recording = [];
  const act = turning(person, take);
  const show: Show = async (pose, tries) => {
    const jpeg = Buffer.from(await act(pose, tries));
    if (tries > 0) recorded.pop();
    recorded.push({ pose, jpeg });
    return jpeg;
  };
  return { show, recorded };
}

/** What a mirror image of a pose shows. */
const MIRRORED: Readonly<Partial<Record<ChallengePose, ChallengePose>>> = { left: 'right', right: 'left' };

/** The poses of a recording as its mirror image shows them. */
export const mirroredPoses = (poses: readonly ChallengePose[]): ChallengePose[] =>
  poses.map((pose) => MIRRORED[pose] ?? pose);

/** Lets an attempt ask for these poses, as chance does once in a while. */
export const askFor = (
  service: TestService,
  { attemptId }: AttemptView,
  poses: readonly ChallengePose[],
): Promise<unknown> =>
  service.service.database.db
    .updateTable('capture_attempts')
    .set({ poses: [...poses] })
    .where('attempt_id', '=', asId(attemptId))
    .execute();

/** Sends recorded frames, each altered, to an attempt that happens to ask for what they show. */
export async function replay(
  service: TestService,
  phone: Phone,
  attempt: AttemptView,
  recorded: Recording,
  alter: (jpeg: Buffer) => Promise<Buffer> = async (jpeg) => jpeg,
  asShown: (poses: readonly ChallengePose[]) => readonly ChallengePose[] = (poses) => poses,
): Promise<FrameAnswer> {
  const poses = [...asShown(recorded.map(({ pose }) => pose))];
  await askFor(service, attempt, poses);
  let step = -1;
  return perform(phone, { ...attempt, poses }, async (_pose, tries) => {
    if (tries === 0) step += 1;
    const frame = recorded[step];
    if (!frame) throw new Error('a replay shows no more than was recorded');
    return alter(frame.jpeg);
  });
}

/** What sessions are asked for that are recorded: the same each time, so that no test hangs on what is drawn. */
const POSES: readonly ChallengePose[] = ['front', 'left', 'front', 'up', 'front', 'right', 'front'];

/** A session of a living person, recorded to its end. */
export async function recordSession(
  service: TestService,
  owner: Merchant,
  person: PersonName,
  changes: object = {},
) {
  const opened = await openCamera(service, owner, changes);
  await askFor(service, opened.attempt, POSES);
  const { show, recorded } = recording(person);
  const answer = await perform(opened.phone, { ...opened.attempt, poses: [...POSES] }, show);
  if (answer.outcome !== 'completed') throw new Error(`the session ended as ${answer.outcome}`);
  return { ...opened, recorded };
}
