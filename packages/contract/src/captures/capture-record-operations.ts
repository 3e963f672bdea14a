import type { OperationNotes } from '../operations.ts';
import { BEHIND_TOKEN } from '../tokens/behind-token.ts';

/** What the documentation says of reading captures back. */
export const captureRecordNotes = {
  listCaptures: {
    tag: 'Captures',
    description:
      'Answers what was captured for a transaction: each attempt with what was asked for and how it ended, the frames that were kept with the SHA-256 of each, the consent, the checks of the decision with their results, and signs of an attack. No image, no distance and no score. Of captures that were deleted or erased it says so.',
    codes: [...BEHIND_TOKEN, '40004', '40401'],
  },
  readCaptureImage: {
    tag: 'Captures',
    description:
      'Answers one kept image as JPEG. Every look needs a `reason` and stands in the audit log with who looked, when and why, before the image is sent; without that entry there is no image. Refused with `40049` once the person was erased, and with `40412` where no image is held.',
    codes: [...BEHIND_TOKEN, '40002', '40004', '40006', '40026', '40049', '40401', '40412'],
  },
} as const satisfies Record<string, OperationNotes>;
