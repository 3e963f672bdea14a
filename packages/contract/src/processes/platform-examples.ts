import { type OperationExamples, refusal } from '../example.ts';

const receivePlatformEvent: OperationExamples = {
  'not-signed': {
    summary: 'An event without a signature of the platform',
    body: { type: 'process.finished', processId: '019aa3c5-7b20-7a01-8c1d-2e3f4a5b6c01' },
    ...refusal('40330'),
  },
};

/** Examples of what an identity platform of the operator's calls. */
export const platformExamples: Readonly<Record<string, OperationExamples>> = { receivePlatformEvent };
