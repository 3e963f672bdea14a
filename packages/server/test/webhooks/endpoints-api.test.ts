import { publishedOperations } from '@titular/contract';
import { listAuditEntries } from '@titular/server/audit/audit-store.ts';
import { routeTable } from '@titular/server/modules.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { CHOSEN, newEndpoint, PUBLIC_URL, UNKNOWN } from './endpoint-fixture.ts';

let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const read = async (id: string, one = merchant) =>
  (await one.call('readWebhookEndpoint', { id })).body as Record<string, unknown>;
const change = (id: string, body: object, one = merchant) => one.call('changeWebhookEndpoint', { id, body });

test('no body of an operation on webhooks has room for what is not known, so that a misspelt field is refused', () => {
  const bodies = routeTable({} as never).flatMap(({ operationId, bodySchema }) =>
    bodySchema && publishedOperations[operationId]?.tag === 'Webhooks' ? [[operationId, bodySchema]] : [],
  );
  expect(bodies.map(([operationId]) => operationId)).toContain('resendFailed');
  for (const [operationId, schema] of bodies)
    expect(schema, String(operationId)).toMatchObject({ additionalProperties: false });
});

describe('listing', () => {
  test('listWebhookEndpoints 200: pages go on where the one before ended, newest first, by company, without those of others (R17)', async () => {
    const one = await newMerchant(service);
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift(await newEndpoint(one));
    const list = async (query: Record<string, string>, who = one) =>
      (await who.call('listWebhookEndpoints', { query })).body as {
        endpoints: { id: string }[];
        nextCursor?: string;
      };
    const first = await list({ limit: '2' });
    const second = await list({ limit: '2', cursor: String(first.nextCursor) });
    const third = await list({ limit: '2', cursor: String(second.nextCursor) });
    expect([first, second, third].flatMap(({ endpoints }) => endpoints.map(({ id }) => id))).toEqual(ids);
    expect(third).not.toHaveProperty('nextCursor');
    expect((await list({ company: one.tenant.companyId })).endpoints).toHaveLength(5);
    expect((await list({ company: one.tenant.companyId }, await newMerchant(service))).endpoints).toEqual([]);
  });

  test.each([[{ company: 'x' }], [{ limit: '0' }], [{ cursor: 'x' }], [{ surprise: '1' }]])(
    'listWebhookEndpoints 400: %j is no filter',
    async (query) => {
      const answer = await merchant.call('listWebhookEndpoints', {
        query: query as unknown as Record<string, string>,
      });
      expect([answer.status, answer.body['code']]).toEqual([400, '40002']);
    },
  );
});

describe('the end of a process, by the name of its state (C12)', () => {
  test.each([
    [['PROCESS_STATE_FINISHED'], ['process.finished']],
    [['PROCESS_STATE_FAILED'], ['process.failed']],
    [
      ['process.finished', 'PROCESS_STATE_FINISHED', 'transaction.finished'],
      ['process.finished', 'transaction.finished'],
    ],
  ])('createWebhookEndpoint 200: %j subscribes to %j, at creation and by a change', async (named, types) => {
    const id = await newEndpoint(merchant, { eventTypes: named });
    expect((await read(id))['eventTypes']).toEqual(types);
    const other = await newEndpoint(merchant);
    expect((await change(other, { eventTypes: named })).body['eventTypes']).toEqual(types);
  });

  test('createWebhookEndpoint 400: a state that is no end is no type', async () => {
    const body = {
      company: merchant.tenant.companyId,
      url: PUBLIC_URL,
      eventTypes: ['PROCESS_STATE_CREATED'],
    };
    expect((await merchant.call('createWebhookEndpoint', { body })).body['code']).toBe('40002');
  });
});

