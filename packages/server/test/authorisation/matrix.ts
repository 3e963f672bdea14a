import type { Scope } from '@titular/contract';
import { newTransactionBody } from '@titular/test-kit';
import { newProcessBody } from '../processes/process-fixture.ts';
import { referenceRequest } from '../references/reference-fixture.ts';

/** What a route wants to see before it does anything. */
type Proof =
  | 'nothing'
  | 'access token'
  | 'client'
  | 'page session'
  | 'link code'
  | 'SDK token'
  | 'webhook signature';

/** Ids as a request may name them; a spare one may be deleted without harm to other rows. */
export type Ids = Record<
  | ('transaction' | 'company' | 'attempt' | 'erasure' | 'process' | 'event' | 'delivery')
  | ('endpoint' | 'spareEndpoint' | 'reference' | 'spareReference'),
  string
>;

/** A request that is right in everything but, perhaps, who sends it and what it names. */
type Sample = { body?: BodyInit; type?: string; path?: (ids: Ids) => string };

/** One written row: what proves the caller, which scope is needed, and which of its ids is another's to keep. */
export type Row = {
  proof: Proof;
  scope?: Scope;
  names?: keyof Ids;
  /** What an entitled caller gets for a thing of its own that is open: success, unless it is named here. */
  answered?: readonly [status: number, code: string];
  /** What the next entitled caller gets, where the first leaves nothing to do the same with. */
  afterwards?: readonly [status: number, code: string];
  /** What a thing of another's gets, as if it did not exist. */
  unknown?: readonly [status: number, code: string];
  send?: (ids: Ids) => Sample;
  /** What the address ends with, where the operation needs it. */
  query?: string;
};

const form = (values: Record<string, string>): Sample => ({
  body: new URLSearchParams(values).toString(),
  type: 'application/x-www-form-urlencoded',
});
const json = (body: object): Sample => ({ body: JSON.stringify(body), type: 'application/json' });

