import type { Figure } from '../../report.ts';
import type { PhoneResult } from './measure-phone.ts';

const MAX_LOGIN_MS = 3_000;
const MAX_PAGE_MS = 1_000;
const MAX_INTERACTION_MS = 200;

/** The lines of the report about the portal on a phone (P56). */
export const phoneFigures = (result: PhoneResult): Figure[] => [
  {
    what: 'login of the portal usable, a quarter of the processor and 1.6 Mbit/s, median',
    measured: result.loginMs,
    unit: 'ms',
    baseline: { what: 'an empty page of React', value: result.emptyMs },
    target: { text: `<= ${MAX_LOGIN_MS} ms`, met: result.loginMs <= MAX_LOGIN_MS },
  },
  {
    what: 'from the list to a transaction, on the same phone, median',
    measured: result.pageMs,
    unit: 'ms',
    baseline: { what: 'an empty page of React', value: result.emptyMs },
    target: { text: `<= ${MAX_PAGE_MS} ms`, met: result.pageMs <= MAX_PAGE_MS },
  },
  {
    what: `presses and letters there, 75th percentile of ${result.interactions}`,
    measured: result.interactionMs,
    unit: 'ms',
    target: { text: `<= ${MAX_INTERACTION_MS} ms`, met: result.interactionMs <= MAX_INTERACTION_MS },
  },
];
