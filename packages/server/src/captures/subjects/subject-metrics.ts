import { ATTEMPT_OUTCOMES, BROWSER_FAMILIES, PAGE_EVENTS } from '@titular/contract';
import { ATTACK_SIGNALS, CARD_REASONS, CREATE_REASONS, DECISION_REASONS } from '../../decision/index.ts';
import type { SubjectKind } from '../../kernel/database/subject-ref.ts';
import { createCounter, createHistogram, LONG_SECONDS } from '../../kernel/metrics/instruments.ts';
import type { Metric } from '../../kernel/metrics/metric.ts';
import { unopenedHashes } from '../attack-signals/hash-pairs.ts';

/** Modules of the companies that transactions are made for, and processes, which have none. */
const MODULES = ['post', 'pre', 'super-pre', 'process'] as const;

/** Events of transactions and processes, in the order of their life; those of a status table have its names. */
const EVENTS = [
  ...['create', 'open', 'consent', 'attempt', 'capture-finished', 'attempts-exhausted', 'approve', 'reject'],
  ...['share', 'state-identity', 'disown', 'declare-absent', 'cancel', 'fail', 'expire', 'reuse'],
] as const;

const events = createCounter({
  name: 'titular_transactions_total',
  help: 'Events of transactions, and of processes under the module process, as this process wrote them.',
  labels: { event: EVENTS, module: MODULES },
});

const decisions = createCounter({
  name: 'titular_decisions_total',
  help: 'Decisions on captures by result and first reason; docs/decision.md says what each means.',
  labels: {
    result: ['approved', 'inconclusive'],
    reason: [
      ...new Set<string>([...DECISION_REASONS, ...CREATE_REASONS, ...CARD_REASONS, ...ATTACK_SIGNALS]),
    ],
  },
});

/** Seconds from the commit of the last frame to the final status. */
export const decisionDelay = createHistogram({
  name: 'titular_decision_delay_seconds',
  help: 'Seconds from a complete capture, or the reuse of one, to the commit of its final status.',
  labels: {},
  buckets: LONG_SECONDS,
});

/** Distances between faces that decisions rested on. */
export const faceDistance = createHistogram({
  name: 'titular_face_distance',
  help: "Euclidean distance of captured faces to the identity's own enrolled face, and to the nearest of another identity.",
  labels: { kind: ['reference', 'other'] },
  buckets: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
});

/** Attempts at the challenge that ended. */
export const attemptsEnded = createCounter({
  name: 'titular_capture_attempts_total',
  help: 'Attempts at the challenge that ended, by outcome.',
  labels: { outcome: ATTEMPT_OUTCOMES },
});

/** Events of pages. */
export const pageEvents = createCounter({
  name: 'titular_page_events_total',
  help: 'What capture pages told of their course, by event and family of browser.',
  labels: { event: PAGE_EVENTS, browser: BROWSER_FAMILIES },
});

/** Counts an event of a subject, by the module of its company; a process has none. */
export const countEvent = (kind: SubjectKind, event: string, module: string | undefined): void =>
  events.add({ event, module: kind === 'process' ? 'process' : (module ?? '') });

/** Counts a decision by what comes first in its reasons. */
export const countDecision = (result: string, reasons: readonly string[]): void =>
  decisions.add({ result, reason: reasons[0] ?? '' });

/** Metrics of captures and of what they are made for. */
export const subjectMetrics: readonly Metric[] = [
  events,
  decisions,
  decisionDelay,
  faceDistance,
  attemptsEnded,
  pageEvents,
  unopenedHashes,
];
