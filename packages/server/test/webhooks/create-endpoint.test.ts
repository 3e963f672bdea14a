import { OPEN_STATUSES, statusesIn, TRANSACTION_STATUSES } from '@titular/contract';
import { setCompanyActive } from '@titular/server/tenants/administer-tenants.ts';
import { isFinal } from '@titular/server/transactions/transaction.ts';
import { operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { askForEndpoint, CHOSEN, newEndpoint, PUBLIC_URL, UNKNOWN } from './endpoint-fixture.ts';

let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const read = async (id: string) =>
  (await merchant.call('readWebhookEndpoint', { id })).body as Record<string, unknown>;

describe('creating an endpoint', () => {
  test('createWebhookEndpoint 200: what is left out has its default, and the secret is shown this once', async () => {
    const { body } = await askForEndpoint(merchant);
    const { id, createdAt, secret, ...rest } = body;
    expect(rest).toEqual({
      company: merchant.tenant.companyId,
      url: PUBLIC_URL,
      eventTypes: [],
      statuses: [],
      authentication: { kind: 'none' },
      maximumAttempts: 8,
      maximumAtOnce: 50,
      timeoutSeconds: 15,
      enabled: true,
      failures: 0,
    });
    expect(Buffer.from(String(secret).slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(await read(String(id))).toEqual({ ...rest, id, createdAt });
  });

  test('createWebhookEndpoint 200: readWebhookEndpoint 200: every choice is kept as it was sent', async () => {
    const id = await newEndpoint(merchant, { ...CHOSEN, authentication: { kind: 'api-key', key: 'x' } });
    expect(await read(id)).toMatchObject({ ...CHOSEN, authentication: { kind: 'api-key' } });
  });

  test('createWebhookEndpoint 200: to name a status that is not final subscribes to transaction.changed as well', async () => {
    const wanted = { eventTypes: ['transaction.finished'], statuses: ['processing', 'approved'] };
    expect(await read(await newEndpoint(merchant, wanted))).toMatchObject({
      eventTypes: ['transaction.finished', 'transaction.changed'],
    });
    expect(await read(await newEndpoint(merchant, { statuses: ['processing'] }))).toMatchObject({
      eventTypes: [],
    });
    expect(OPEN_STATUSES).toEqual(TRANSACTION_STATUSES.filter((status) => !isFinal(status)));
    expect(OPEN_STATUSES).toEqual(statusesIn('awaiting', 'deciding'));
  });

  test.each([
    ['no url', { url: undefined }, 'url is missing: an `https` URL'],
    ['a url that is none', { url: 'shop' }, 'url must be an absolute address of at most 2048 characters.'],
    ['another scheme', { url: 'ftp://shop.example/' }, 'url must begin with https: or http:.'],
    [
      'a private address (R46)',
      { url: 'https://10.1.2.3/' },
      'url must not be an address inside the network.',
    ],
    [
      'loopback (R46)',
      { url: 'https://127.0.0.1/' },
      'url must not be an address inside the network: for a receiver on your own machine run npx titular listen.',
    ],
    [
      'user information',
      { url: 'https://a:b@shop.example/' },
      'url must not carry user information or a fragment.',
    ],
    [
      'a line end in the url (R35)',
      { url: 'https://shop.example/\r\nx: y' },
      'url must not hold spaces or control characters.',
    ],
    [
      'NUL in the url (R35)',
      { url: 'https://shop.example/\0' },
      'url must not hold spaces or control characters.',
    ],
    [
      'a backslash in the url',
      { url: 'https:\\\\shop.example' },
      'url must be written as https://shop.example.',
    ],
    [
      'a line end in the description (R35)',
      { description: 'a\r\nb' },
      'description must be text without control or broken characters.',
    ],
    [
      'NUL in the description (R35)',
      { description: '\0' },
      'description must be text without control or broken characters.',
    ],
    ['a long description', { description: 'x'.repeat(201) }, 'description must have at most 200 characters.'],
    ['no attempt', { maximumAttempts: 0 }, 'maximumAttempts must be at least 1.'],
    ['too many attempts', { maximumAttempts: 51 }, 'maximumAttempts must be at most 50.'],
    ['a part of an attempt', { maximumAttempts: 1.5 }, 'maximumAttempts must be a whole number.'],
    ['no interval', { intervalSeconds: 0 }, 'intervalSeconds must be at least 1.'],
    ['too long an interval', { intervalSeconds: 86_401 }, 'intervalSeconds must be at most 86400.'],
    ['none at once', { maximumAtOnce: 0 }, 'maximumAtOnce must be at least 1.'],
    ['too many at once', { maximumAtOnce: 501 }, 'maximumAtOnce must be at most 500.'],
    ['no time', { timeoutSeconds: 0 }, 'timeoutSeconds must be at least 1.'],
    ['too much time', { timeoutSeconds: 61 }, 'timeoutSeconds must be at most 60.'],
    [
      'a type twice',
      { eventTypes: ['endpoint.test', 'endpoint.test'] },
      'eventTypes must not name anything twice.',
    ],
    ['a status that is none', { statuses: ['done'] }, 'statuses.0 must be one of '],
    ['a name that is not known', { maxAttempts: 3 }, 'maxAttempts is not a field that this operation knows.'],
    ['a company that is no id', { company: 'shop' }, 'company must be a UUID.'],
    ['a company with a prefix', { company: `urn:uuid:${UNKNOWN}` }, 'company must be a UUID.'],
    [
      'no kind of authentication',
      { authentication: { kind: 'digest' } },
      'authentication.kind must be one of none, basic, api-key, oauth2.',
    ],
    ['an authentication of nothing', { authentication: {} }, 'authentication.kind must be one of '],
    [
      'a user without a password',
      { authentication: { kind: 'basic', user: 'a' } },
      'authentication.password is missing.',
    ],
    [
      'a password for an API key',
      { authentication: { kind: 'api-key', key: 'a', password: 'b' } },
      'authentication.password is not a field that this operation knows.',
    ],
    [
      'an empty key',
      { authentication: { kind: 'api-key', key: '' } },
      'authentication.key must have at least 1 character.',
    ],
    [
      'a colon in a user',
      { authentication: { kind: 'basic', user: 'a:b', password: 'c' } },
      'authentication: ',
    ],
    [
      'a private token endpoint (R46)',
      {
        authentication: {
          kind: 'oauth2',
          tokenUrl: 'https://169.254.169.254/',
          clientId: 'a',
          clientSecret: 'b',
        },
      },
      'authentication: ',
    ],
  ])('createWebhookEndpoint 400: %s is refused and named', async (_what, changes, message) => {
    const { status, body } = await askForEndpoint(merchant, changes);
    expect([status, body['code']]).toEqual([400, '40002']);
    expect(body['message']).toContain(message);
  });

  test("createWebhookEndpoint 404: another tenant's company, one that is switched off and a random one are the same to the byte (R17)", async () => {
    const other = await newMerchant(service);
    const closed = await newMerchant(service);
    const { tenantId, companyId } = closed.tenant;
    await setCompanyActive(operatorOf(service), tenantId, companyId, false);
    const answers = [
      await askForEndpoint(merchant, { company: other.tenant.companyId }),
      await askForEndpoint(merchant, { company: UNKNOWN }),
      await askForEndpoint(closed),
    ];
    for (const { status, body } of answers) expect([status, body['code']]).toEqual([404, '40404']);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test('createWebhookEndpoint 400: of 24 at once a company gets 20, and one more when one is deleted', async () => {
    const one = await newMerchant(service);
    const answers = await Promise.all(Array.from({ length: 24 }, () => askForEndpoint(one)));
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(20);
    expect(
      new Set(answers.filter((answer) => !made.includes(answer)).map(({ body }) => body['code'])),
    ).toEqual(new Set(['40071']));
    await one.call('deleteWebhookEndpoint', { id: String(made[0]?.body['id']) });
    expect((await askForEndpoint(one)).status).toBe(200);
  });
});
