import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpDatabase } from '../../erasure/canaries.ts';
import { newProcessBody } from '../../processes/process-fixture.ts';
import { referenceRequest } from '../../references/reference-fixture.ts';
import { type Answer, type Merchant, newMerchant } from '../../transactions/api.ts';
import { freeTexts } from './free-texts.ts';

const NUMBER = '4000056655665556';
const SPELLINGS = [
  NUMBER,
  '4000-0566-5566-5556',
  `000${NUMBER}`,
  `20261122${NUMBER}`,
  `${NUMBER}1239`,
  '4000/0566/5566/5556',
  '4000:0566:5566:5556',
];

let service: TestService;
let merchant: Merchant;
let endpointId: string;

const identity = { key: 'cpf', value: '52998224725' };
const card = { binDigits: '51051051', lastDigits: '5100', name: 'Maria da Silva' };

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  const created = await merchant.call('createWebhookEndpoint', { body: endpoint({}) });
  endpointId = String(created.body['id']);
});
afterAll(() => service.close());

const endpoint = (changes: object) => ({
  company: merchant.tenant.companyId,
  url: 'https://shop.example/webhooks',
  ...changes,
});
const oauth2 = (tokenUrl: string) => ({
  authentication: { kind: 'oauth2', tokenUrl, clientId: 'shop', clientSecret: 'secret' },
});
const address = (text: string): string => `https://shop.example/${text}`;

const create = (changes: object) => merchant.create({ card, ...changes });
const createProcess = (changes: object) =>
  merchant.call('createProcess', { body: { ...newProcessBody(), ...changes } });
const createEndpoint = (changes: object) =>
  merchant.call('createWebhookEndpoint', { body: endpoint(changes) });
const changeEndpoint = (body: object) => merchant.call('changeWebhookEndpoint', { id: endpointId, body });

type Send = (text: string) => Promise<Answer>;

/** Texts that are kept, each refused with 40026 where it holds a card number. */
const REFUSED: Readonly<Record<string, Send>> = {
  'createTransaction orderNumber': (text) => create({ orderNumber: text }),
  'createTransaction card.name': (text) => create({ card: { ...card, name: text } }),
  'createTransaction redirectUrl': (text) => create({ redirectUrl: address(text) }),
  'createProcess person.friendlyName': (text) =>
    createProcess({ person: { ...newProcessBody().person, friendlyName: text } }),
  'createProcess callbackUri': (text) => createProcess({ callbackUri: address(text) }),
  'createProcess clientReference': (text) => createProcess({ clientReference: text }),
  'readProcessSelfie reason': (reason) =>
    merchant.call('readProcessSelfie', { id: crypto.randomUUID(), query: { reason } }),
  'readCaptureImage reason': (reason) =>
    merchant.call('readCaptureImage', {
      id: crypto.randomUUID(),
      params: { attempt_id: crypto.randomUUID(), step: '0' },
      query: { reason },
    }),
  'readReferencePhotograph reason': (reason) =>
    merchant.call('readReferencePhotograph', {
      id: crypto.randomUUID(),
      params: { position: '1' },
      query: { reason },
    }),
  'createWebhookEndpoint url': (text) => createEndpoint({ url: address(text) }),
  'createWebhookEndpoint description': (description) => createEndpoint({ description }),
  'createWebhookEndpoint authentication.tokenUrl': (text) => createEndpoint(oauth2(address(text))),
  'changeWebhookEndpoint url': (text) => changeEndpoint({ url: address(text) }),
  'changeWebhookEndpoint description': (description) => changeEndpoint({ description }),
  'changeWebhookEndpoint authentication.tokenUrl': (text) => changeEndpoint(oauth2(address(text))),
  'createFaceReference source': (source) =>
    merchant.call('createFaceReference', { body: referenceRequest({ source }) }),
  'createFaceReference consentReference': (consentReference) =>
    merchant.call('createFaceReference', { body: referenceRequest({ consentReference }) }),
  'eraseIdentity reference': (reference) => merchant.call('eraseIdentity', { body: { identity, reference } }),
};

const LOOKED_UP = 'It is looked up and never kept.';
const DIGEST = 'Its digest alone is kept.';
const GIVEN_BY_OTHERS = 'The receiver chose it, it is kept sealed, and it is never shown.';
const CHECKED = 'Nothing but a word or a number with sound check digits is taken.';

