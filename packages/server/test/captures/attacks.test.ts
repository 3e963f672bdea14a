import type { AttemptView, FrameAnswer } from '@titular/contract';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { createDraws } from '@titular/test-kit/draws.ts';
import { flatZoom } from '@titular/test-kit/faces/moved-frames.ts';
import { pairOf, portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { retake } from '@titular/test-kit/faces/takes.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import * as fixture from './attack-fixture.ts';
import {
  forgetPictures,
  moving,
  nextTake,
  openCamera,
  openPhone,
  type Phone,
  perform,
  turning,
} from './phone.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();
const draws = createDraws();

beforeAll(async () => {
  service = await startTestService({ clock, random: draws.random });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const endOf = (id: string, of: Merchant = merchant) => fixture.endOf(service, of, id);
const signsOf = (id: string) => fixture.signsOf(service, id);

/** Uses up what attempts are left with one picture, again and again until the time of a step is over. */
async function useUp(phone: Phone, first: AttemptView, image: Uint8Array, frames = 16): Promise<void> {
  for (let attempt = first; ; ) {
    let answer: FrameAnswer | undefined;
    for (let position = 0; !answer?.outcome; position += 1) {
      if (position >= frames) clock.advanceSeconds(16);
      clock.advanceSeconds(0.2);
      answer = (await phone.frame(attempt.attemptId, position, image)).body as unknown as FrameAnswer;
    }
    if (answer.attemptsLeft === 0) return;
    attempt = (await phone.start()).body as unknown as AttemptView;
  }
}

describe('presentation attacks', () => {
  test('a still photograph is never approved, and leaves that nothing moved (R59)', async () => {
    const { phone, attempt, id } = await openCamera(service, merchant);
    await useUp(phone, attempt, await retake(await portraitOf('a'), nextTake()));
    expect(await endOf(id)).toEqual({
      status: 'inconclusive',
      reasons: ['attempts_exhausted', 'still_picture'],
    });
  });

  test('two faces are never approved, and leave that there were several (R59)', async () => {
    const { phone, attempt, id } = await openCamera(service, merchant);
    await useUp(phone, attempt, await pairOf('a', 'b'), 2);
    expect(await endOf(id)).toEqual({
      status: 'inconclusive',
      reasons: ['attempts_exhausted', 'several_persons'],
    });
  });

  test('another person half-way is never approved, and leaves that the person changed (R59)', async () => {
    const moves = ['left', 'up', 'right'] as const;
    draws.want(moves);
    const { phone, attempt, id } = await openCamera(service, merchant);
    for (let current = attempt; ; ) {
      const take = nextTake();
      await phone.frame(current.attemptId, 0, await poseFrame('b', 'front', { take }));
      clock.advanceSeconds(1);
      const other = await poseFrame('c', 'left', { take });
      const { body } = await phone.frame(current.attemptId, 1, other);
      expect(body).toMatchObject({ outcome: 'person_changed' });
      if (body['attemptsLeft'] === 0) break;
      draws.want(moves);
      current = (await phone.start()).body as unknown as AttemptView;
    }
    expect(await endOf(id)).toEqual({
      status: 'inconclusive',
      reasons: ['attempts_exhausted', 'another_person'],
    });
  });
});

describe('a challenge of distance', () => {
  const begin = async () => {
    await forgetPictures(service);
    // A tenant of its own for each: whose face was enrolled before is not approved under another identity.
    const owner = await newMerchant(service);
    await service.service.database.db
      .updateTable('companies')
      .set({ distance_challenge: 'enrol' })
      .where('company_id', '=', owner.tenant.companyId)
      .execute();
    const opened = await openPhone(service, owner);
    await opened.phone.consent();
    const start = async (): Promise<AttemptView> => {
      draws.want(['nearer', 'mouth', 'farther', 'nearer'], 'distance');
      return (await opened.phone.start({ movement: 'distance' })).body as unknown as AttemptView;
    };
    return { ...opened, owner, start, attempt: await start() };
  };

  // The chin of b, who laughs in her photograph, is not found again, and the box of c grows less than her face.
  test.each(['a'] as const)(
    'person %s who comes nearer, moves away and opens the mouth in a room is approved',
    async (person) => {
      const { phone, attempt, id, owner, start } = await begin();
      // A chin is not always found again, and there are three attempts.
      for (let current = attempt; ; current = await start()) {
        const { outcome, attemptsLeft } = await perform(phone, current, person);
        if (outcome === 'completed' || attemptsLeft === 0) break;
        expect(outcome).toBe('not_live');
      }
      expect(await endOf(id, owner)).toEqual({
        status: 'approved',
        reasons: ['live', 'moved_by_distance', 'enrolled', 'enrolled_unproven'],
      });
    },
  );

  test.each(['a', 'b', 'c'] as const)(
    'a photograph of person %s that is moved the same way is not live (R59)',
    async (person) => {
      const { phone, attempt, id } = await begin();
      expect(await perform(phone, attempt, moving(person, flatZoom))).toMatchObject({
        outcome: 'not_live',
        attemptsLeft: 2,
      });
      expect(Object.keys(await signsOf(id))).toContain('flat_picture');
    },
  );

  test('another person half-way is found as in any other challenge (R59)', async () => {
    const { phone, attempt } = await begin();
    const [one, other] = [turning('a'), turning('c')];
    let shown = 0;
    const swapped = await perform(phone, attempt, (pose, tries) => {
      shown += 1;
      return shown > 1 ? other(pose, tries) : one(pose, tries);
    });
    expect(swapped).toMatchObject({ outcome: 'person_changed' });
  });
});

describe('pictures that were seen before', () => {
  test('the same pictures for another transaction are never approved, though each pose is shown (R59, R60, R61)', async () => {
    const take = nextTake();
    draws.want(['left', 'up', 'mouth']);
    const good = await openCamera(service, merchant);
    await perform(good.phone, good.attempt, 'b', take);
    expect(await endOf(good.id)).toEqual({
      status: 'approved',
      reasons: ['live', 'enrolled', 'enrolled_unproven'],
    });
    draws.want(['left', 'mouth', 'up']);
    const replayed = await openCamera(service, merchant);
    expect(await perform(replayed.phone, replayed.attempt, 'b', take)).toMatchObject({
      outcome: 'completed',
    });
    // A front frame that came near by chance may leave the lesser sign as well.
    expect(await endOf(replayed.id)).toEqual({
      status: 'inconclusive',
      reasons: expect.arrayContaining(['signs_refuse', 'frames_seen_before']),
    });
  });

  test('a recorded good session sent again frame by frame does not get through another challenge, and is recognised (R60)', async () => {
    const take = nextTake();
    draws.want(['left', 'up', 'mouth']);
    const recorded = await openCamera(service, merchant);
    const sent: Uint8Array[] = [];
    const { frame } = recorded.phone;
    recorded.phone.frame = (attemptId, position, image, headers) => {
      sent.push(image);
      return frame(attemptId, position, image, headers);
    };
    await perform(recorded.phone, recorded.attempt, 'c', take);
    expect((await endOf(recorded.id)).status).toBe('approved');
    draws.want(['left', 'mouth', 'up']);
    const other = await openCamera(service, merchant);
    let answer: FrameAnswer | undefined;
    for (let position = 0; !answer?.outcome && position < sent.length; position += 1) {
      clock.advanceSeconds(1);
      const { body } = await other.phone.frame(
        other.attempt.attemptId,
        position,
        sent[position] ?? Buffer.of(),
      );
      answer = body as unknown as FrameAnswer;
    }
    // The recording nods where the mouth is asked for.
    expect(answer).toMatchObject({ outcome: 'challenge_missed', step: 3 });
    expect(await signsOf(other.id)).toMatchObject({ frames_seen_before: 3, wrong_turn: 1 });
  });

  test.each([
    ['encoded anew', (image: Uint8Array) => sharp(image).jpeg({ quality: 70 })],
    ['made smaller', (image: Uint8Array) => sharp(image).resize(480).jpeg({ quality: 85 })],
    ['made lighter', (image: Uint8Array) => sharp(image).linear(1.02, 3).jpeg({ quality: 90 })],
  ])('pictures %s are the same ones (R61)', async (_what, change) => {
    const owner = await newMerchant(service);
    const identity = { key: 'cpf', value: newCpf() };
    const take = nextTake();
    const moves = ['left', 'right', 'up'] as const;
    draws.want(moves);
    const first = await openCamera(service, owner, { identity });
    await perform(first.phone, first.attempt, 'b', take);
    expect((await endOf(first.id, owner)).status).toBe('approved');
    // Only what was shown can be shown again.
    draws.want(moves);
    const second = await openCamera(service, owner, { identity });
    const show = turning('b', take);
    await perform(second.phone, second.attempt, async (pose, tries) =>
      change(await show(pose, tries)).toBuffer(),
    );
    const { status, reasons } = await endOf(second.id, owner);
    expect([status, reasons[0]]).toEqual(['inconclusive', 'signs_refuse']);
    expect(reasons).toContainEqual(expect.stringMatching(/^frames_(seen|like)_before$/));
  });

  test('two transactions that are sent the same pictures at the same time are both not approved (R61, R77)', async () => {
    const take = nextTake();
    const both = await Promise.all([openCamera(service, merchant), openCamera(service, merchant)]);
    await Promise.all(both.map(({ phone, attempt }) => perform(phone, attempt, 'c', take)));
    const ends = await Promise.all(both.map(({ id }) => endOf(id)));
    for (const end of ends) expect(end.status).toBe('inconclusive');
    expect(ends.flatMap(({ reasons }) => reasons)).toContain('frames_seen_before');
  });

  test('another take of the same person, and the next attempt of the same transaction, are not (R61)', async () => {
    const identity = { key: 'cpf', value: newCpf() };
    const owner = await newMerchant(service);
    for (const reasons of [['enrolled', 'enrolled_unproven'], ['matches_reference']]) {
      const { phone, attempt, id } = await openCamera(service, owner, { identity });
      await perform(phone, attempt, 'b');
      expect(await endOf(id, owner)).toEqual({ status: 'approved', reasons: ['live', ...reasons] });
    }
    const take = nextTake();
    const other = await newMerchant(service);
    const { phone, attempt, id } = await openCamera(service, other);
    await phone.frame(attempt.attemptId, 0, await poseFrame('b', 'front', { take }));
    clock.advanceSeconds(16);
    await phone.frame(attempt.attemptId, 1, await poseFrame('b', 'front', { take }));
    const again = (await phone.start()).body as unknown as AttemptView;
    await perform(phone, again, 'b', take);
    expect((await endOf(id, other)).status).toBe('approved');
  });
});
