import { ATTACK_SIGNALS, signalsRefuse } from '@titular/server/decision/attack-signals.ts';
import {
  type DecisionPolicy,
  type DecisionReason,
  decide,
  decisionReasons,
  type Evidence,
} from '@titular/server/decision/decision.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { live, policy, poses } from './decision-fixture.ts';

const renewing: DecisionPolicy = { ...policy, outdatedTemplate: 'enrol-anew' };
const strict: DecisionPolicy = { ...policy, templatePolicy: 'require-reference' };
const withReference = (reference: Evidence['reference']): Evidence => ({ ...live, reference });
const withFrames = (...frames: [string, number][]): Evidence => ({
  ...live,
  frames: frames.map(([pose, distanceToFirst]) => ({ pose, distanceToFirst })),
});

const byDistance = (reference: Evidence['reference']): Evidence => ({
  ...withFrames(['front', 0], ['nearer', 0.1], ['front', 0.1]),
  askedPoses: ['front', 'nearer', 'front'],
  reference,
});

const approved: [string, Evidence, DecisionPolicy, DecisionReason, boolean][] = [
  ['the enrolled face', live, policy, 'matches_reference', false],
  ['the enrolled face where one is required', live, strict, 'matches_reference', false],
  [
    'exactly at the threshold',
    withReference({ kind: 'compared', distance: 0.5 }),
    policy,
    'matches_reference',
    false,
  ],
  ['the first capture where it enrols', withReference({ kind: 'none' }), policy, 'enrolled', true],
  [
    'a face of another engine where captures enrol anew',
    withReference({ kind: 'outdated' }),
    renewing,
    'reference_renewed',
    true,
  ],
  [
    'the enrolled face where no more can be enrolled',
    { ...live, gallery: 'full' },
    policy,
    'matches_reference',
    false,
  ],
  [
    'frames exactly at the threshold of one person',
    withFrames(['front', 0], ['left', 0.45], ['front', 0.45]),
    policy,
    'matches_reference',
    false,
  ],
];

const refused: [string, Evidence, DecisionPolicy, DecisionReason[]][] = [
  ['another face', withReference({ kind: 'compared', distance: 0.50001 }), policy, ['live', 'face_differs']],
  [
    'a distance that is no number',
    withReference({ kind: 'compared', distance: Number.NaN }),
    policy,
    ['live', 'face_differs'],
  ],
  [
    'no face enrolled where one is required',
    withReference({ kind: 'none' }),
    strict,
    ['live', 'no_reference'],
  ],
  ['a face of another engine', withReference({ kind: 'outdated' }), policy, ['live', 'reference_outdated']],
  [
    'a face of another engine where one is required',
    withReference({ kind: 'outdated' }),
    strict,
    ['live', 'reference_outdated'],
  ],
  [
    'a capture that another engine measured',
    withReference({ kind: 'capture_outdated' }),
    policy,
    ['live', 'capture_outdated'],
  ],
  [
    'a face of another engine where captures enrol anew and a reference is required',
    withReference({ kind: 'outdated' }),
    { ...strict, outdatedTemplate: 'enrol-anew' },
    ['live', 'reference_outdated'],
  ],
  [
    'a stated identity whose face is of another engine',
    { ...withReference({ kind: 'outdated' }), isStatedIdentity: true },
    renewing,
    ['live', 'reference_outdated', 'stated_identity'],
  ],
  [
    "a face of another engine that is, anew, another identity's",
    { ...withReference({ kind: 'outdated' }), otherFaceDistance: 0.1 },
    renewing,
    ['live', 'face_of_another_identity'],
  ],
  [
    'a first face where no more can be enrolled',
    { ...withReference({ kind: 'none' }), gallery: 'full' },
    policy,
    ['live', 'gallery_full'],
  ],
  [
    'a face of another engine where no more can be enrolled',
    { ...withReference({ kind: 'outdated' }), gallery: 'full' },
    renewing,
    ['live', 'gallery_full'],
  ],
  [
    'the enrolled face where others could not be searched',
    { ...live, gallery: 'unsearched' },
    policy,
    ['live', 'matches_reference', 'gallery_unsearched'],
  ],
  [
    'a first face where others could not be searched',
    { ...withReference({ kind: 'none' }), gallery: 'unsearched' },
    policy,
    ['live', 'gallery_unsearched'],
  ],
  [
    'a first face of who came nearer and moved away, where the company enrols nobody by that',
    byDistance({ kind: 'none' }),
    policy,
    ['live', 'moved_by_distance', 'distance_enrols_nobody'],
  ],
  [
    'who is enrolled and came nearer and moved away, where the company accepts no such capture',
    byDistance({ kind: 'compared', distance: 0.3 }),
    { ...policy, distanceChallenge: 'never' },
    ['distance_not_accepted'],
  ],
  ['no frames', withFrames(), policy, ['challenge_incomplete']],
  ['a missing frame', withFrames(['front', 0], ['left', 0.1]), policy, ['challenge_incomplete']],
  [
    'frames in another order',
    withFrames(['left', 0], ['front', 0], ['front', 0]),
    policy,
    ['challenge_incomplete'],
  ],
  [
    'one frame too many',
    withFrames(['front', 0], ['left', 0], ['front', 0], ['front', 0]),
    policy,
    ['challenge_incomplete'],
  ],
  ['nothing asked and nothing shown', { ...withFrames(), askedPoses: [] }, policy, ['challenge_incomplete']],
  [
    'two people in the frames',
    withFrames(['front', 0], ['left', 0.46], ['front', 0]),
    policy,
    ['person_changed'],
  ],
  [
    'frames that cannot be compared',
    withFrames(['front', Number.NaN], ['left', 0], ['front', 0]),
    policy,
    ['person_changed'],
  ],
];

