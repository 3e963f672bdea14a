import type { OperationNotes } from '../operations.ts';
import { BEHIND_TOKEN } from '../tokens/behind-token.ts';

const ONE_REFERENCE = [...BEHIND_TOKEN, '40006', '40413'] as const;

/** What the documentation says of the operations on references. */
export const referenceNotes = {
  createFaceReference: {
    tag: 'References',
    description:
      'Enrols the face of an identity from photographs that you took when you met the person, so that the first selfie is compared and not believed. The photographs must each show one face, of one person; they are measured, and kept only if `keepPhotographs` is true. The same photographs of the same identity return the same reference again. The body may have up to 3.3 MiB.\n\nIf a selfie enrolled a face for the identity before, the photographs must show the same person (`40085`): that face then counts as proven. A face that is enrolled for another identity is refused (`40086`) unless `allowDuplicateFace` is true.',
    codes: [
      ...BEHIND_TOKEN,
      '40002',
      '40026',
      '40080',
      '40081',
      '40082',
      '40083',
      '40084',
      '40085',
      '40086',
      '40087',
      '40088',
    ],
  },
  readFaceReference: {
    tag: 'References',
    description: 'Returns a reference with its provenance, without pictures and without the identity.',
    codes: [...ONE_REFERENCE],
  },
  readReferencePhotograph: {
    tag: 'References',
    description:
      'Returns one kept photograph of a reference, byte for byte as it was sent. `position` counts from 1, in the order of the request. Every view requires a `reason` and is written to the audit log (who, when, why) before the photograph is sent. Refused with `40414` if none is kept there.',
    codes: [...ONE_REFERENCE, '40002', '40026', '40414'],
  },
  deleteFaceReference: {
    tag: 'References',
    description:
      'Withdraws a reference: its kept photographs and the faces of all its photographs are deleted, and no longer found. Faces that selfies enrolled stay, and count as unproven again.',
    codes: [...ONE_REFERENCE],
  },
} as const satisfies Record<string, OperationNotes>;
