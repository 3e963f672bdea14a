import { type Static, Type } from 'typebox';
import { ReadCaptureImageQuery } from '../captures/capture-records.ts';

/** Most photographs of a reference, and most bytes of one before base64. */
export const PHOTOGRAPH_LIMITS = { most: 5, bytes: 512 * 1024 } as const;

/** Most characters of a photograph in base64. */
const MAX_BASE64 = Math.ceil(PHOTOGRAPH_LIMITS.bytes / 3) * 4;

/** An operator's own name for a thing, never a person. */
const label = (description: string, example: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9._:/#-]{1,100}$',
    description: `${description} Letters, digits and \`._:/#-\`, up to 100; never name the person.`,
    examples: [example],
  });

const provenance = {
  source: label('Where the photographs are from, such as the onboarding of an account.', 'onboarding'),
  date: Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    description: 'Day on which the photographs were taken, not after today (in UTC).',
    examples: ['2026-03-02'],
  }),
  consentReference: label('Your reference for the consent that covers this use.', 'consent-4711'),
};

/** Whose face it is, one to five photographs of it, and where they are from. */
export const CreateReferenceRequest = Type.Object({
  identity: Type.Object({
    key: Type.String({ description: 'Kind of identity: `cpf` or `cnpj`.', examples: ['cpf'] }),
    value: Type.String({
      maxLength: 64,
      description: 'The identity without punctuation, with valid check digits.',
      examples: ['52998224725'],
    }),
  }),
  photographs: Type.Array(Type.String({ minLength: 4, maxLength: MAX_BASE64 }), {
    minItems: 1,
    maxItems: PHOTOGRAPH_LIMITS.most,
    description: `One to ${PHOTOGRAPH_LIMITS.most} photographs of one person, each a JPEG of up to ${PHOTOGRAPH_LIMITS.bytes / 1024} KiB in base64: selfies, or portraits cut out of a document. They are measured, and kept only if \`keepPhotographs\` is true.`,
  }),
  ...provenance,
  replace: Type.Optional(
    Type.Boolean({
      description:
        'Deletes every face enrolled for the identity, and its reference, in favour of this one. With the photographs of the reference that is there, nothing changes.',
    }),
  ),
  allowDuplicateFace: Type.Optional(
    Type.Boolean({
      description:
        'Accepts a face that is enrolled for another identity, such as that of a twin. It is written to the audit log. While the setting `face-of-another-identity` is `refuse`, neither of the two identities is approved.',
    }),
  ),
  keepPhotographs: Type.Optional(
    Type.Boolean({
      description:
        'Keeps the photographs as they were sent, sealed, until the reference is deleted, so that a person can compare them later. Every view needs a reason and is written to the audit log. False or left out deletes none that are kept.',
    }),
  ),
});
export type CreateReferenceRequest = Static<typeof CreateReferenceRequest>;

/** A reference as it stands, without pictures and without the identity. */
export const ReferenceResponse = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of the reference.' }),
    ...provenance,
    photographs: Type.Integer({ minimum: 1, description: 'Photographs that were sent.' }),
    photographsKept: Type.Integer({
      minimum: 0,
      description: 'Photographs that are kept and can be viewed; 0 if nobody asked to keep them.',
    }),
    faces: Type.Integer({
      minimum: 0,
      description:
        'Enrolled faces of these photographs; photographs that look alike share one. 0 if newer selfies have replaced all of them.',
    }),
    captureConfirmed: Type.Boolean({
      description:
        'True if a face was enrolled by a selfie before, and this reference showed the same person.',
    }),
    duplicateFaceAllowed: Type.Boolean({
      description: 'True if the request allowed a face that is enrolled for another identity.',
    }),
    createdAt: Type.String({ format: 'date-time', description: 'When it was created.' }),
  },
  { additionalProperties: false },
);
export type ReferenceResponse = Static<typeof ReferenceResponse>;

/** What was withdrawn, and when. */
export const DeleteReferenceResponse = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of the reference.' }),
    deletedAt: Type.String({ format: 'date-time', description: 'When it was deleted.' }),
  },
  { additionalProperties: false },
);
export type DeleteReferenceResponse = Static<typeof DeleteReferenceResponse>;

/** Why a photograph is looked at; the words go to the audit log, for ever. */
export const ReadReferencePhotographQuery = Type.Object(
  { reason: ReadCaptureImageQuery.properties.reason },
  { additionalProperties: false },
);
export type ReadReferencePhotographQuery = Static<typeof ReadReferencePhotographQuery>;