/** Texts that are never kept as they were sent, or that somebody else chose, each with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  'listEvents cursor': 'sealed by the service; any other is refused',
  'createTransaction identity.key': CHECKED,
  'createTransaction identity.value': CHECKED,
  'createTransaction additionalInfo.processID': LOOKED_UP,
  'createTransaction Idempotency-Key': DIGEST,
  'createTransaction X-Titular-Scenario': LOOKED_UP,
  'createProcess person.duiValue': CHECKED,
  'createProcess Idempotency-Key': DIGEST,
  'eraseIdentity Idempotency-Key': DIGEST,
  'createWebhookEndpoint Idempotency-Key': DIGEST,
  'rotateWebhookSecret Idempotency-Key': DIGEST,
  'createProcess X-Titular-Scenario': LOOKED_UP,
  'createFaceReference identity.key': CHECKED,
  'createFaceReference identity.value': CHECKED,
  'createFaceReference photographs[]': 'A picture, which is measured and never kept.',
  'eraseIdentity identity.key': CHECKED,
  'eraseIdentity identity.value': CHECKED,
  'stateIdentity key': CHECKED,
  'stateIdentity value': CHECKED,
  'answerConsent version': 'Only the version that is shown is taken.',
  'openSession code': LOOKED_UP,
  'openSession embedder': 'Only an origin that the company registered is kept.',
  'renewSession code': LOOKED_UP,
  'readLateLink code': LOOKED_UP,
  'requestNewLink code': LOOKED_UP,
  'openBySdk token': LOOKED_UP,
  'startAttempt camera.label': 'What the label says of the camera is kept, and not the label.',
  'receivePlatformEvent type': LOOKED_UP,
  'receivePlatformEvent state': LOOKED_UP,
  'listEvents after': LOOKED_UP,
  'listTransactions orderNumber': LOOKED_UP,
  'listTransactions orderNumberPrefix': LOOKED_UP,
  'listCalls orderNumber': LOOKED_UP,
  'listCalls account': LOOKED_UP,
  ...Object.fromEntries(
    ['issueToken', 'revokeToken', 'introspectToken'].flatMap((operation) =>
      [
        'assertion',
        'scope',
        'token',
        'token_type_hint',
        'client_id',
        'client_secret',
        'client_assertion',
      ].map((member) => [`${operation} ${member}`, LOOKED_UP]),
    ),
  ),
  ...Object.fromEntries(
    ['createWebhookEndpoint', 'changeWebhookEndpoint'].flatMap((operation) =>
      ['user', 'password', 'key', 'clientId', 'clientSecret', 'scope'].map((member) => [
        `${operation} authentication.${member}`,
        GIVEN_BY_OTHERS,
      ]),
    ),
  ),
};

describe('free texts (C8, R29)', () => {
  test('each text of each route that a card number fits in is refused with one, or exempt for a reason', () => {
    const known = [...Object.keys(REFUSED), ...Object.keys(EXEMPT)];
    expect(freeTexts().filter((text) => !known.includes(text))).toEqual([]);
    expect(Object.keys(REFUSED).filter((text) => !freeTexts().includes(text))).toEqual([]);
  });

  test.each(Object.entries(REFUSED))('%s 400: refuses a full card number with 40026', async (text, send) => {
    const field = text.split(' ')[1] ?? '';
    for (const spelling of SPELLINGS) {
      const { status, body, text: answer } = await send(spelling);
      expect([status, body['code'], spelling]).toEqual([400, '40026', spelling]);
      expect(String(body['message']).startsWith(field), answer).toBe(true);
      expect(String(body['message'])).toContain(
        field === 'card.name' ? 'the name that is printed on the card' : 'groups of seven',
      );
      expect(answer).not.toContain(NUMBER);
    }
  });

  test('nothing of them stands anywhere in the database, the audit log included', async () => {
    const dump = (await dumpDatabase(service)).toString('utf8').replace(/[^0-9]/g, '');
    expect(dump).not.toContain(NUMBER);
  });

  test.each([
    ['createWebhookEndpoint description', 'sound \u202e words'],
    ['createWebhookEndpoint url', '\u202ehook'],
    ['createProcess clientReference', 'order\u2067 1'],
    ['readCaptureImage reason', 'ticket \u202e4711'],
    ['readProcessSelfie reason', 'ticket \u20664711'],
    ['readReferencePhotograph reason', 'ticket \u20674711'],
  ])('%s 400: refuses what turns words around (A-26)', async (text, turned) => {
    const { status, body } = await (REFUSED[text] as Send)(turned);
    expect([status, body['code']]).toEqual([400, '40002']);
  });
});

describe('the card at hand (C2, C3)', () => {
  const own = { ...card, binDigits: '40000566', lastDigits: '5556' };

  test.each([
    ['digits behind it', `${NUMBER}987`],
    ['groups of seven', '4000056-6556655-56'],
    ['a fraction', `0.${NUMBER}`],
    ['uneven groups', '40000.5665566.5556'],
  ])(
    'createTransaction 400: finds its number with %s, and no number of another',
    async (_what, orderNumber) => {
      const { body } = await merchant.create({ card: own, orderNumber });
      expect(body['code']).toBe('40026');
      expect((await merchant.create({ card, orderNumber })).status).toBe(200);
    },
  );

  test('createTransaction 200: an order number that only looks like one is taken in groups of seven', async () => {
    expect((await merchant.create({ card, orderNumber: NUMBER })).body['code']).toBe('40026');
    expect((await create({ orderNumber: '4000056-6556655-56' })).status).toBe(200);
  });
});
