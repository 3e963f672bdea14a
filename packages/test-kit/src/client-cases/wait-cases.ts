import { refusal, type Step, status } from '../services/scripted-service.ts';

/** The limit of the wait in each case, far below every other limit that a client has. */
export const WAIT_LIMIT_SECONDS = 1.5;

/** The limit of one request in each case: a wait that is ended by it lasts far too long. */
export const WAIT_REQUEST_LIMIT_SECONDS = 600;

/** A wait that gets no final status: what the service does with readings and with requests for tokens. */
export type WaitCase = { name: string; script: readonly Step[]; tokenScript?: readonly Step[] };

const always = (step: Step): readonly Step[] => Array<Step>(50).fill(step);
/** Below the most that a client waits for, and far beyond the limit of the wait. */
const LATER = { 'retry-after': '250' };

/** Whatever the service does, every client ends such a wait by its limit, with an error of the kind `timeout`. */
export const WAIT_CASES: readonly WaitCase[] = [
  { name: 'the status never becomes final', script: always(status('waiting')) },
  { name: 'the service is silent', script: always('hang') },
  { name: 'the answer trickles without end', script: always('trickle') },
  { name: 'the service breaks each connection', script: always('reset') },
  { name: 'a 429 names a long pause', script: always(refusal('42901', LATER)) },
  { name: 'a 503 names a long pause', script: always({ status: 503, headers: LATER }) },
  { name: 'a 503 names no pause', script: always({ status: 503 }) },
  { name: 'the token endpoint is silent', script: [], tokenScript: always('hang') },
  { name: 'the token endpoint trickles', script: [], tokenScript: always('trickle') },
  {
    name: 'the token endpoint names a long pause',
    script: [],
    tokenScript: always({ status: 429, headers: LATER }),
  },
  { name: 'the token endpoint fails', script: [], tokenScript: always({ status: 503 }) },
];
