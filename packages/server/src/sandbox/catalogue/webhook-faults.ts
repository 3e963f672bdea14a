import { APPROVED, type ScenarioRow, step } from './scenario.ts';

const KIND = { kind: 'webhooks', leadsTo: APPROVED } as const;

/** Seconds by which a delivery is held back. */
export const LATE_SECONDS = 60;

/** Seconds until an event is sent again that was sent once. */
const AGAIN_SECONDS = 5;

// New rows come last: the place of a row is in the number of its identity.
const rows: readonly ScenarioRow[] = [
  {
    ...KIND,
    name: 'webhook-late',
    meaning: `The event of the approval is sent ${LATE_SECONDS} seconds after it.`,
    steps: [step('approve')],
    fault: 'late',
  },
  {
    ...KIND,
    name: 'webhook-twice',
    meaning: 'The event of the approval is sent twice, with the same webhook-id.',
    steps: [step('approve'), step('send-again', AGAIN_SECONDS)],
    fault: 'twice',
  },
  {
    ...KIND,
    name: 'webhook-out-of-order',
    meaning: `The event of the approval is sent before that of processing, which is held back ${LATE_SECONDS} seconds; the endpoint has to name the status processing.`,
    steps: [step('attempt-completed'), step('approve', 1)],
    beginsOpen: true,
    fault: 'out-of-order',
  },
  {
    ...KIND,
    name: 'webhook-old-secret',
    meaning:
      'The event is sent signed by the secret before the present one alone, while a rotation overlaps; else by one that was never of the endpoint. Refused, it is sent again, rightly signed.',
    steps: [step('approve')],
    fault: 'old-secret',
  },
  {
    ...KIND,
    name: 'webhook-bad-signature',
    meaning: 'The event is sent with a signature that is wrong. Refused, it is sent again, rightly signed.',
    steps: [step('approve')],
    fault: 'bad-signature',
  },
];

const FIRST_NUMBER = 301;

/** What can go wrong with the webhook of an approval. */
export const webhookFaults: readonly ScenarioRow[] = rows.map((row, index) => ({
  ...row,
  number: FIRST_NUMBER + index,
}));
