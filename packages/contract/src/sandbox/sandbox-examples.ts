import { apart, type OperationExamples, PLACEHOLDERS, refusal, UNKNOWN_ID } from '../example.ts';

const { company, waitingTransaction, approvedTransaction } = PLACEHOLDERS;

const request = {
  identity: { key: 'cpf', value: '52998224725' },
  orderNumber: 'order-1003',
  company,
  card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva', expirationDate: '12/39' },
};

/** Examples of createTransaction with a scenario. */
export const scenarioExamples: OperationExamples = {
  'by-scenario': {
    summary: 'In the test environment: approved after half a minute, without a camera',
    parameters: { 'X-Titular-Scenario': 'approved-after-30-seconds' },
    body: request,
    status: 200,
    answer: {
      id: '019aa3c5-2b10-7d09-9f2d-0c4e5a6b7c09',
      status: 'waiting',
      link: 'https://titular.example/c/one-time-code-of-the-link',
      token: 'a-signed-sdk-token',
    },
  },
  'unknown-scenario': {
    summary: 'A scenario that is not in the catalogue',
    parameters: { 'X-Titular-Scenario': 'approved-tomorrow' },
    body: request,
    ...refusal('40090'),
  },
};

/** Examples of the operations of the sandbox. */
export const sandboxExamples: Readonly<Record<string, OperationExamples>> = {
  listScenarios: {
    catalogue: {
      summary: 'Every scenario, by kind',
      status: 200,
      answer: {
        scenarios: [
          {
            name: 'approved',
            kind: 'ends',
            meaning: 'The person is the one to whom the card belongs.',
            operations: ['createTransaction'],
            steps: [{ afterSeconds: 0, event: 'approve' }],
            identity: { key: 'cpf', value: '99900000188' },
            status: 'approved',
            hasIdentityChanged: false,
          },
        ],
      },
    },
  },
  stepTransaction: {
    approved: {
      summary: 'Approve a transaction that waits',
      parameters: { transaction_id: waitingTransaction },
      body: { event: 'approve' },
      status: 200,
      answer: { status: 'approved', hasIdentityChanged: false },
    },
    'too-dark': {
      summary: 'An attempt that was too dark: the person may try again',
      parameters: { transaction_id: waitingTransaction },
      body: { event: 'attempt-too-dark' },
      status: 200,
      answer: { status: 'waiting' },
    },
    'too-late': {
      summary: 'A transaction that has ended',
      parameters: { transaction_id: approvedTransaction },
      body: { event: 'reject' },
      ...refusal('40092'),
    },
    'not-an-id': {
      ...apart('A text that is no id'),
      parameters: { transaction_id: 'order-1001' },
      body: { event: 'approve' },
      ...refusal('40004'),
    },
    unknown: {
      summary: 'A transaction that is not of this tenant and environment',
      parameters: { transaction_id: UNKNOWN_ID },
      body: { event: 'approve' },
      ...refusal('40401'),
    },
  },
};