describe('changing', () => {
  test('changeWebhookEndpoint 200: what is sent is changed and all else stays; null takes back; nothing changes nothing', async () => {
    const id = await newEndpoint(merchant, CHOSEN);
    const before = await read(id);
    for (const [name, value] of Object.entries({
      url: 'https://other.example/',
      description: 'new',
      eventTypes: [],
      statuses: ['canceled'],
      maximumAttempts: 1,
      intervalSeconds: 1,
      maximumAtOnce: 1,
      timeoutSeconds: 1,
    })) {
      const known = await read(id);
      expect((await change(id, { [name]: value })).body, name).toEqual({ ...known, [name]: value });
    }
    const { description: _, intervalSeconds: __, ...rest } = await read(id);
    expect((await change(id, { description: null, intervalSeconds: null })).body).toEqual(rest);
    expect((await change(id, {})).body).toEqual(rest);
    expect(before['createdAt']).toBe(rest['createdAt']);
  });

  test('changeWebhookEndpoint 200: of changes at once none loses a field of another', async () => {
    const id = await newEndpoint(merchant);
    for (let round = 1; round <= 10; round += 1) {
      const wanted = {
        maximumAttempts: round,
        maximumAtOnce: round,
        timeoutSeconds: round,
        description: `${round}`,
      };
      await Promise.all(Object.entries(wanted).map(([name, value]) => change(id, { [name]: value })));
      expect(await read(id)).toMatchObject(wanted);
    }
  });

  test('changeWebhookEndpoint 400: credentials do not go along to a new address, and go where they are sent for (R46)', async () => {
    const authentication = { kind: 'basic', user: 'titular', password: 'first' };
    const id = await newEndpoint(merchant, { authentication });
    const refused = await change(id, { url: 'https://other.example/' });
    expect(refused.body).toEqual({
      code: '40002',
      message: 'authentication must be sent again together with a new url.',
    });
    expect(await read(id)).toMatchObject({ url: PUBLIC_URL, authentication: { kind: 'basic' } });
    expect((await change(id, { url: PUBLIC_URL, maximumAttempts: 3 })).status).toBe(200);
    const url = 'https://other.example/';
    expect((await change(id, { url, authentication })).body).toMatchObject({ url });
    const dropped = await change(id, { url: PUBLIC_URL, authentication: { kind: 'none' } });
    expect(dropped.body).toMatchObject({ authentication: { kind: 'none' } });
    const row = await service.service.database.db
      .selectFrom('webhook_endpoints')
      .select('sealed_authentication')
      .where('endpoint_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.sealed_authentication).toBeNull();
  });

  test('changeWebhookEndpoint 200: switched off it says that somebody asked, and switched on it forgets how it failed', async () => {
    const id = await newEndpoint(merchant);
    const { disabledAt, ...off } = (await change(id, { enabled: false })).body;
    expect(off).toMatchObject({ enabled: false, disabledReason: 'asked' });
    expect(disabledAt).toBeTypeOf('string');
    await service.service.database.db
      .updateTable('webhook_endpoints')
      .set({ disabled_reason: 'failing', failures: 12, failing_since: new Date() })
      .where('endpoint_id', '=', id)
      .execute();
    const again = await change(id, { enabled: false });
    expect(again.body).toMatchObject({ disabledReason: 'failing', disabledAt, failures: 12 });
    const on = (await change(id, { enabled: true })).body;
    expect(on).toMatchObject({ enabled: true, failures: 0 });
    for (const name of ['disabledReason', 'disabledAt', 'failingSince']) expect(on).not.toHaveProperty(name);
  });

  test.each([
    [{ url: null }, 'url must be text.'],
    [{ url: 'https://[fd00::1]/' }, 'url must not be an address inside the network.'],
    [{ intervalSeconds: 'standard' }, 'intervalSeconds must be given as a whole number or null.'],
    [{ enabled: 'yes' }, 'enabled must be true or false.'],
    [{ company: UNKNOWN }, 'company is not a field that this operation knows.'],
    [{ disabledReason: 'gone' }, 'disabledReason is not a field that this operation knows.'],
  ])('changeWebhookEndpoint 400: %j is refused and named', async (body, message) => {
    const answer = await change(await newEndpoint(merchant), body);
    expect(answer.body).toEqual({ code: '40002', message });
    expect(answer.status).toBe(400);
  });
});

describe('deleting', () => {
  test('deleteWebhookEndpoint 200: it is gone from every list and answer, and nothing sealed is left of it', async () => {
    const one = await newMerchant(service);
    const id = await newEndpoint(one, { authentication: { kind: 'api-key', key: 'x' } });
    await one.call('rotateWebhookSecret', { id, body: {} });
    const { body } = await one.call('deleteWebhookEndpoint', { id: id.toUpperCase() });
    expect(body).toEqual({ id, deletedAt: expect.any(String) });
    const list = await one.call('listWebhookEndpoints');
    expect(list.body).toEqual({ endpoints: [] });
    const row = await service.service.database.db
      .selectFrom('webhook_endpoints')
      .select(['enabled', 'sealed_secret', 'sealed_previous_secret', 'sealed_authentication'])
      .where('endpoint_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      enabled: false,
      sealed_secret: Buffer.alloc(0),
      sealed_previous_secret: null,
      sealed_authentication: null,
    });
  });
});

