import type { ProcessEvent, ProcessResult, ProcessState } from '@titular/contract';

export { PROCESS_EVENTS, type ProcessEvent } from '@titular/contract';

/** What a process can be, as it is kept; `processing` is still created on the wire, because nothing is known of it yet. */
export const PROCESS_STATUSES = [
  'created',
  'processing',
  'ok',
  'invalid-identity',
  'expired',
  'error',
] as const;
export type ProcessStatus = (typeof PROCESS_STATUSES)[number];

const DECIDED = { approve: 'ok', reject: 'invalid-identity', fail: 'error' } as const;

/** Status and event to the next status; what has no entry is refused. A platform elsewhere decides what is still `created` here. */
const processTransitions: Readonly<Record<ProcessStatus, Partial<Record<ProcessEvent, ProcessStatus>>>> = {
  created: {
    'capture-finished': 'processing',
    'attempts-exhausted': 'invalid-identity',
    expire: 'expired',
    ...DECIDED,
  },
  processing: DECIDED,
  ok: { reuse: 'ok' },
  'invalid-identity': {},
  expired: {},
  error: {},
};

/** The status after an event, or undefined when the present status does not take it. */
export const advanceProcess = (status: ProcessStatus, event: ProcessEvent): ProcessStatus | undefined =>
  processTransitions[status][event];

/** The words of the wire for each status (design section 6). */
export const PROCESS_WORDS: Readonly<
  Record<ProcessStatus, { state: ProcessState; result: ProcessResult | undefined }>
> = {
  created: { state: 'PROCESS_STATE_CREATED', result: undefined },
  processing: { state: 'PROCESS_STATE_CREATED', result: undefined },
  ok: { state: 'PROCESS_STATE_FINISHED', result: 'PROCESS_RESULT_OK' },
  'invalid-identity': { state: 'PROCESS_STATE_FINISHED', result: 'PROCESS_RESULT_INVALID_IDENTITY' },
  expired: { state: 'PROCESS_STATE_FAILED', result: 'PROCESS_RESULT_EXPIRED' },
  error: { state: 'PROCESS_STATE_FAILED', result: 'PROCESS_RESULT_ERROR' },
};

/** Whether a process has ended: nothing but reuse happens to it from then on. */
export const isProcessFinal = (status: ProcessStatus): boolean =>
  PROCESS_WORDS[status].state !== 'PROCESS_STATE_CREATED';
