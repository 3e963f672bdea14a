import type { OperationNotes } from '../operations.ts';
import { BEHIND_TOKEN } from '../tokens/behind-token.ts';

/** What the documentation says of reading captures back. */
export const captureRecordNotes = {
  listCaptures: {
    tag: 'Captures',
    description:
      'Returns what was captured for a transaction: each attempt with its challenge and outcome, the kept frames with their SHA-256, the consent, the checks of the decision with their results, and attack signals. It contains no image, distance or score. Deleted or erased captures are reported as such.',
    codes: [...BEHIND_TOKEN, '40004', '40401'],
  },
  readCaptureImage: {
    tag: 'Captures',
    description:
      'Returns one kept image as JPEG. Every view requires a `reason` and is written to the audit log (who, when, why) before the image is sent. Refused with `40049` after the person was erased, and with `40412` if no image is stored.',
    codes: [...BEHIND_TOKEN, '40002', '40004', '40006', '40026', '40049', '40401', '40412'],
  },
} as const satisfies Record<string, OperationNotes>;
