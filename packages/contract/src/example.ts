import { type ErrorCode, errorCatalogue } from './errors.ts';
import { oauthErrorCatalogue, oauthSentence, type TokenSubCode } from './tokens/oauth-errors.ts';

/** One request with its answer; in the documentation all their parts carry the example's name. */
export type OperationExample = {
  summary: string;
  /** Values of parameters of the address and of headers, by name. */
  parameters?: Readonly<Record<string, string>>;
  /** A JSON value, or the parameters of a form. */
  body?: unknown;
  status: number;
  /** Absent when the answer has no body. */
  answer?: unknown;
  /** Beside the schemas in the documentation: its request breaks them on purpose, or its answer has members that read like a schema. */
  standsApart?: boolean;
};

/** The beginning of an example whose request breaks its schema on purpose. */
export const apart = (summary: string): Pick<OperationExample, 'summary' | 'standsApart'> => ({
  standsApart: true,
  summary,
});

/** The examples of one operation by name. */
export type OperationExamples = Readonly<Record<string, OperationExample>>;

/** Texts in examples that stand for what only a running service can give; whoever carries an example out puts his own in their place. */
export const PLACEHOLDERS = {
  company: '019aa3c5-1f5a-7c01-8e1c-6a1f6b7c8d01',
  companyWithLimit: '019aa3c5-1f5a-7c02-8e1c-6a1f6b7c8d02',
  companyThatChecks: '019aa3c5-1f5a-7c03-8e1c-6a1f6b7c8d03',
  waitingTransaction: '019aa3c5-2b10-7d01-9f2d-0c4e5a6b7c01',
  processingTransaction: '019aa3c5-2b10-7d02-9f2d-0c4e5a6b7c02',
  approvedTransaction: '019aa3c5-2b10-7d03-9f2d-0c4e5a6b7c03',
  canceledTransaction: '019aa3c5-2b10-7d04-9f2d-0c4e5a6b7c04',
  provedTransaction: '019aa3c5-2b10-7d07-9f2d-0c4e5a6b7c07',
  capturedTransaction: '019aa3c5-2b10-7d08-9f2d-0c4e5a6b7c08',
  waitingProcess: '019aa3c5-3c10-7a03-8f2d-0c4e5a6b7d03',
  finishedProcess: '019aa3c5-3c10-7a01-8f2d-0c4e5a6b7d01',
  capturedProcess: '019aa3c5-3c10-7a08-8f2d-0c4e5a6b7d08',
  oldProcess: '019aa3c5-3c10-7a04-8f2d-0c4e5a6b7d04',
  failedProcess: '019aa3c5-3c10-7a05-8f2d-0c4e5a6b7d05',
  erasedProcess: '019aa3c5-3c10-7a06-8f2d-0c4e5a6b7d06',
  usedProcess: '019aa3c5-3c10-7a07-8f2d-0c4e5a6b7d07',
  companyThatUsesOnce: '019aa3c5-1f5a-7c04-8e1c-6a1f6b7c8d04',
  event: '019aa3c5-6a40-7a01-9b0c-1d2e3f4a5b01',
  failingEndpoint: '019aa3c5-6a40-7a02-9b0c-1d2e3f4a5b02',
  endpointThatIsOff: '019aa3c5-6a40-7a03-9b0c-1d2e3f4a5b03',
  delivery: '019aa3c5-6a40-7a04-9b0c-1d2e3f4a5b04',
  deliveryThatIsOff: '019aa3c5-6a40-7a05-9b0c-1d2e3f4a5b05',
  hourAgo: '2026-11-20T13:00:00Z',
  erasure: '019aa3c5-4e20-7e01-b3a4-5d6e7f8a9b01',
  reference: '019aa3c5-7b50-7a01-8d3e-4f5a6b7c8d01',
  photograph: 'base64-of-a-jpeg',
  endpoint: '019aa3c5-6a40-7a01-9c2d-3e4f5a6b7c01',
  disabledEndpoint: '019aa3c5-6a40-7a02-9c2d-3e4f5a6b7c02',
  rotatedEndpoint: '019aa3c5-6a40-7a03-9c2d-3e4f5a6b7c03',
  signedEndpoint: '019aa3c5-6a40-7a04-9c2d-3e4f5a6b7c04',
  refusedRequest: '019aa3c5-5f30-7f01-a1b2-3c4d5e6f7a01',
  openOrderNumber: 'order-1000',
  usedIdempotencyKey: '8f0b7a52-used-before',
  listedOrderPrefix: 'order-11',
  accessToken: 'your-access-token',
  assertion: 'your-signed-assertion',
  clientId: 'tcl_your-client-id',
  clientSecret: 'tsk_your-client-secret',
} as const;

/** An id that no tenant has anything under. */
export const UNKNOWN_ID = '019aa3c5-0000-7000-8000-000000000000';

/** Name of a placeholder. */
export type Placeholder = keyof typeof PLACEHOLDERS;

/** The answer that refuses with a code of the catalogue; the message is the code's own unless the place says it more exactly. */
export const refusal = (
  code: ErrorCode,
  message: string = errorCatalogue[code].message,
): Pick<OperationExample, 'status' | 'answer'> => ({
  status: errorCatalogue[code].status,
  answer: { code, message },
});

/** The answer of the token endpoint that refuses with a sub-code. */
export const oauthError = (subCode: TokenSubCode): Pick<OperationExample, 'status' | 'answer'> => {
  const entry = oauthErrorCatalogue[subCode];
  const answer = { error: entry.error, error_description: oauthSentence(entry), sub_code: subCode };
  return { status: entry.httpStatus, answer };
};
