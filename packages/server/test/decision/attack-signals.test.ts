import {
  ATTACK_SIGNALS,
  type AttackSignal,
  NOTABLE_SIGNALS,
  NOTED_BY_ENVIRONMENT,
} from '@titular/server/decision/attack-signals.ts';
import { type DecisionPolicy, decide, type Evidence } from '@titular/server/decision/decision.ts';
import { describe, expect, test } from 'vitest';

const policy: DecisionPolicy = {
  templatePolicy: 'enrol',
  matchThreshold: 0.5,
  samePersonThreshold: 0.55,
  faceOfAnotherIdentity: 'refuse',
  outdatedTemplate: 'refuse',
  fullGallery: 'refuse',
  distanceChallenge: 'known',
  notedSigns: [],
};
const live: Evidence = {
  askedPoses: ['front', 'left'],
  frames: [
    { pose: 'front', distanceToFirst: 0 },
    { pose: 'left', distanceToFirst: 0.3 },
  ],
  reference: { kind: 'none' },
  otherFaceDistance: undefined,
  gallery: 'open',
  isStatedIdentity: false,
  livenessBy: 'challenge',
  signs: [],
};
const known: Evidence = { ...live, reference: { kind: 'compared', distance: 0.1 } };
const decideWith = (sign: AttackSignal, seen: number, notedSigns: readonly string[] = []) =>
  decide({ ...known, signs: [{ sign, seen }] }, { ...policy, notedSigns });

/** Those that a face is enrolled in spite of. */
const NO_BAR: readonly AttackSignal[] = [
  ...([
    'virtual_camera',
    'wrong_turn',
    'several_persons',
    'frames_out_of_order',
    'frames_after_the_end',
  ] as const),
  ...([
    'foreign_frames',
    'camera_ignores_settings',
    'camera_claims_settings',
    'no_fetch_metadata',
    'impossible_timing',
    'unusable_pictures',
  ] as const),
];

/** How often a sign may be seen before it refuses; 0 for those that never do. */
const LIMITS: Readonly<Record<AttackSignal, number>> = {
  frames_seen_before: 1,
  frames_like_before: 2,
  frames_repeated: 2,
  screen_pattern: 3,
  virtual_camera: 1,
  wrong_turn: 2,
  another_person: 2,
  several_persons: 0,
  covered_face: 0,
  resembles_another: 0,
  not_a_page: 1,
  impossible_timing: 4,
  unusable_pictures: 3,
  too_many_frames: 1,
  frames_out_of_order: 10,
  frames_after_the_end: 10,
  foreign_frames: 10,
  still_picture: 0,
  flat_picture: 2,
  camera_ignores_settings: 0,
  camera_claims_settings: 0,
  no_fetch_metadata: 0,
};

describe('a sign of an attack', () => {
  test.each(ATTACK_SIGNALS)(
    '%s stands among the reasons whatever is decided, and enrols nobody where it refuses (R59, R61, R62)',
    (sign) => {
      const limit = LIMITS[sign];
      const often = decideWith(sign, limit || 1000);
      expect(often.reasons).toContain(sign);
      expect(often.result).toBe(limit > 0 ? 'inconclusive' : 'approved');
      if (limit < 2) return;
      const seldom = decideWith(sign, limit - 1);
      expect(seldom.reasons).toContain(sign);
      expect(seldom.result).toBe('approved');
    },
  );

  test('only those of cameras, screens, films and look-alikes can be noted alone, and in production none is from the start (R62)', () => {
    expect(NOTABLE_SIGNALS).toEqual([
      'frames_repeated',
      'screen_pattern',
      'virtual_camera',
      'wrong_turn',
      'resembles_another',
    ]);
    expect(NOTED_BY_ENVIRONMENT).toEqual({
      test: ['virtual_camera', 'frames_repeated'],
      production: [],
    });
    for (const sign of ATTACK_SIGNALS.filter((one) => LIMITS[one] > 0)) {
      const { result, reasons } = decideWith(sign, 1000, ATTACK_SIGNALS);
      expect([sign, result]).toEqual([sign, NOTABLE_SIGNALS.includes(sign) ? 'approved' : 'inconclusive']);
      expect(reasons).toContain(sign);
    }
  });

  test('of a suspect capture nothing is told about whose face it shows', () => {
    const suspect: Evidence = {
      ...live,
      reference: { kind: 'compared', distance: 0.6 },
      otherFaceDistance: 0.1,
      signs: [{ sign: 'frames_seen_before', seen: 1 }],
    };
    expect(decide(suspect, policy)).toMatchObject({
      result: 'inconclusive',
      reasons: ['signs_refuse', 'frames_seen_before'],
      hasIdentityChanged: undefined,
    });
  });

  test.each(ATTACK_SIGNALS.filter((sign) => LIMITS[sign] !== 1))(
    '%s, seen once, bars a first face from being enrolled, or does not',
    (sign) => {
      const first = decide({ ...live, signs: [{ sign, seen: 1 }] }, policy);
      const isOpen = NO_BAR.includes(sign);
      expect([first.result, first.enrol]).toEqual(isOpen ? ['approved', true] : ['inconclusive', false]);
      const enrolled = isOpen ? ['enrolled', 'enrolled_unproven'] : ['enrolment_doubtful'];
      expect(first.reasons).toEqual(['live', ...enrolled, sign]);
    },
  );

  test('keeps the face of an approved capture out of those that later ones are compared with', () => {
    expect(decide(known, policy)).toMatchObject({ result: 'approved', mayRenew: true });
    const signs = [{ sign: 'no_fetch_metadata', seen: 1 }] as const;
    expect(decide({ ...known, signs }, policy)).toMatchObject({ result: 'approved', mayRenew: false });
  });

  test('stands beside what else is wrong', () => {
    const short: Evidence = {
      ...live,
      frames: live.frames.slice(1),
      signs: [{ sign: 'virtual_camera', seen: 1 }],
    };
    expect(decide(short, policy).reasons).toEqual(['challenge_incomplete', 'virtual_camera']);
  });
});
