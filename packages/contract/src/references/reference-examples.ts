import { apart, type OperationExamples, PLACEHOLDERS, refusal, UNKNOWN_ID } from '../example.ts';

const provenance = { source: 'onboarding', date: '2026-03-02', consentReference: 'consent-4711' };
const identity = { key: 'cpf', value: '52998224725' };

const answer = {
  id: PLACEHOLDERS.reference,
  ...provenance,
  photographs: 1,
  photographsKept: 0,
  faces: 1,
  captureConfirmed: false,
  duplicateFaceAllowed: false,
  createdAt: '2026-11-20T14:00:00.000Z',
};

const notAnId = {
  ...apart('A text that is no id'),
  parameters: { reference_id: 'maria' },
  ...refusal('40006'),
};

const unknown = {
  summary: 'A reference that is not of this tenant and environment',
  parameters: { reference_id: UNKNOWN_ID },
  ...refusal('40413'),
};

const createFaceReference: OperationExamples = {
  created: {
    summary: 'One photograph of the onboarding',
    body: { identity, photographs: [PLACEHOLDERS.photograph], ...provenance },
    status: 200,
    answer,
  },
  'not-a-picture': {
    summary: 'A photograph that is no JPEG',
    body: { identity, photographs: ['bm90IGEgcGljdHVyZQ=='], ...provenance },
    ...refusal('40080', 'photographs[0] cannot be read: it is not a JPEG.'),
  },
};

const readFaceReference: OperationExamples = {
  reference: {
    summary: 'A reference of one photograph',
    parameters: { reference_id: PLACEHOLDERS.reference },
    status: 200,
    answer,
  },
  'not-an-id': notAnId,
  unknown,
};

/** The first photograph, and why it is viewed. */
const AT = { position: '1', reason: 'ticket 4711' };

const readReferencePhotograph: OperationExamples = {
  'not-kept': {
    summary: 'A reference whose photographs were not kept',
    parameters: { reference_id: PLACEHOLDERS.reference, ...AT },
    ...refusal('40414'),
  },
  'not-an-id': { ...notAnId, parameters: { ...notAnId.parameters, ...AT } },
  unknown: { ...unknown, parameters: { ...unknown.parameters, ...AT } },
};

const deleteFaceReference: OperationExamples = {
  deleted: {
    summary: 'A reference that is withdrawn',
    parameters: { reference_id: PLACEHOLDERS.reference },
    status: 200,
    answer: { id: PLACEHOLDERS.reference, deletedAt: '2026-11-20T15:00:00.000Z' },
  },
  'not-an-id': notAnId,
  unknown,
};

/** Examples of the operations on references. */
export const referenceExamples: Readonly<Record<string, OperationExamples>> = {
  createFaceReference,
  readFaceReference,
  readReferencePhotograph,
  deleteFaceReference,
};
