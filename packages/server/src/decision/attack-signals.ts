import type { AttackSignalCode } from '@titular/contract';

/**
 * Weight of a signal: how often it must be seen to refuse approval (never if undefined), whether a company may merely note it, and whether it bars enrolment.
 */
type SignalRule = {
  meaning: string;
  refusesFrom: number | undefined;
  mayBeNoted?: true;
  barsEnrolment?: true | 'unless_noted';
};

/**
 * Signs that pictures do not come from a person in front of a camera (ISO/IEC 30107-1 presentation attacks, CEN/TS 18099 injection
 * attacks); docs/decision.md is generated from this table. Those that honest people can cause now and then refuse only when they
 * heap up; that none is seen proves nothing.
 */
export const attackSignals = {
  frames_seen_before: {
    meaning: 'A picture, or the face in it, was seen before in another transaction; whose is never told.',
    refusesFrom: 1,
  },
  frames_like_before: {
    meaning:
      'A picture, or the face in it, looks much like one of another transaction, as a copy does, and now and then another take.',
    refusesFrom: 2,
    barsEnrolment: true,
  },
  frames_repeated: {
    meaning:
      'A picture of a turned head comes again within the transaction, in another attempt or step, as a film that runs in a loop does.',
    refusesFrom: 2,
    mayBeNoted: true,
    barsEnrolment: 'unless_noted',
  },
  screen_pattern: {
    meaning: 'The face in a kept picture has the pattern of a filmed screen.',
    refusesFrom: 3,
    mayBeNoted: true,
    barsEnrolment: true,
  },
  virtual_camera: {
    meaning: 'The camera calls itself virtual, or delivers pictures as no camera does.',
    refusesFrom: 1,
    mayBeNoted: true,
  },
  wrong_turn: {
    meaning: 'A movement was made that was not asked for, as a recording does; people do so now and then.',
    refusesFrom: 2,
    mayBeNoted: true,
  },
  another_person: {
    meaning: 'In an attempt another person took over.',
    refusesFrom: 2,
    barsEnrolment: true,
  },
  several_persons: {
    meaning: 'An attempt failed because more than one face was in front of the camera.',
    refusesFrom: undefined,
  },
  covered_face: {
    meaning: 'Something seems to lie over mouth or eyes, in all pictures of a step.',
    refusesFrom: undefined,
    barsEnrolment: true,
  },
  resembles_another: {
    meaning:
      'The face is as near to one enrolled for another identity as two pictures of one person are: the same person, or one who looks alike.',
    refusesFrom: undefined,
    mayBeNoted: true,
    barsEnrolment: 'unless_noted',
  },
  not_a_page: {
    meaning:
      'Frames came without what the page sends with them: the camera they are from, and when they were taken.',
    refusesFrom: 1,
  },
  impossible_timing: {
    meaning:
      'Frames were taken at times that cannot be, or showed movements sooner than anybody can make them.',
    refusesFrom: 4,
  },
  unusable_pictures: {
    meaning: 'Frames came that are no pictures of a camera: another format, many scans, or broken.',
    refusesFrom: 3,
  },
  too_many_frames: {
    meaning: 'An attempt was sent more frames than a page can take in its time.',
    refusesFrom: 1,
  },
  frames_out_of_order: {
    meaning: 'Frames came out of their order; two tabs of one person do that now and then.',
    refusesFrom: 10,
  },
  frames_after_the_end: {
    meaning: 'Frames came after the end of their attempt.',
    refusesFrom: 10,
  },
  foreign_frames: {
    meaning: 'Frames came for an attempt that is not one of this page session.',
    refusesFrom: 10,
  },
  still_picture: {
    meaning: 'Nothing moved in front of the camera, as with a photograph.',
    refusesFrom: undefined,
    barsEnrolment: true,
  },
  flat_picture: {
    meaning: 'What moved was a sheet, flat or bent, as a photograph or a screen is, and no solid head.',
    refusesFrom: 2,
    barsEnrolment: true,
  },
  camera_ignores_settings: {
    meaning: 'The camera did not follow when the page asked for another picture size, rate or zoom.',
    refusesFrom: undefined,
  },
  camera_claims_settings: {
    meaning: 'The camera claimed a picture size, rate or zoom that its pictures did not show.',
    refusesFrom: undefined,
  },
  no_fetch_metadata: {
    meaning: 'The browser did not say where the calls came from: an old one, or none.',
    refusesFrom: undefined,
  },
} as const satisfies Readonly<Record<AttackSignalCode, SignalRule>>;
/** A code of that table. */
export type AttackSignal = keyof typeof attackSignals;

/** All codes of that table. */
export const ATTACK_SIGNALS = Object.keys(attackSignals) as AttackSignal[];

/** Those that refuse approval once they heap up. */
export const REFUSING_SIGNALS = ATTACK_SIGNALS.filter(
  (sign) => attackSignals[sign].refusesFrom !== undefined,
);

/** Whether a reason of a decision is a sign. */
export const isAttackSignal = (reason: string): reason is AttackSignal =>
  Object.hasOwn(attackSignals, reason);

/** Those that a company may have noted alone. */
export const NOTABLE_SIGNALS = ATTACK_SIGNALS.filter((sign) => 'mayBeNoted' in attackSignals[sign]);

/** Signs that are only noted where the company names none: a test deployment is tried with fake cameras. */
export const NOTED_BY_ENVIRONMENT: Readonly<Record<'test' | 'production', readonly AttackSignal[]>> = {
  test: ['virtual_camera', 'frames_repeated'],
  production: [],
};

/** A sign, and how often it was seen in all attempts of a transaction. */
export type SeenSignal = { sign: AttackSignal; seen: number };

/** Whether signs keep a transaction from being approved; `noted` has an effect only on those that may be noted. */
export const signalsRefuse = (signs: readonly SeenSignal[], noted: readonly string[]): boolean =>
  signs.some(({ sign, seen }) => {
    const rule: SignalRule = attackSignals[sign];
    if (rule.refusesFrom === undefined || seen < rule.refusesFrom) return false;
    return !(rule.mayBeNoted && noted.includes(sign));
  });

/** Whether signs keep a face from being enrolled, whatever else they let pass. */
export const signalsBarEnrolment = (signs: readonly SeenSignal[], noted: readonly string[]): boolean =>
  signs.some(({ sign }) => {
    const { barsEnrolment }: SignalRule = attackSignals[sign];
    return barsEnrolment === 'unless_noted' ? !noted.includes(sign) : barsEnrolment;
  });
