import { cardNumberIn } from '../errors.ts';
import { apart, type OperationExamples, PLACEHOLDERS, refusal, UNKNOWN_ID } from '../example.ts';

const { company, waitingProcess, finishedProcess } = PLACEHOLDERS;

const person = { duiType: 'DUI_TYPE_BR_CPF', duiValue: '52998224725', friendlyName: 'Maria da Silva' };

const request = {
  person,
  callbackUri: 'https://shop.example/welcome',
  purpose: 'biometryonboarding',
  company,
};

const started = {
  id: waitingProcess,
  company,
  state: 'PROCESS_STATE_CREATED',
  person,
  purpose: 'biometryonboarding',
  callbackUri: 'https://shop.example/welcome',
  authenticationInfo: {
    livenessResult: 'LIVENESS_RESULT_UNSPECIFIED',
    authenticationResult: 'AUTHENTICATION_RESULT_UNSPECIFIED',
  },
  createdAt: '2026-11-20T14:00:00.000Z',
  expiresAt: '2026-11-20T15:00:00.000Z',
};

const opened = {
  ...started,
  userRedirectUrl: 'https://titular.example/c/kX2b5d0m8vQe1sTn7uYw3zAc9fGh4jLp6rBt0xNi2oE',
  token: 'a-signed-sdk-token',
};

const finished = {
  ...started,
  id: finishedProcess,
  state: 'PROCESS_STATE_FINISHED',
  result: 'PROCESS_RESULT_OK',
  authenticationInfo: {
    livenessResult: 'LIVENESS_RESULT_LIVE',
    authenticationResult: 'AUTHENTICATION_RESULT_POSITIVE',
  },
  finishedAt: '2026-11-20T14:03:12.000Z',
};

const notAnId = {
  ...apart('A text that is no id'),
  parameters: { process_id: 'onboarding-1001' },
  ...refusal('40007'),
};
const unknown = {
  summary: 'A process that is not of this tenant and environment',
  parameters: { process_id: UNKNOWN_ID },
  ...refusal('40409'),
};

/** Examples of the operations on processes. */
export const processExamples: Readonly<Record<string, OperationExamples>> = {
  createProcess: {
    started: {
      summary: 'The person has an hour to take a selfie',
      parameters: { 'Idempotency-Key': 'onboarding-1001-1' },
      body: { ...request, clientReference: 'onboarding-1001', expiresIn: '3600s' },
      status: 200,
      answer: { process: { ...opened, clientReference: 'onboarding-1001' } },
    },
    'nowhere-to-go': {
      summary: 'Without the optional fields: the page goes nowhere at the end',
      body: {
        person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: '52998224725' },
        callbackUri: '/',
        purpose: 'creditprocess',
      },
      status: 200,
      answer: {
        process: {
          ...opened,
          person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: '52998224725' },
          callbackUri: '/',
          purpose: 'creditprocess',
        },
      },
    },
    'badly-formed-field': {
      summary: 'An identifier with a wrong check digit',
      body: { ...request, person: { ...person, duiValue: '52998224726' } },
      ...refusal('40002', 'person.duiValue must be 11 digits without punctuation, with valid check digits.'),
    },
    'full-card-number': {
      summary: 'A whole card number in a field',
      body: { ...request, clientReference: '4111 1111 1111 1111' },
      ...refusal('40026', cardNumberIn('clientReference')),
    },
    'unknown-company': {
      summary: 'A company that is not of this tenant and environment',
      body: { ...request, company: UNKNOWN_ID },
      ...refusal('40404'),
    },
  },
  readProcess: {
    waiting: {
      summary: 'The person has not finished',
      parameters: { process_id: waitingProcess },
      status: 200,
      answer: { process: started },
    },
    finished: {
      summary: 'The person is the one with that identity',
      parameters: { process_id: finishedProcess },
      status: 200,
      answer: { process: finished },
    },
    'not-an-id': notAnId,
    unknown,
  },
  readProcessSelfie: {
    looked: {
      summary: 'Somebody looks, and says why',
      parameters: { process_id: PLACEHOLDERS.capturedProcess, reason: 'ticket 4711' },
      status: 200,
      answer: { fileContents: '/9j/4AAQSkZJRgABAQ==', contentType: 'image/jpeg' },
    },
    'without-a-reason': {
      summary: 'Nobody looks without saying why',
      parameters: { process_id: waitingProcess },
      ...refusal(
        '40002',
        'reason is missing: why you view the image, such as a ticket number: 3 to 200 characters, not starting with a space, as text.',
      ),
    },
    'no-picture': {
      summary: 'The person has not finished',
      parameters: { process_id: waitingProcess, reason: 'ticket 4711' },
      ...refusal('40412'),
    },
    erased: {
      summary: 'The person was erased',
      parameters: { process_id: PLACEHOLDERS.erasedProcess, reason: 'ticket 4711' },
      ...refusal('40052'),
    },
    unknown: { ...unknown, parameters: { ...unknown.parameters, reason: 'ticket 4711' } },
  },
  readProcessHistory: {
    finished: {
      summary: 'Every step, oldest first',
      parameters: { process_id: finishedProcess },
      status: 200,
      answer: {
        process: finished,
        history: [
          {
            version: 1,
            event: 'create',
            state: 'PROCESS_STATE_CREATED',
            actor: 'merchant',
            reasons: [],
            at: '2026-11-20T14:00:00.000Z',
          },
        ],
      },
    },
    'not-an-id': notAnId,
    unknown,
  },
  renewProcessLink: {
    renewed: {
      summary: 'The person lost the address',
      parameters: { process_id: waitingProcess },
      status: 200,
      answer: { process: opened },
    },
    'too-late': {
      summary: 'A process that has finished',
      parameters: { process_id: finishedProcess },
      ...refusal('40051'),
    },
    'not-an-id': notAnId,
    unknown,
  },
};
