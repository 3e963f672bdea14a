import type { AttemptView, ChallengePose, FrameAnswer } from '@titular/contract';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { createDraws } from '@titular/test-kit/draws.ts';
import { warpedFrame } from '@titular/test-kit/faces/portraits.ts';
import { viewFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { retake } from '@titular/test-kit/faces/takes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';
import { endOf } from './attack-fixture.ts';
import { nextTake, openCamera, type Phone } from './phone.ts';

let service: TestService;
const clock = createManualClock();
const draws = createDraws();
const MOVES = ['left', 'right', 'left'] as const;

beforeAll(async () => {
  service = await startTestService({ clock, random: draws.random });
});
afterAll(() => service.close());

type Degrees = Readonly<Partial<Record<ChallengePose, number>>>;

/** How far the photograph is bent for a pose, to the person's left: just far enough to be taken for it. */
const BENT: Degrees = { front: 9, left: 23, right: -30 };

/** How far somebody alive turns, so that relief is measured well, and how far that head is bent to match the photograph. */
const TURNED: Degrees = { front: -3, left: 24, right: -27 };
const BENT_DOWN = -18;

/** A picture of the victim's photograph, bent by computer; no two are the same. */
const photographed = async (pose: ChallengePose): Promise<Buffer> =>
  retake(await warpedFrame('a', BENT[pose] ?? 0), nextTake());

/** Shows the photograph for each step; with `between`, shows before it how somebody alive makes the movement of the step before. */
async function showPhotograph(
  phone: Phone,
  { attemptId, poses }: AttemptView,
  between?: (pose: ChallengePose) => Promise<Buffer>,
): Promise<FrameAnswer> {
  let position = 0;
  const send = async (image: Buffer): Promise<FrameAnswer> => {
    clock.advanceSeconds(0.6);
    const { status, body } = await phone.frame(attemptId, position, image);
    expect(status, JSON.stringify(body)).toBe(200);
    position += 1;
    return body as unknown as FrameAnswer;
  };
  for (const [step, pose] of poses.entries()) {
    const before = poses[step - 1];
    if (before && between) {
      const held = await send(await between(before));
      if (held.outcome) return held;
    }
    const answer = await send(await photographed(pose));
    if (answer.outcome) return answer;
    expect(answer.step, `${pose}: ${answer.hint}`).toBe(step + 1);
  }
  throw new Error('a challenge that was shown has an outcome');
}

/** A camera that is asked for the movements of the test. */
async function open() {
  const merchant = await newMerchant(service);
  draws.want(MOVES);
  return { merchant, ...(await openCamera(service, merchant)) };
}

test('a photograph that is bent to each movement is not live (R59)', async () => {
  const { phone, attempt } = await open();
  expect(await showPhotograph(phone, attempt)).toMatchObject({ outcome: 'not_live' });
});

test('nor is it where somebody else moves alive between its pictures: no movement is proven by another face (R59, R65)', async () => {
  const { phone, attempt, merchant, id } = await open();
  const take = nextTake();
  const alive = (pose: ChallengePose) =>
    viewFrame('c', { yawDegrees: TURNED[pose] ?? 0, pitchDegrees: BENT_DOWN }, { take });
  const answer = await showPhotograph(phone, attempt, alive);
  const end = answer.outcome === 'completed' ? await endOf(service, merchant, id) : undefined;
  expect({ outcome: answer.outcome, end }).toEqual({ outcome: 'not_live', end: undefined });
});