describe('the decision', () => {
  test.each(approved)('%s: approved', (_what, evidence, rules, reason, enrol) => {
    const reasons = ['live', reason, ...(enrol ? ['enrolled_unproven'] : [])];
    expect(decide(evidence, rules)).toMatchObject({ result: 'approved', reasons, enrol });
  });

  test.each(refused)('%s: inconclusive, and nothing is enrolled', (_what, evidence, rules, reasons) => {
    expect(decide(evidence, rules)).toMatchObject({ result: 'inconclusive', reasons, enrol: false });
  });

  test('keeps the distance and the threshold it went by (R64)', () => {
    expect(decide(live, policy)).toMatchObject({ distance: 0.3, matchThreshold: 0.5 });
    expect(decide(withReference({ kind: 'none' }), policy).distance).toBeUndefined();
  });

  const beside = (otherFaceDistance: number, reference: Evidence['reference']): Evidence => ({
    ...withReference(reference),
    otherFaceDistance,
  });
  const own = { kind: 'compared', distance: 0.3 } as const;
  const open: DecisionPolicy = { ...policy, faceOfAnotherIdentity: 'approve' };
  test.each([
    ['nobody else', live, policy, 'approved', false],
    ['a look-alike within the threshold', beside(0.41, own), policy, 'approved', false],
    ['another nearer than the own', beside(0.2, own), policy, 'inconclusive', true],
    ['another farther than the own', beside(0.4, own), policy, 'inconclusive', undefined],
    ['another where nobody is known', beside(0.4, { kind: 'none' }), policy, 'inconclusive', true],
    [
      'another where the own differs',
      beside(0.1, { kind: 'compared', distance: 0.7 }),
      open,
      'inconclusive',
      true,
    ],
    ['another nearer, where the company approves', beside(0.2, own), open, 'approved', true],
    ['another farther, where the company approves', beside(0.4, own), open, 'approved', false],
    ['a stated identity', { ...live, isStatedIdentity: true }, policy, 'approved', true],
    [
      'a stated identity with another face',
      { ...live, reference: { kind: 'compared', distance: 0.7 }, isStatedIdentity: true },
      policy,
      'inconclusive',
      undefined,
    ],
  ] as [string, Evidence, DecisionPolicy, string, boolean | undefined][])(
    'whether the identity changed, with %s (R65)',
    (_what, evidence, rules, result, hasIdentityChanged) => {
      expect(decide(evidence, rules)).toMatchObject({ result, hasIdentityChanged });
    },
  );

  test.each([
    [0.4, {}, true],
    [0.41, {}, false],
    [0.5, {}, false],
    [Number.NaN, {}, false],
    [0.3, { isStatedIdentity: true }, true],
    [0.3, { otherFaceDistance: 0.2 }, false],
    [0.3, { gallery: 'unsearched' }, false],
    [0.3, { frames: [] }, false],
  ] as [number, Partial<Evidence>, boolean][])(
    'a capture at %d with %j may renew the faces of its identity: %s (R65)',
    (distance, changes, mayRenew) => {
      const evidence = { ...withReference({ kind: 'compared', distance }), ...changes };
      for (const faceOfAnotherIdentity of ['refuse', 'approve'] as const)
        expect(decide(evidence, { ...policy, faceOfAnotherIdentity }).mayRenew).toBe(mayRenew);
    },
  );

  test('every reason of the catalogue is given by some case, or by the end of the attempts', () => {
    const given = [
      ...approved.flatMap(([, , , reason]) => ['live', reason]),
      ...decide({ ...live, livenessBy: 'platform' }, policy).reasons,
      ...refused.flatMap((one) => one[3]),
    ];
    expect(
      [
        ...new Set([
          ...given,
          ...['attempts_exhausted', 'retry_time_passed', 'day_attempts_exhausted', 'signs_refuse'],
          ...['enrolment_doubtful', 'face_disputed', 'face_of_another_identity', 'stated_identity'],
          ...['captures_erased', 'sandbox_scenario', 'card_name_differs', 'enrolled_unproven'],
          ...['card_of_many_identities', 'identity_of_many_cards'],
          ...['face_of_many_identities', 'device_of_many_identities'],
        ]),
      ].sort(),
    ).toEqual(Object.keys(decisionReasons).sort());
  });

  test('who was found live on a platform of the operator is recognised, with a reason that says who found it', () => {
    const elsewhere = decide({ ...live, livenessBy: 'platform' }, policy);
    expect([elsewhere.result, ...elsewhere.reasons]).toEqual([
      'approved',
      'live_elsewhere',
      'matches_reference',
    ]);
  });

  test('who came nearer and moved away is recognised, with a reason, and enrolled where the company wants that (R59)', () => {
    const known = decide(byDistance({ kind: 'compared', distance: 0.3 }), policy);
    expect([known.result, ...known.reasons]).toEqual([
      ...['approved', 'live', 'moved_by_distance', 'matches_reference'],
    ]);
    const first = decide(byDistance({ kind: 'none' }), { ...policy, distanceChallenge: 'enrol' });
    expect([first.result, first.enrol, ...first.reasons]).toEqual([
      ...['approved', true, 'live', 'moved_by_distance', 'enrolled', 'enrolled_unproven'],
    ]);
  });

  test('nobody is approved but a live person, complete in every pose, who is or becomes the enrolled one', () => {
    const distance = fc.oneof(fc.double({ min: 0, max: 2 }), fc.constantFrom(0.45, 0.5, Number.NaN));
    const evidence = fc.record({
      askedPoses: fc.constantFrom(poses, ['front'], []),
      frames: fc.array(
        fc.record({ pose: fc.constantFrom('front', 'left', 'right'), distanceToFirst: distance }),
        {
          maxLength: 4,
        },
      ),
      reference: fc.oneof(
        fc.constant({ kind: 'none' as const }),
        fc.constant({ kind: 'outdated' as const }),
        fc.constant({ kind: 'capture_outdated' as const }),
        fc.record({ kind: fc.constant('compared' as const), distance }),
      ),
      otherFaceDistance: fc.option(distance, { nil: undefined }),
      gallery: fc.constantFrom('open' as const, 'full' as const, 'unsearched' as const),
      isStatedIdentity: fc.boolean(),
      livenessBy: fc.constantFrom('challenge' as const, 'platform' as const),
      signs: fc.array(
        fc.record({ sign: fc.constantFrom(...ATTACK_SIGNALS), seen: fc.integer({ min: 1, max: 20 }) }),
        { maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(evidence, fc.constantFrom(policy, strict, renewing), (given, rules) => {
        const decision = decide(given, rules);
        if (decision.enrol) {
          expect([decision.result, rules.templatePolicy, given.gallery, given.isStatedIdentity]).toEqual([
            'approved',
            'enrol',
            'open',
            false,
          ]);
          expect(rules === renewing ? ['none', 'outdated'] : ['none']).toContain(given.reference.kind);
        }
        if (decision.mayRenew) expect([decision.result, decision.enrol]).toEqual(['approved', false]);
        if (decision.result !== 'approved') return;
        expect(given.gallery).not.toBe('unsearched');
        expect(given.frames.map((frame) => frame.pose)).toEqual(given.askedPoses);
        for (const frame of given.frames) expect(frame.distanceToFirst).toBeLessThanOrEqual(0.45);
        if (given.reference.kind === 'compared') expect(given.reference.distance).toBeLessThanOrEqual(0.5);
        else expect(decision.enrol).toBe(true);
        const { otherFaceDistance = Number.POSITIVE_INFINITY } = given;
        expect(otherFaceDistance <= 0.4).toBe(false);
        expect(signalsRefuse(given.signs, rules.notedSigns)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});
