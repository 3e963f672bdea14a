import type { AttemptView, ChallengePose, FrameAnswer, StartAttemptRequest } from '@titular/contract';
import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { flatZoom } from '@titular/test-kit/faces/moved-frames.ts';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { takeFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { createManualClock } from '@titular/test-kit/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { signsOf } from './attack-fixture.ts';
import { openPhone } from './phone.ts';

const FRAME_MS = 300;
const MAX_FRAMES = 60;
const START = new Date('2026-11-22T12:00:00Z');

/** A camera in an attempt: what it shows, given what is asked for, how many steps were passed and when they were. */
type Film = (asked: readonly { pose: ChallengePose; atMs: number }[], atMs: number) => Promise<Buffer>;

/** What was sent, and what was answered. */
type Recorded = { image: Buffer; answer: FrameAnswer };

/** Numbers in [0, 1) that are the same for the same seed. */
function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const acting =
  (person: PersonName, take: number): Film =>
  (asked, atMs) =>
    takeFrame(person, take, asked, atMs);

const OTHER_WAY: Readonly<Partial<Record<ChallengePose, ChallengePose>>> = {
  left: 'right',
  right: 'left',
  up: 'down',
  down: 'up',
  mouth: 'left',
};

/** Somebody who moves the other way from the second move on. */
const disobeying =
  (person: PersonName, take: number): Film =>
  (asked, atMs) =>
    takeFrame(
      person,
      take,
      asked.map(({ pose, ...at }, step) => ({ ...at, pose: step > 2 ? (OTHER_WAY[pose] ?? pose) : pose })),
      atMs,
    );

/** Somebody whose place another person takes in the third step. */
const exchanged =
  (first: PersonName, second: PersonName, take: number): Film =>
  (asked, atMs) =>
    takeFrame(asked.length > 2 ? second : first, take, asked, atMs);

const SCALES: Readonly<Partial<Record<ChallengePose, number>>> = { nearer: 1.45, farther: 0.72 };

/** A photograph that is moved. */
const picture =
  (person: PersonName): Film =>
  (asked) =>
    flatZoom(person, SCALES[asked.at(-1)?.pose ?? 'front'] ?? 1);

const FILMS: readonly [what: string, seed: number, wish: StartAttemptRequest, film: Film, outcome: string][] =
  [
    ['who turns and nods', 1, {}, acting('a', 101), 'completed'],
    ['who turns, of another face', 5, {}, acting('b', 102), 'completed'],
    ['who does not turn', 2, { movement: 'without_turns' }, acting('c', 103), 'completed'],
    ['who comes nearer and moves away', 3, { movement: 'distance' }, acting('a', 104), 'completed'],
    ['who moves the other way', 4, {}, disobeying('b', 105), 'challenge_missed'],
    ['who is another person', 6, {}, exchanged('a', 'c', 106), 'person_changed'],
    ['whose photograph is moved', 7, { movement: 'distance' }, picture('a'), 'not_live'],
  ];

describe('an attempt goes the same way whether all frames are measured in full or only those that show what is asked (R59, R70)', () => {
  let engine: FaceEngine;
  const counts = { frames: 0, identified: 0 };
  beforeAll(async () => {
    engine = await startFaceEngine({ threads: 1 });
  });
  afterAll(async () => {
    await engine.close();
    expect(counts.identified / counts.frames).toBeLessThan(0.6);
  });

  /** A service on a clock that stands, whose challenges are drawn from a seed. */
  async function open(seed: number, isOnDemand: boolean): Promise<[TestService, Merchant]> {
    const analyse: FaceEngine['analyse'] = async (image, required, owner, lastPose) => {
      expect(required).toBeDefined();
      const analysis = await (isOnDemand
        ? engine.analyse(image, required, owner, lastPose)
        : engine.analyse(image));
      if (isOnDemand && analysis.kind === 'analysed' && analysis.face) {
        counts.frames += 1;
        counts.identified += analysis.face.identity ? 1 : 0;
      }
      return analysis;
    };
    const service = await startTestService({
      clock: createManualClock(START),
      random: numbersOf(seed),
      engine: { ...engine, analyse, close: async () => undefined },
    });
    return [service, await newMerchant(service)];
  }

  /** Sends what `next` gives until the attempt ends, and tells what was seen at the end. */
  async function run(
    [service, merchant]: [TestService, Merchant],
    wish: StartAttemptRequest,
    next: (poses: readonly ChallengePose[], sent: readonly Recorded[]) => Promise<Buffer | undefined>,
  ) {
    const { phone, id } = await openPhone(service, merchant);
    await phone.consent();
    const { attemptId, poses } = (await phone.start(wish)).body as unknown as AttemptView;
    const sent: Recorded[] = [];
    while (!sent.at(-1)?.answer.outcome && sent.length < MAX_FRAMES) {
      const image = await next(poses, sent);
      if (!image) break;
      const { body } = await phone.frame(attemptId, sent.length, image);
      sent.push({ image, answer: body as unknown as FrameAnswer });
      service.moveClock(FRAME_MS / 1000);
    }
    const kept = await service.service.database.db
      .selectFrom('capture_frames')
      .select(['step', 'position', 'image_digest'])
      .where('attempt_id', '=', asId(attemptId))
      .orderBy('step')
      .execute();
    return { poses, sent, kept, signs: await signsOf(service, id) };
  }

  test.each(FILMS)(
    'somebody %s (seed %d)',
    async (_what, seed, wish, film, outcome) => {
      const [full, onDemand] = [await open(seed, false), await open(seed, true)];
      try {
        const asked: { pose: ChallengePose; atMs: number }[] = [];
        const first = await run(full, wish, (poses, sent) => {
          const step = sent.at(-1)?.answer.step ?? 0;
          const atMs = sent.length * FRAME_MS;
          if (asked.length <= step) asked.push({ pose: poses[step] ?? 'front', atMs });
          return film([...asked], atMs);
        });
        const second = await run(onDemand, wish, async (_poses, sent) => first.sent[sent.length]?.image);
        expect(first.sent.at(-1)?.answer.outcome).toBe(outcome);
        expect(second.sent.map(({ answer }) => answer)).toEqual(first.sent.map(({ answer }) => answer));
        expect({ ...second, sent: [] }).toEqual({ ...first, sent: [] });
      } finally {
        for (const [service] of [full, onDemand]) await service.close();
      }
    },
    300_000,
  );
});
