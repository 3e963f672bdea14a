import { apart, type OperationExamples, PLACEHOLDERS, refusal, UNKNOWN_ID } from '../example.ts';

const { capturedTransaction, waitingTransaction } = PLACEHOLDERS;

const capturedAttempt = '019aa3c6-0d31-7a52-8c1e-2b3c4d5e6f01';

const unknown = {
  summary: 'A transaction that is not of this tenant and environment',
  parameters: { transaction_id: UNKNOWN_ID },
  ...refusal('40401'),
};

const listCaptures: OperationExamples = {
  captured: {
    summary: 'An attempt of which one picture is kept',
    parameters: { transaction_id: capturedTransaction },
    status: 200,
    answer: {
      id: capturedTransaction,
      images: 'held',
      checks: [],
      signs: [],
      attempts: [
        {
          id: capturedAttempt,
          number: 1,
          movement: 'turn',
          poses: ['front', 'left', 'front', 'up', 'front', 'mouth', 'front'],
          challengeLength: 'usual',
          challengeReasons: [],
          startedAt: '2026-11-20T14:04:02.000Z',
          framesReceived: 9,
          consent: { version: '2026-11-1', language: 'pt', at: '2026-11-20T14:03:51.000Z' },
          frames: [
            {
              step: 0,
              pose: 'front',
              receivedAt: '2026-11-20T14:04:04.000Z',
              sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
              isHeld: true,
            },
          ],
        },
      ],
    },
  },
  'nothing-yet': {
    summary: 'The person has not begun',
    parameters: { transaction_id: waitingTransaction },
    status: 200,
    answer: { id: waitingTransaction, images: 'none', checks: [], signs: [], attempts: [] },
  },
  'not-an-id': {
    ...apart('A text that is no id'),
    parameters: { transaction_id: 'order-1001' },
    ...refusal('40004'),
  },
  unknown,
};

const named = { transaction_id: capturedTransaction, attempt_id: capturedAttempt, step: '0' };

const readCaptureImage: OperationExamples = {
  'no-image': {
    summary: 'A transaction without that attempt',
    parameters: { ...named, transaction_id: waitingTransaction, reason: 'ticket 4711' },
    ...refusal('40412'),
  },
  'without-a-reason': {
    summary: 'Nobody looks without saying why',
    parameters: named,
    ...refusal(
      '40002',
      'reason is missing: why you view the image, such as a ticket number: 3 to 200 characters, not starting with a space, as text.',
    ),
  },
  unknown: {
    ...unknown,
    parameters: { ...named, ...unknown.parameters, reason: 'ticket 4711' },
  },
};

/** Examples of the operations that read captures back. */
export const captureRecordExamples: Readonly<Record<string, OperationExamples>> = {
  listCaptures,
  readCaptureImage,
};