const ON_ONE = [
  ['readWebhookEndpoint', undefined],
  ['changeWebhookEndpoint', { enabled: true }],
  ['rotateWebhookSecret', {}],
  ['sendTestEvent', undefined],
  ['deleteWebhookEndpoint', undefined],
] as const;

test.each(ON_ONE)(
  '%s 404: a deleted endpoint, one of another tenant and a random one are the same to the byte (R17)',
  async (operationId, body) => {
    const deleted = await newEndpoint(merchant);
    await merchant.call('deleteWebhookEndpoint', { id: deleted });
    const foreign = await newEndpoint(await newMerchant(service));
    const answers = await Promise.all(
      [deleted, foreign, UNKNOWN].map((id) => merchant.call(operationId, { id, ...(body ? { body } : {}) })),
    );
    for (const answer of answers) expect([answer.status, answer.body['code']]).toEqual([404, '40406']);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  },
);

test.each(ON_ONE)('%s 400: a text that is no id is refused with 40006 (R32)', async (operationId, body) => {
  const answer = await merchant.call(operationId, { id: 'my-endpoint', ...(body ? { body } : {}) });
  expect([answer.status, answer.body['code']]).toEqual([400, '40006']);
});

test('every change stands in the audit log with who made it, and with what was changed alone', async () => {
  const one = await newMerchant(service);
  const id = await newEndpoint(one, { maximumAttempts: 3 });
  await change(id, { maximumAttempts: 4, timeoutSeconds: 15 }, one);
  await change(id, { maximumAttempts: 4 }, one);
  await change(id, { authentication: { kind: 'basic', user: 'a', password: 'b' } }, one);
  await change(id, { authentication: { kind: 'basic', user: 'a', password: 'c' } }, one);
  await one.call('rotateWebhookSecret', { id, body: { overlapSeconds: 0 } });
  await one.call('sendTestEvent', { id });
  await change(id, { enabled: false }, one);
  await one.call('deleteWebhookEndpoint', { id });
  const entries = await listAuditEntries(service.service.database.db, {
    tenantId: one.tenant.tenantId,
    limit: 100,
  });
  const own = entries.filter(({ subject }) => subject === `webhook-endpoint/${id}`).reverse();
  expect(new Set(own.map(({ actor }) => actor))).toEqual(new Set(['service-account:shop']));
  expect(
    own.map(({ action, before, after }) => [action.replace('webhook-endpoint.', ''), before, after]),
  ).toEqual([
    ['create', undefined, expect.objectContaining({ url: PUBLIC_URL, maximumAttempts: 3 })],
    ['change', { maximumAttempts: 3 }, { maximumAttempts: 4 }],
    ['change', { authentication: { kind: 'none' } }, { authentication: { kind: 'basic' } }],
    ['change', { authentication: { kind: 'basic' } }, { authentication: { kind: 'basic' } }],
    ['rotate-secret', undefined, { previousSecretEndsAt: null }],
    ['test', undefined, undefined],
    ['change', { enabled: true }, { enabled: false }],
    ['delete', { company: one.tenant.companyId, url: PUBLIC_URL }, undefined],
  ]);
});
