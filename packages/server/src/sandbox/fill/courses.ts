import type { AttemptOutcome, PageEvent } from '@titular/contract';
import { attemptEvent } from '@titular/contract';
import type { DecisionReason } from '../../decision/index.ts';
import type { ScenarioEvent } from '../catalogue/scenario.ts';
import { between, choose, type Draw } from './draws.ts';

/** One step of a course, so many seconds after the person opened the page, or after the create where nobody did. */
export type CourseStep = { afterSeconds: number; event: ScenarioEvent; reasons: readonly DecisionReason[] };

/** How a transaction goes after its create. */
export type Course = {
  /** What the page tells; undefined where nobody opens it. */
  events: readonly PageEvent[] | undefined;
  steps: readonly CourseStep[];
  /** The create checks end it. */
  endsAtCreate?: true;
  /** Nobody goes on after the last attempt, so that the time for another one passes. */
  givesUp?: true;
  /** It ends when its time is over. */
  expires?: true;
};

type Make = (draw: Draw) => Course;

const REACHED: readonly PageEvent[] = ['opened', 'consent_given', 'camera_opened', 'attempt_started'];
const step = (
  afterSeconds: number,
  event: ScenarioEvent,
  reasons: readonly DecisionReason[] = [],
): CourseStep => ({ afterSeconds, event, reasons });

/** How attempts fail, and how often. */
const FAULTS: readonly (readonly [Exclude<AttemptOutcome, 'completed'>, number])[] = [
  ['too_dark', 30],
  ['challenge_missed', 22],
  ['no_face', 14],
  ['blurred', 9],
  ['too_small', 7],
  ['timeout', 7],
  ['occluded', 5],
  ['off_centre', 3],
  ['not_live', 3],
];
const ATTEMPT_SECONDS = 25;
const fail = (draw: Draw, afterSeconds: number): CourseStep =>
  step(afterSeconds, attemptEvent(choose(draw, FAULTS)));

/** What keeps people from the camera, as pages tell it. */
const HURDLES: readonly (readonly [readonly PageEvent[], number])[] = [
  [['opened'], 24],
  [['opened', 'in_app_browser'], 16],
  [['opened', 'consent_declined'], 8],
  [['opened', 'consent_given', 'camera_denied'], 24],
  [['opened', 'consent_given', 'camera_blocked'], 6],
  [['opened', 'consent_given', 'camera_busy'], 5],
  [['opened', 'consent_given', 'camera_opened', 'low_light'], 10],
  [['opened', 'consent_given', 'camera_opened', 'sent_to_background'], 7],
];

const captured = (draw: Draw, end: ScenarioEvent, reasons: readonly DecisionReason[] = []): Course => {
  const done = between(draw, 18, 70);
  return {
    events: [...REACHED, 'attempt_completed', 'result_shown'],
    steps: [step(done, 'attempt-completed'), step(done + between(draw, 1, 6), end, reasons)],
  };
};

const secondTry: Make = (draw) => {
  const first = between(draw, 20, 50);
  const second = first + between(draw, 15, 60);
  return {
    events: [...REACHED, 'attempt_failed', 'attempt_started', 'attempt_completed', 'result_shown'],
    steps: [fail(draw, first), step(second, 'attempt-completed'), step(second + 3, 'approve')],
  };
};

const exhausted: Make = (draw) => {
  const fault = attemptEvent(choose(draw, FAULTS));
  return {
    events: [...REACHED, 'attempt_failed', 'low_light', 'attempt_failed', 'attempt_failed', 'result_shown'],
    steps: [1, 2, 3].map((place) => step(place * ATTEMPT_SECONDS, fault)),
  };
};

const APPROVALS: readonly (readonly [readonly DecisionReason[], number])[] = [
  [['live', 'matches_reference'], 62],
  [['live', 'enrolled', 'enrolled_unproven'], 28],
  [['live', 'matches_reference', 'card_confirmed'], 10],
];
const REJECTIONS: readonly (readonly [readonly DecisionReason[], number])[] = [
  [['face_differs'], 40],
  [['no_reference'], 14],
  [['card_holder_differs'], 12],
  [['card_inactive'], 8],
  [['card_name_differs'], 8],
  [['face_of_another_identity'], 8],
  [['card_account_name_differs'], 5],
  [['card_of_many_identities'], 5],
];

/** Every course of what is over, with its share in thousandths. */
export const COURSES: readonly (readonly [Make, number])[] = [
  [(draw) => captured(draw, 'approve', choose(draw, APPROVALS)), 500],
  [secondTry, 95],
  [(draw) => captured(draw, 'identity-changed', ['stated_identity']), 15],
  [
    (draw) => {
      const { events = [], steps } = captured(draw, 'approve', choose(draw, APPROVALS));
      return { events: [...events, 'handed_over'], steps: [step(4, 'share'), ...steps] };
    },
    40,
  ],
  [(draw) => captured(draw, 'reject', choose(draw, REJECTIONS)), 100],
  [exhausted, 50],
  [
    (draw) => ({
      events: [...REACHED, 'attempt_failed'],
      steps: [fail(draw, ATTEMPT_SECONDS)],
      givesUp: true,
    }),
    25,
  ],
  [() => ({ events: undefined, steps: [], expires: true }), 45],
  [(draw) => ({ events: choose(draw, HURDLES), steps: [], expires: true }), 45],
  [(draw) => ({ events: undefined, steps: [step(between(draw, 600, 5_000), 'cancel')] }), 25],
  [() => ({ events: ['opened'], steps: [step(40, 'disown')] }), 15],
  [() => ({ events: ['opened', 'consent_given'], steps: [step(50, 'declare-absent')] }), 15],
  [() => ({ events: undefined, steps: [], endsAtCreate: true }), 30],
];

/** A course that ends so, for these reasons. */
const endsBy =
  (end: ScenarioEvent) =>
  ([reasons]: readonly [readonly DecisionReason[], number]): Make =>
  (draw) =>
    captured(draw, end, reasons);

/** Courses that every fill has once, so that each status and each reason of a decision is there however the others fall. */
export const EACH_COURSE: readonly Make[] = [
  ...COURSES.map(([make]) => make),
  ...APPROVALS.map(endsBy('approve')),
  ...REJECTIONS.map(endsBy('reject')),
];

/** Every course of what is still under way at the end of the 30 days, in turn. */
export const OPEN_COURSES: readonly Make[] = [
  () => ({ events: undefined, steps: [] }),
  (draw) => ({ events: choose(draw, HURDLES), steps: [] }),
  () => ({ events: ['opened', 'handed_over'], steps: [step(30, 'share')] }),
  () => ({ events: [...REACHED, 'attempt_completed'], steps: [step(40, 'attempt-completed')] }),
];

/** The course of the task: two attempts were too dark, and the person gave up; one attempt is left, so a new link helps. */
export const TASK_COURSE: Course = {
  events: [...REACHED, 'low_light', 'attempt_failed', 'attempt_started', 'attempt_failed'],
  steps: [step(ATTEMPT_SECONDS, 'attempt-too-dark'), step(2 * ATTEMPT_SECONDS + 10, 'attempt-too-dark')],
};
