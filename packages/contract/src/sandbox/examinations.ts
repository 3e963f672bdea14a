import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';

const CLOSED = { additionalProperties: false } as const;
const time = Type.String({ format: 'date-time' });

/** Deliveries by which a receiver is examined, in the order in which they are sent; the last shows that refusals were meant. */
export const PROBES = [
  'right',
  'twice',
  'late',
  'ahead',
  'behind',
  'two-signatures',
  'unknown-type',
  'bad-signature',
  'old-secret',
  'no-signature',
  'old-timestamp',
  'changed-body',
  'closing',
] as const;
export type Probe = (typeof PROBES)[number];

/** What a right receiver does with a probe: take it (2xx), refuse it (4xx), or either. */
export const PROBE_EXPECTATIONS = ['taken', 'refused', 'either'] as const;
export type ProbeExpectation = (typeof PROBE_EXPECTATIONS)[number];

/** What an answer shows of a receiver; `unknown` where it does not show it, `not-sent` where no request left the service. */
export const PROBE_VERDICTS = ['right', 'wrong', 'unknown', 'no-answer', 'not-sent'] as const;
export type ProbeVerdict = (typeof PROBE_VERDICTS)[number];

/** Why a verdict is `unknown`. */
export const UNKNOWN_REASONS = [
  'no-old-secret',
  'not-over',
  'right-not-taken',
  'status-says-little',
  'busy',
] as const;
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

/** One probe: what was sent, what came back, and what that shows. The body of the answer is not kept. */
export const ProbeResult = Type.Object(
  {
    probe: literals(PROBES),
    expected: literals(PROBE_EXPECTATIONS),
    /** These three are absent where there was nothing to send. */
    webhookId: Type.Optional(Type.String()),
    timestamp: Type.Optional(time),
    request: Type.Optional(Type.String()),
    /** Absent where there was no answer; then `error` says why. */
    status: Type.Optional(Type.Integer()),
    /** Seconds that the receiver asked to be left alone. */
    retryAfterSeconds: Type.Optional(Type.Integer()),
    error: Type.Optional(Type.String()),
    verdict: literals(PROBE_VERDICTS),
    /** Why the verdict is `unknown`. */
    reason: Type.Optional(literals(UNKNOWN_REASONS)),
  },
  CLOSED,
);
export type ProbeResult = Static<typeof ProbeResult>;

/** How an examination ended; all but `whole` before its last probe. */
export const EXAMINATION_ENDS = [
  'whole',
  'gone',
  'asked-to-wait',
  'unanswered',
  'off',
  'deleted',
  'moved',
  'secret-changed',
  'failed',
  'abandoned',
] as const;
export type ExaminationEnd = (typeof EXAMINATION_ENDS)[number];

/** The last examination of an endpoint; `none` where there was none. */
export const Examination = Type.Object(
  {
    state: literals(['none', 'running', 'finished'] as const),
    startedAt: Type.Optional(time),
    finishedAt: Type.Optional(time),
    ended: Type.Optional(literals(EXAMINATION_ENDS)),
    results: Type.Array(ProbeResult),
  },
  CLOSED,
);
export type Examination = Static<typeof Examination>;
