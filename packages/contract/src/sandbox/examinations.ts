import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';

const CLOSED = { additionalProperties: false } as const;
const time = Type.String({ format: 'date-time' });

/** Deliveries by which a receiver is examined, in the order in which they are sent. */
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
] as const;
export type Probe = (typeof PROBES)[number];

/** What a right receiver does with a probe: take it (2xx), refuse it (4xx), or either. */
export const PROBE_EXPECTATIONS = ['taken', 'refused', 'either'] as const;
export type ProbeExpectation = (typeof PROBE_EXPECTATIONS)[number];

/** What an answer shows of a receiver; `unknown` where it does not show it. */
export const PROBE_VERDICTS = ['right', 'wrong', 'unknown'] as const;
export type ProbeVerdict = (typeof PROBE_VERDICTS)[number];

/** One probe: what was sent, what came back, and what that shows. The body of the answer is not kept. */
export const ProbeResult = Type.Object(
  {
    probe: literals(PROBES),
    expected: literals(PROBE_EXPECTATIONS),
    webhookId: Type.String(),
    timestamp: time,
    request: Type.String(),
    /** Absent where there was no answer; then `error` says why. */
    status: Type.Optional(Type.Integer()),
    error: Type.Optional(Type.String()),
    verdict: literals(PROBE_VERDICTS),
  },
  CLOSED,
);
export type ProbeResult = Static<typeof ProbeResult>;

/** The last examination of an endpoint; `none` where there was none. */
export const Examination = Type.Object(
  {
    state: literals(['none', 'running', 'finished'] as const),
    startedAt: Type.Optional(time),
    finishedAt: Type.Optional(time),
    results: Type.Array(ProbeResult),
  },
  CLOSED,
);
export type Examination = Static<typeof Examination>;
