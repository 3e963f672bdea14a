import type { ChallengePose } from '@titular/contract';
import type {
  CaptureCase,
  GatheredCapture,
  JudgeDeps,
} from '@titular/server/captures/subjects/capture-case.ts';
import { judgeCapture } from '@titular/server/captures/subjects/judge-capture.ts';
import { distanceOfCapture } from '@titular/server/decision/index.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { policy } from '../decision/decision-fixture.ts';
import { ENGINE, type GalleryFixture, hashOf, openGalleryFixture } from '../faces/gallery-fixture.ts';

const POSES = ['front', 'left', 'front'] as const;
const FACE = new Float32Array(128).fill(0.05);
const MANY = 'face_of_many_identities';
const OTHER = 'second/1';

let fixture: GalleryFixture;

beforeAll(async () => {
  fixture = await openGalleryFixture();
  for (const identity of [1, 2]) await fixture.enrol({ identityHash: hashOf(identity), descriptor: FACE });
});
afterAll(() => fixture.close());

/** The kept frames of a capture: all show one face, unless each has its own. */
const framesOf = (poses: readonly ChallengePose[], faces?: readonly Float32Array[]) =>
  poses.map((pose, step) => ({
    ...{ pose, step, engineVersion: ENGINE, other: undefined, imageDigest: Buffer.alloc(32, step) },
    measure: { yaw: 0, descriptor: faces?.[step] ?? FACE },
  }));

/** Decides about a capture of a face that two identities have, and leaves nothing behind. */
async function judge(
  identitiesPerFace: number,
  gathered: Partial<GatheredCapture> = {},
  rules: CaptureCase['rules'] = { most: 1, renewalDays: 0 },
  claimed = 0,
) {
  const { tenantId, key, clock } = fixture;
  const { db, galleries } = fixture.open();
  const subject = { kind: 'transaction', id: asId(newId()) } as const;
  const one: CaptureCase = {
    ...{ tenantId, key, subjectId: subject.id, capturedFor: subject },
    ...{ claimed: { key: 'cpf', hash: hashOf(claimed) }, sentHash: hashOf(claimed), isStated: false },
    ...{ livenessBy: 'challenge', rules },
    policy: { ...policy, faceOfAnotherIdentity: 'approve' },
    company: {
      ...{ faceDays: 30, identitiesPerFace, faceManyIdentities: 'note' },
      ...{ deviceDays: 30, identitiesPerDevice: 3, deviceManyIdentities: 'ignore' },
    },
  };
  const deps: JudgeDeps = {
    ...{ db, clock, galleries, engineVersion: ENGINE, noteSecurity: () => undefined },
    faceHashKey: async () => key,
    otherEngine: {
      ...{ version: () => OTHER, isOther: (version) => version === OTHER, problem: () => undefined },
      ...{ measure: async () => undefined, demand: async () => undefined },
    },
  };
  const trx = await db.startTransaction().execute();
  const { kept } = await judgeCapture(deps, trx, one, {
    ...{
      frames: framesOf(POSES),
      askedPoses: POSES,
      consent: undefined,
      signs: [],
      isDeviceOfMany: undefined,
    },
    ...{ versions: { decided: ENGINE, beside: undefined }, searched: undefined, searchedBeside: undefined },
    ...{ missed: undefined, ...gathered },
  });
  const enrolled = await trx
    .selectFrom('face_templates')
    .select('subject_id')
    .where('subject_id', '=', subject.id)
    .execute();
  await trx.rollback().execute();
  return { ...kept, enrolled: enrolled.length };
}

describe('the face links of a judged capture (R65)', () => {
  test('are kept of a live capture, and of one whose challenge failed none is told', async () => {
    const live = await judge(2);
    expect([live.reasons.includes('live'), live.links]).toEqual([true, [MANY]]);
    const failed = await judge(2, { askedPoses: ['front', 'right', 'front'] });
    expect(failed.result).toBe('inconclusive');
    expect(failed.reasons).not.toContain('live');
    expect(failed).not.toHaveProperty('links');
  });

  test('are kept with the device where that was looked for, and still without the face where the challenge failed', async () => {
    const failed = await judge(2, { askedPoses: ['front', 'right', 'front'], isDeviceOfMany: true });
    expect(failed.links).toEqual(['device_of_many_identities']);
  });

  test('are not said to be none where a part alone could be searched (S26)', async () => {
    expect((await judge(3)).links).toEqual([]);
    const missed = { hashes: [hashOf(9)], states: [] };
    expect(await judge(3, { missed })).not.toHaveProperty('links');
    expect((await judge(2, { missed })).links).toEqual([MANY]);
  });
});

describe('a company that enrols nobody, as a shop of a sandbox fill (F8)', () => {
  test('approves a live person without enrolling a face, and does not say that it did', async () => {
    const other = await judge(9);
    expect([other.enrol, other.enrolled]).toEqual([true, 1]);
    expect(other.reasons).toContain('enrolled');
    const shop = await judge(9, {}, { most: 1, renewalDays: 0, enrolsNobody: true });
    expect([shop.result, shop.enrol, shop.enrolled]).toEqual([other.result, false, 0]);
    expect(shop.reasons.filter((reason) => reason.startsWith('enrolled'))).toEqual([]);
    expect(shop.reasons).toContain('sandbox_scenario');
  });
});

describe('the distance of a capture to the enrolled face (R65)', () => {
  const MOVED = ['front', 'left', 'front', 'right', 'front'] as const;
  /** The enrolled face, seen from as far as that. */
  const at = (distance: number): Float32Array => FACE.map((value) => value + distance / Math.sqrt(128));
  /** Compares with the first identity, by the distances of the frames that show the face from the front. */
  const compare = async (first: number, second: number, third: number) => {
    const faces = [at(first), at(second), at(second), at(third), at(third)];
    const { result, reasons, distance } = await judge(
      9,
      { frames: framesOf(MOVED, faces), askedPoses: MOVED },
      { most: 1, renewalDays: 0 },
      1,
    );
    return { result, reasons: reasons.slice(0, 2), distance: Number(distance?.toFixed(3)) };
  };

  test('is not that of the first frame alone: a picture between two faces, before somebody else moves, is refused', async () => {
    expect(await compare(0.3, 0.7, 0.72)).toEqual({
      result: 'inconclusive',
      ...{ reasons: ['live', 'face_differs'], distance: 0.7 },
    });
  });

  test('leaves out one front frame of three: a blurred one refuses nobody', async () => {
    const matched = { result: 'approved', reasons: ['live', 'matches_reference'] };
    expect(await compare(0.3, 0.7, 0.32)).toEqual({ ...matched, distance: 0.32 });
    expect(await compare(0.7, 0.3, 0.32)).toEqual({ ...matched, distance: 0.32 });
  });

  test('takes the farther of two, as neither is the blurred one', () => {
    expect(distanceOfCapture([0.3])).toBe(0.3);
    expect(distanceOfCapture([0.3, 0.7])).toBe(0.7);
    expect(() => distanceOfCapture([])).toThrow('without a front frame');
  });
});
