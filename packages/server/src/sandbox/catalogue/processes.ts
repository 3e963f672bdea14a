import type { DecisionReason } from '../../decision/index.ts';
import { SANDBOX_ATTEMPTS } from './captures.ts';
import { type ScenarioEnd, type ScenarioRow, type ScenarioStep, step } from './scenario.ts';

/** Seconds from one attempt to the next, and from the last to the decision. */
const PAUSE_SECONDS = 2;

const KIND = { kind: 'processes', operations: ['createProcess'] } as const;

type Row = Omit<ScenarioRow, keyof typeof KIND>;

const UNKNOWN = {
  liveness: 'LIVENESS_RESULT_UNSPECIFIED',
  authentication: 'AUTHENTICATION_RESULT_UNSPECIFIED',
} as const;

const failsAs = (result: 'PROCESS_RESULT_EXPIRED' | 'PROCESS_RESULT_ERROR'): ScenarioEnd => ({
  kind: 'process',
  result,
  ...UNKNOWN,
});

/** Finished for the person who was asked for; a card that uses it is approved. */
const finishing = (steps: readonly ScenarioStep[], reusedAs = 'approved') => ({
  steps,
  reasons: ['live', 'matches_reference'] as const satisfies readonly DecisionReason[],
  leadsTo: {
    kind: 'process',
    result: 'PROCESS_RESULT_OK',
    liveness: 'LIVENESS_RESULT_LIVE',
    authentication: 'AUTHENTICATION_RESULT_POSITIVE',
  } as const,
  reusedAs,
});

const REFUSED = { kind: 'process', result: 'PROCESS_RESULT_INVALID_IDENTITY' } as const;
const LIVE = { ...REFUSED, liveness: 'LIVENESS_RESULT_LIVE' } as const;
const NOT_LIVE = { ...REFUSED, ...UNKNOWN, liveness: 'LIVENESS_RESULT_NOT_LIVE' } as const;

// New rows come last: the place of a row is the number of its identity.
const rows: readonly Row[] = [
  {
    name: 'process-finished',
    meaning: 'The person is live, and the one with the identity.',
    ...finishing([step('approve')]),
  },
  {
    name: 'process-finished-after-30-seconds',
    meaning: 'The person takes half a minute, and is the one with the identity.',
    ...finishing([step('approve', 30)]),
  },
  {
    name: 'process-decided-after-30-seconds',
    meaning: 'The selfie is taken at once, and the decision takes half a minute.',
    ...finishing([step('attempt-completed'), step('approve', 30)]),
  },
  {
    name: 'process-finished-card-inconclusive',
    meaning: 'The person is the one with the identity; a card that uses the process is inconclusive.',
    ...finishing([step('approve')], 'inconclusive'),
  },
  {
    name: 'process-invalid-identity',
    meaning: 'The person is live, and another one.',
    steps: [step('reject')],
    reasons: ['live', 'face_differs'],
    leadsTo: { ...LIVE, authentication: 'AUTHENTICATION_RESULT_NEGATIVE' },
  },
  {
    name: 'process-inconclusive',
    meaning:
      'The person is live, and could not be compared: no face is enrolled for the identity, and the company lets no capture enrol one.',
    steps: [step('reject')],
    reasons: ['live', 'no_reference'],
    leadsTo: { ...LIVE, authentication: 'AUTHENTICATION_RESULT_INCONCLUSIVE' },
  },
  {
    name: 'process-not-live',
    meaning: 'The pictures do not show a live person.',
    steps: [step('reject')],
    reasons: ['challenge_incomplete'],
    leadsTo: NOT_LIVE,
  },
  {
    name: 'process-expired',
    meaning: 'Nobody takes a selfie in time. The time is over at once instead of after it.',
    steps: [step('expire')],
    leadsTo: failsAs('PROCESS_RESULT_EXPIRED'),
  },
  {
    name: 'process-error',
    meaning: 'The process could not be carried out.',
    steps: [step('fail')],
    leadsTo: failsAs('PROCESS_RESULT_ERROR'),
  },
  {
    name: 'process-too-dark-then-finished',
    meaning:
      'The first attempt fails (too-dark). The second shows the person, who is the one with the identity.',
    ...finishing([
      step('attempt-too-dark'),
      step('attempt-completed', PAUSE_SECONDS),
      step('approve', 2 * PAUSE_SECONDS),
    ]),
  },
  {
    name: 'process-attempts-exhausted',
    meaning: 'Every attempt fails (no-face), and no more is left.',
    steps: Array.from({ length: SANDBOX_ATTEMPTS }, (_, index) =>
      step('attempt-no-face', index * PAUSE_SECONDS),
    ),
    reasons: ['attempts_exhausted'],
    leadsTo: NOT_LIVE,
  },
];

const FIRST_NUMBER = 201;

/** Every end of a process. */
export const processes: readonly ScenarioRow[] = rows.map((row, index) => ({
  ...KIND,
  ...row,
  number: FIRST_NUMBER + index,
}));
