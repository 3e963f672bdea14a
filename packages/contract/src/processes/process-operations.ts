import type { OperationNotes } from '../operations.ts';
import { BEHIND_TOKEN } from '../tokens/behind-token.ts';

const ONE_PROCESS = [...BEHIND_TOKEN, '40007', '40409'] as const;

/** What the documentation says of the operations on processes. */
export const processNotes = {
  createProcess: {
    tag: 'Processes',
    description:
      'Starts a process: one person takes a selfie on the hosted page, without a card. Send the person to `userRedirectUrl`, or pass `token` to the web SDK; both are shown only once. Wait for the event `process.finished` (or `process.failed`) instead of polling.\n\nWithin 3600 seconds after it finished with `PROCESS_RESULT_OK`, send its id as `additionalInfo.processID` when you create a transaction for the same person: no second selfie is needed.',
    codes: [...BEHIND_TOKEN, '40002', '40026', '40028', '40029', '40404', '50002'],
  },
  renewProcessLink: {
    tag: 'Processes',
    description:
      'Returns the process with a new one-time URL and a new SDK token. Earlier URLs are revoked, and so are the pages they opened, unless a selfie is being taken on one. Refused with `40051` once the process no longer accepts a capture, and if it is carried out on another platform.',
    codes: [...ONE_PROCESS, '40051'],
  },
  readProcess: {
    tag: 'Processes',
    description:
      'Returns the process: its state and, once it ended, its result with the findings on liveness and identity. Scores are never returned.',
    codes: [...ONE_PROCESS],
  },
  readProcessSelfie: {
    tag: 'Processes',
    description:
      'Returns the frontal picture of the accepted capture as base64-encoded JPEG. Requires the scope `captures:read` and a `reason`; every view is written to the audit log (who, when, why) before the picture is sent. Refused with `40052` after the person was erased, and with `40412` if no picture is stored.',
    codes: [...ONE_PROCESS, '40002', '40026', '40052', '40412'],
  },
  readProcessHistory: {
    tag: 'Processes',
    description:
      'Returns the process with every step of its history, oldest first, including the transactions that reused it. Intended for support, not as input for automated decisions.',
    codes: [...ONE_PROCESS],
  },
} as const satisfies Record<string, OperationNotes>;