/** Who may do what: every operation of the service stands here, and nothing else (R17, R18). */
export const matrix: Readonly<Record<string, Row>> = {
  readHealth: { proof: 'nothing' },
  readReadiness: { proof: 'nothing' },
  issueToken: { proof: 'client', send: () => form({ grant_type: 'client_credentials' }) },
  issueTokenByGet: { proof: 'nothing' },
  revokeToken: { proof: 'client', send: () => form({ token: 'x' }) },
  introspectToken: { proof: 'client', send: () => form({ token: 'x' }) },
  readJwks: { proof: 'nothing' },
  readAuthorizationServerMetadata: { proof: 'nothing' },
  createTransaction: {
    proof: 'access token',
    scope: 'transactions:write',
    names: 'company',
    unknown: [404, '40404'],
    send: ({ company }) => json(newTransactionBody(company)),
  },
  createProcess: {
    proof: 'access token',
    scope: 'processes:write',
    names: 'company',
    unknown: [404, '40404'],
    send: ({ company }) => json(newProcessBody(undefined, { company })),
  },
  readProcess: {
    proof: 'access token',
    scope: 'processes:read',
    names: 'process',
    unknown: [404, '40409'],
  },
  readProcessHistory: {
    proof: 'access token',
    scope: 'processes:read',
    names: 'process',
    unknown: [404, '40409'],
  },
  readProcessSelfie: {
    proof: 'access token',
    scope: 'captures:read',
    names: 'process',
    answered: [404, '40412'],
    unknown: [404, '40409'],
    query: '?reason=ticket',
  },
  renewProcessLink: {
    proof: 'access token',
    scope: 'processes:write',
    names: 'process',
    unknown: [404, '40409'],
  },
  createFaceReference: {
    proof: 'access token',
    scope: 'references:write',
    answered: [400, '40080'],
    send: () => json({ ...referenceRequest(), photographs: ['bm90IGEgcGljdHVyZQ=='] }),
  },
  readFaceReference: {
    proof: 'access token',
    scope: 'references:write',
    names: 'reference',
    unknown: [404, '40413'],
  },
  readReferencePhotograph: {
    proof: 'access token',
    scope: 'captures:read',
    names: 'reference',
    answered: [404, '40414'],
    unknown: [404, '40413'],
    query: '?reason=ticket',
  },
  deleteFaceReference: {
    proof: 'access token',
    scope: 'references:write',
    names: 'spareReference',
    afterwards: [404, '40413'],
    unknown: [404, '40413'],
  },
  listScenarios: { proof: 'access token', scope: 'transactions:read' },
  stepTransaction: {
    proof: 'access token',
    scope: 'transactions:write',
    names: 'transaction',
    // It takes no attempt beside the one that goes on, nor once it was canceled.
    answered: [400, '40092'],
    unknown: [404, '40401'],
    send: () => json({ event: 'attempt-no-face' }),
  },
  readTransaction: {
    proof: 'access token',
    scope: 'transactions:read',
    names: 'transaction',
    unknown: [404, '40401'],
  },
  listTransactions: { proof: 'access token', scope: 'transactions:read' },
  readTransactionHistory: {
    proof: 'access token',
    scope: 'transactions:read',
    names: 'transaction',
    unknown: [404, '40401'],
  },
  resendEvent: {
    proof: 'access token',
    scope: 'webhooks:write',
    names: 'transaction',
    unknown: [404, '40401'],
  },
  readReceipt: {
    proof: 'access token',
    scope: 'transactions:read',
    names: 'transaction',
    answered: [400, '40048'],
    unknown: [404, '40401'],
  },
  readEvidence: {
    proof: 'access token',
    scope: 'transactions:read',
    names: 'transaction',
    answered: [400, '40048'],
    unknown: [404, '40401'],
  },
  listCaptures: {
    proof: 'access token',
    scope: 'captures:read',
    names: 'transaction',
    unknown: [404, '40401'],
  },
  readCaptureImage: {
    proof: 'access token',
    scope: 'captures:read',
    names: 'transaction',
    answered: [404, '40412'],
    unknown: [404, '40401'],
    query: '?reason=ticket-4711',
  },
  listEvents: { proof: 'access token', scope: 'webhooks:read' },
  readEvent: { proof: 'access token', scope: 'webhooks:read', names: 'event', unknown: [404, '40407'] },
  resendEventById: {
    proof: 'access token',
    scope: 'webhooks:write',
    names: 'event',
    unknown: [404, '40407'],
  },
  listDeliveries: {
    proof: 'access token',
    scope: 'webhooks:read',
    names: 'endpoint',
    unknown: [404, '40406'],
  },
  readBacklog: {
    proof: 'access token',
    scope: 'webhooks:read',
    names: 'endpoint',
    unknown: [404, '40406'],
  },
  resendFailed: {
    proof: 'access token',
    scope: 'webhooks:write',
    names: 'endpoint',
    unknown: [404, '40406'],
    send: () => json({ since: new Date().toISOString() }),
  },
  readDelivery: {
    proof: 'access token',
    scope: 'webhooks:read',
    names: 'delivery',
    unknown: [404, '40408'],
  },
  resendDelivery: {
    proof: 'access token',
    scope: 'webhooks:write',
    names: 'delivery',
    unknown: [404, '40408'],
  },
  readLimits: { proof: 'access token', scope: 'transactions:read' },
  eraseIdentity: {
    proof: 'access token',
    scope: 'persons:erase',
    send: () => json({ identity: { key: 'cpf', value: '52998224725' } }),
  },
  readErasure: {
    proof: 'access token',
    scope: 'persons:erase',
    names: 'erasure',
    unknown: [404, '40405'],
  },
  listWebhookEndpoints: { proof: 'access token', scope: 'webhooks:read' },
  readWebhookEndpoint: {
    proof: 'access token',
    scope: 'webhooks:read',
    names: 'endpoint',
    unknown: [404, '40406'],
  },
  listEventTypes: { proof: 'access token', scope: 'webhooks:read' },
  createWebhookEndpoint: {
    proof: 'access token',
    scope: 'webhooks:write',
    names: 'company',
    unknown: [404, '40404'],
    send: ({ company }) => json({ company, url: 'https://shop.example/webhooks' }),
  },
  changeWebhookEndpoint: {
    proof: 'access token',
    scope: 'webhooks:write',
    names: 'endpoint',
    unknown: [404, '40406'],
    send: () => json({ maximumAttempts: 5 }),
  },
  rotateWebhookSecret: {
    proof: 'access token',
    scope: 'webhooks:write',
    names: 'endpoint',
    afterwards: [400, '40072'],
    unknown: [404, '40406'],
    send: () => json({}),
  },
  sendTestEvent: {
    proof: 'access token',
    scope: 'webhooks:write',
    names: 'endpoint',
    unknown: [404, '40406'],
  },
  deleteWebhookEndpoint: {
    proof: 'access token',
    scope: 'webhooks:write',
    names: 'spareEndpoint',
    afterwards: [404, '40406'],
    unknown: [404, '40406'],
  },
  listCalls: { proof: 'access token', scope: 'calls:read' },
  renewLink: {
    proof: 'access token',
    scope: 'transactions:write',
    names: 'transaction',
    unknown: [404, '40401'],
  },
  cancelTransaction: {
    proof: 'access token',
    scope: 'transactions:write',
    names: 'transaction',
    unknown: [404, '40401'],
  },
  receivePlatformEvent: {
    proof: 'webhook signature',
    send: () => json({ type: 'process.finished', processId: '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e' }),
  },
  ...{ readOpenApi: { proof: 'nothing' }, readFrontPage: { proof: 'nothing' } },
  ...{ readReference: { proof: 'nothing' }, readReferenceChapter: { proof: 'nothing' } },
  ...{ openTry: { proof: 'nothing' }, readTryScript: { proof: 'nothing' } },
  ...{ readTryCodes: { proof: 'nothing' }, readTryOperation: { proof: 'nothing' } },
  readLlmsText: { proof: 'nothing' },
  ...{ openLink: { proof: 'nothing' }, openPage: { proof: 'nothing' } },
  readPageAsset: { proof: 'nothing' },
  ...{ openFrame: { proof: 'nothing' }, openPreview: { proof: 'nothing' } },
  openBySdk: { proof: 'SDK token', send: () => form({ token: 'x'.repeat(32), type: 'IFRAME' }) },
  renewSession: { proof: 'link code', send: () => json({ code: 'x'.repeat(32) }) },
  raiseObjection: { proof: 'page session', send: () => json({ objection: 'holder_absent' }) },
  prolongRetry: { proof: 'page session', send: () => ({}) },
  requestErasure: { proof: 'page session', send: () => json({ confirmed: true }) },
  readLateLink: { proof: 'link code', send: () => json({ code: 'x'.repeat(32) }) },
  requestNewLink: { proof: 'link code', send: () => json({ code: 'x'.repeat(32) }) },
  createHandOver: { proof: 'page session', send: () => json({ purpose: 'phone' }) },
  openSession: { proof: 'link code', send: () => json({ code: 'x'.repeat(32) }) },
  readLogo: { proof: 'nothing' },
  readSdkFile: { proof: 'nothing' },
  readCompatibleScript: { proof: 'nothing' },
  readCompatibleStyle: { proof: 'nothing' },
  readSession: { proof: 'page session' },
  answerConsent: {
    proof: 'page session',
    send: () => json({ version: 'none', language: 'pt', accepted: true }),
  },
  stateIdentity: {
    proof: 'page session',
    send: () => json({ key: 'cpf', value: '52998224725' }),
  },
  startAttempt: { proof: 'page session', send: () => json({}) },
  reportPageEvents: {
    proof: 'page session',
    send: () => json({ browser: 'other', events: ['opened'] }),
  },
  submitFrame: {
    proof: 'page session',
    names: 'attempt',
    unknown: [404, '40411'],
    send: () => ({ body: new Uint8Array([0xff, 0xd8, 0xff]), type: 'image/jpeg' }),
  },
};

/** Texts that are no id, as they may stand in an address. */
export const malformedIds: readonly string[] = [
  '%00',
  '%2e%2e',
  '..%2f..%2fetc',
  'x'.repeat(1_900),
  '%F0%9F%98%80',
  '0',
  '-1',
  'null',
  "'%20OR%201=1--",
  '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e.',
  '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e%20',
  '019aa3c51f5a7a518e1c6a1f6b7c8d9e',
];
