import type { AttemptView } from '@titular/contract';
import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import {
  createFrameCounter,
  createFrameSingleFlight,
} from '@titular/server/captures/attempts/frames-under-way.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { createLazyFaceEngine } from '@titular/test-kit/faces/lazy-face-engine.ts';
import { emptyFrame } from '@titular/test-kit/faces/portraits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { foreignPictures } from '../../../face-engine/test/image/untrusted-pictures.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import * as fixture from './attack-fixture.ts';
import { openCamera, openPhone } from './phone.ts';

let measured = 0;

/** The engine inside, with a count of the pictures that it is given. */
function counting(engine: FaceEngine): FaceEngine {
  return {
    ...engine,
    analyse: (...asked) => {
      measured += 1;
      return engine.analyse(...asked);
    },
  };
}

const engine = createLazyFaceEngine();
let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService({ engine: counting(engine) });
  merchant = await newMerchant(service);
});
afterAll(async () => {
  await service.close();
  await engine.close();
});
beforeEach(() => {
  measured = 0;
});

const COPIES = 20;

describe('one frame of an attempt is measured at a time (A-08)', () => {
  test('submitFrame 200: twenty copies at once are measured once, and all have the answer of the first', async () => {
    const { phone, attempt } = await openCamera(service, merchant);
    const image = await emptyFrame('wall');
    const answers = await Promise.all(
      Array.from({ length: COPIES }, () => phone.frame(attempt.attemptId, 0, image)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { hint: 'no_face' } });
    expect(measured).toBe(1);
    expect((await phone.start()).body).toMatchObject({ nextPosition: 1 });
  });

  test('copies share an answer or a refusal, one other frame waits, and further ones are refused', async () => {
    const inTurn = createFrameSingleFlight();
    const first = Promise.withResolvers<string>();
    const order: string[] = [];
    const measure = (name: string, answer: Promise<string>) => () => {
      order.push(name);
      return answer;
    };
    const one = inTurn('attempt', 0, measure('first', first.promise));
    const copies = Array.from({ length: 100 }, () => inTurn('attempt', 0, measure('copy', first.promise)));
    const next = inTurn('attempt', 1, measure('next', Promise.resolve('second')));
    const further = inTurn('attempt', 2, measure('further', Promise.resolve('third')));
    const other = inTurn('another attempt', 0, measure('other', Promise.resolve('other')));
    await expect(further).rejects.toMatchObject({ code: '42902', headers: { 'retry-after': '1' } });
    expect(await other).toBe('other');
    expect(order).toEqual(['first', 'other']);
    first.reject(new Error('refused'));
    for (const copy of [one, ...copies]) await expect(copy).rejects.toThrow('refused');
    expect(await next).toBe('second');
    expect(order).toEqual(['first', 'other', 'next']);
  });

  test('a page has so many frames under way before their bodies are read, and room again when one is over', () => {
    const enter = createFrameCounter(2);
    const leave = enter(asId('page'));
    enter(asId('page'));
    enter(asId('another page'));
    expect(() => enter(asId('page'))).toThrow(expect.objectContaining({ code: '42902' }));
    leave();
    leave();
    enter(asId('page'));
    expect(() => enter(asId('page'))).toThrow(expect.objectContaining({ code: '42902' }));
  });
});

describe('a picture that no page sends (A-08)', () => {
  test.each(foreignPictures)(
    'submitFrame 400: %s is not decoded, and the third one ends the attempt',
    async (_what, make) => {
      const { phone, attempt, id } = await openCamera(service, merchant);
      const image = await make();
      for (const isLast of [false, false, true]) {
        const { status, body } = await phone.frame(attempt.attemptId, 0, image);
        expect([status, body['code']]).toEqual([400, '40061']);
        expect(String(body['message']).endsWith('The attempt has ended.')).toBe(isLast);
      }
      expect((await phone.frame(attempt.attemptId, 0, image)).body['code']).toBe('40062');
      expect(measured).toBe(0);
      expect((await phone.view()).body).toMatchObject({ attemptsLeft: 2 });
      expect(await fixture.signsOf(service, id)).toMatchObject({ unusable_pictures: 3 });
    },
  );

  test('submitFrame 400: twenty at once count as three at most, and after three attempts the transaction ends', async () => {
    const { phone, id } = await openPhone(service, merchant);
    await phone.consent();
    const [, make] = foreignPictures[2] ?? [];
    const image = (await make?.()) ?? new Uint8Array(0);
    for (const left of [2, 1, 0]) {
      const { attemptId } = (await phone.start()).body as unknown as AttemptView;
      for (let sent = 0; sent < 3; sent += 1) {
        const answers = await Promise.all(
          Array.from({ length: COPIES }, () => phone.frame(attemptId, 0, image)),
        );
        expect(answers.every(({ status }) => status === 400)).toBe(true);
      }
      expect((await phone.view()).body).toMatchObject({ attemptsLeft: left });
    }
    expect(measured).toBe(0);
    expect((await merchant.read(id)).body).toEqual({ status: 'inconclusive' });
  });
});
