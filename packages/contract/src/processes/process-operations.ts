import type { OperationNotes } from '../operations.ts';
import { BEHIND_TOKEN } from '../tokens/behind-token.ts';

const ONE_PROCESS = [...BEHIND_TOKEN, '40007', '40409'] as const;

/** What the documentation says of the operations on processes. */
export const processNotes = {
  createProcess: {
    tag: 'Processes',
    description:
      'Starts a process: one person takes a selfie on the hosted page, without a card. Send the person to `userRedirectUrl`, or hand `token` to the web SDK; both are shown this once. Wait for the event `process.finished` (or `process.failed`) instead of asking again and again.\n\nWithin 3600 seconds after it finished with `PROCESS_RESULT_OK`, send its id as `additionalInfo.processID` when you create a transaction of the same person: nobody takes another selfie.',
    codes: [...BEHIND_TOKEN, '40002', '40026', '40028', '40029', '40404', '50002'],
  },
  renewProcessLink: {
    tag: 'Processes',
    description:
      'Answers the process with a new one-time address and a new SDK token, while the person still has to take the selfie. All addresses of before end, and so do the pages that they opened, unless a selfie is just being taken on one. Refused with `40051` once no capture is taken any more, and where the process is carried out elsewhere.',
    codes: [...ONE_PROCESS, '40051'],
  },
  readProcess: {
    tag: 'Processes',
    description:
      'Answers the process: where it stands, and once it ended its result with what was found about liveness and identity. Never a score.',
    codes: [...ONE_PROCESS],
  },
  readProcessSelfie: {
    tag: 'Processes',
    description:
      'Answers the picture of the capture that counted, the one that faces the camera, as JPEG in base64. It takes the scope `captures:read` and a `reason`; every look stands in the audit log with who looked, when and why, before the picture is sent. Refused with `40052` once the person was erased, and with `40412` where no picture is held.',
    codes: [...ONE_PROCESS, '40002', '40026', '40052', '40412'],
  },
  readProcessHistory: {
    tag: 'Processes',
    description:
      'Answers the process and every step it went, oldest first, with the transactions that used it. Meant for support, not for programs to decide by.',
    codes: [...ONE_PROCESS],
  },
} as const satisfies Record<string, OperationNotes>;
