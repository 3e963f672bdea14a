import type { ErrorEntry } from '../errors.ts';

/** The codes about reading captures back. */
export const captureRecordErrors = {
  '40412': {
    status: 404,
    message: 'No image of this capture is held.',
    happened:
      'The transaction has no attempt with this id, no frame was kept for this step, or the image was deleted at the end of its retention.',
    remedy: 'Read the captures of the transaction to see which pictures are stored.',
  },
} as const satisfies Record<string, ErrorEntry>;
