import { randomUUID } from 'node:crypto';
import { signWebhook, webhookSecret } from '@titular/server/webhooks/sender/sign-webhook.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import {
  type FakeIdentityPlatform,
  startFakeIdentityPlatform,
} from '@titular/test-kit/services/fake-identity-platform.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checked, type Merchant, newMerchant } from '../transactions/api.ts';
import { listenToLog } from './adapter-fixture.ts';
import { ended, startProcess } from './process-fixture.ts';

const NEXT_SECRET = webhookSecret(Buffer.alloc(32, 9));

let fake: FakeIdentityPlatform;
let service: TestService;
let merchant: Merchant;
let target: string;
const { log, logged } = listenToLog();

beforeAll(async () => {
  fake = await startFakeIdentityPlatform();
  const secrets = `${fake.webhookSecret},${NEXT_SECRET}`;
  const env = { ...fake.env, TITULAR_IDENTITY_PLATFORM_WEBHOOK_SECRETS: secrets };
  service = await startTestService({ env, log });
  merchant = await newMerchant(service);
  target = `${service.url}/identity-platform/events`;
});
afterEach(() => {
  fake.faultFor = () => undefined;
});
afterAll(async () => {
  await service.close();
  await fake.close();
});

type Signing = { secret?: string; seconds?: number; eventId?: string; url?: string };

/** Sends a body as the platform would, and holds the answer against the contract. */
async function send(body: string, { secret = fake.webhookSecret, seconds = 0, eventId, url }: Signing = {}) {
  const signed = signWebhook(eventId ?? randomUUID(), new Date(Date.now() + seconds * 1000), body, [secret]);
  const headers = { 'content-type': 'application/json', ...signed };
  return checked('receivePlatformEvent', await fetch(url ?? target, { method: 'POST', headers, body }));
}

const finishedEvent = (processId: string, changes: object = {}): string =>
  JSON.stringify({ type: 'process.finished', processId, ...changes });

async function countEvents(processId: string): Promise<number> {
  const rows = await service.service.database.db
    .selectFrom('platform_events')
    .select('event_id')
    .where('process_id', '=', asId(processId))
    .execute();
  return rows.length;
}

async function endWell(id: string): Promise<void> {
  fake.end(id, {
    ...{ result: 'PROCESS_RESULT_OK', liveness: 'LIVENESS_RESULT_LIVE' },
    ...{ authentication: 'AUTHENTICATION_RESULT_POSITIVE', selfie: await portraitOf('a') },
  });
}

describe('an event of the platform', () => {
  test.each<[string, (id: string) => string]>([
    ['by its type', (id) => finishedEvent(id)],
    ['by its state', (id) => JSON.stringify({ processId: id, state: 'PROCESS_STATE_FINISHED' })],
    ['with the id in other letters', (id) => finishedEvent(id.toUpperCase())],
  ])('receivePlatformEvent 200: %s, is taken, and the result is there soon', async (_what, bodyOf) => {
    const { id } = await startProcess(merchant);
    await endWell(id);
    const { status, body } = await send(bodyOf(id));
    expect([status, body]).toEqual([200, {}]);
    expect(await ended(merchant, id)).toMatchObject({
      state: 'PROCESS_STATE_FINISHED',
      result: 'PROCESS_RESULT_OK',
      authenticationInfo: {
        livenessResult: 'LIVENESS_RESULT_LIVE',
        authenticationResult: 'AUTHENTICATION_RESULT_POSITIVE',
      },
    });
  });

  test('is answered at once, while the platform itself answers nothing', async () => {
    const { id } = await startProcess(merchant);
    await endWell(id);
    fake.faultFor = () => ({ kind: 'silent' });
    expect((await send(finishedEvent(id))).status).toBe(200);
    await eventually(() => expect(fake.asked.at(-1)?.path).toContain(id));
    expect((await merchant.call('readProcess', { id })).body).toMatchObject({
      process: { state: 'PROCESS_STATE_CREATED' },
    });
  });

  test('takes no place from other work while the platform hangs: two results are fetched at once', async () => {
    fake.faultFor = ({ path }) => (path === '/token' ? undefined : { kind: 'silent' });
    const ids = Array.from({ length: 8 }, () => randomUUID());
    const countFetched = () => ids.filter((id) => fake.count(id) > 0).length;
    const { db, pool } = service.service.database;
    await sql`INSERT INTO processes (tenant_id, process_id, company_id, platform, status, purpose, identity_key,
        identity_hash, sealed_identity, created_at, expires_at)
      SELECT ${merchant.tenant.tenantId}::uuid, id, ${merchant.tenant.companyId}::uuid, 'external', 'created',
        'creditprocess', 'cpf', '', '', now(), now() + interval '1 hour'
      FROM unnest(${ids}::uuid[]) AS id`.execute(db);
    for (const id of ids) expect((await send(finishedEvent(id))).status).toBe(200);
    await eventually(() => expect(countFetched()).toBeGreaterThan(0));
    await pool.query(`SELECT graphile_worker.add_job('delete-expired-links', job_key => 'other work')`);
    await eventually(async () => {
      const { rows } = await pool.query(`SELECT key FROM graphile_worker.jobs WHERE key = 'other work'`);
      expect(rows).toEqual([]);
    });
    expect(countFetched()).toBeLessThanOrEqual(2);
    await pool.query(
      `DELETE FROM graphile_worker._private_jobs WHERE key LIKE 'take-%' AND locked_at IS NULL`,
    );
  });

  test('that comes again changes nothing, and nothing is asked before there was one', async () => {
    const { id } = await startProcess(merchant);
    await endWell(id);
    expect(fake.count(id)).toBe(0);
    const eventId = randomUUID();
    for (let times = 0; times < 3; times += 1)
      expect((await send(finishedEvent(id), { eventId })).status).toBe(200);
    await ended(merchant, id);
    expect(await countEvents(id)).toBe(1);
    expect(fake.count(id)).toBe(1);
  });

  test('may be signed by either secret of a rotation', async () => {
    for (const secret of [fake.webhookSecret, NEXT_SECRET])
      expect((await send(finishedEvent(randomUUID()), { secret })).status).toBe(200);
  });

  test('about a process of nobody here, or about anything else, is forgotten', async () => {
    const stranger = randomUUID();
    const { id } = await startProcess(merchant);
    for (const body of [
      finishedEvent(stranger),
      JSON.stringify({ type: 'endpoint.test', endpointId: stranger }),
      JSON.stringify({ type: 'process.paused', processId: id, state: 'PROCESS_STATE_FINISHED' }),
      '{}',
    ])
      expect((await send(body)).status, body).toBe(200);
    expect([await countEvents(stranger), await countEvents(id)]).toEqual([0, 0]);
  });
});

describe('what is no event of the platform', () => {
  test.each<[string, Signing]>([
    ['signed by another', { secret: webhookSecret(Buffer.alloc(32, 8)) }],
    ['signed five minutes ago', { seconds: -302 }],
    ['signed in the future', { seconds: 400 }],
  ])('receivePlatformEvent 403: %s, is refused and changes nothing', async (_what, signing) => {
    const { id } = await startProcess(merchant);
    const { status, body } = await send(finishedEvent(id), signing);
    expect([status, body['code']]).toEqual([403, '40330']);
    expect(await countEvents(id)).toBe(0);
  });

  test('receivePlatformEvent 403: one byte was changed, or no signature is there', async () => {
    const { id } = await startProcess(merchant);
    const body = finishedEvent(id);
    const signed = signWebhook(randomUUID(), new Date(), body, [fake.webhookSecret]);
    for (const [headers, sent] of [
      [signed, `${body}\n`],
      [{}, body],
    ] as const) {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: sent,
      };
      const answer = await checked('receivePlatformEvent', await fetch(target, init));
      expect([answer.status, answer.body['code']]).toEqual([403, '40330']);
    }
  });

  test('receivePlatformEvent 403: a service with the platform inside takes none', async () => {
    const plain = await startTestService();
    try {
      const url = `${plain.url}/identity-platform/events`;
      expect((await send(finishedEvent(randomUUID()), { url })).body['code']).toBe('40330');
    } finally {
      await plain.close();
    }
  });

  test.each<[string, string, string]>([
    ['no JSON', 'hello', '40001'],
    ['no object', '[]', '40001'],
    ['a name twice', '{"type":"process.finished","type":"x"}', '40001'],
    ['no id', '{"type":"process.finished"}', '40002'],
    ['an id that is none', finishedEvent('nobody'), '40002'],
    ['a type that is no text', '{"type":5}', '40002'],
    ['more than 64 KiB', finishedEvent(randomUUID(), { pad: 'x'.repeat(65_536) }), '40001'],
  ])('receivePlatformEvent 400: %s, though it is signed', async (_what, body, code) => {
    const answer = await send(body);
    expect([answer.status, answer.body['code']]).toEqual([400, code]);
  });

  test('receivePlatformEvent 400: it comes as another type, or compressed', async () => {
    const body = finishedEvent(randomUUID());
    const signed = signWebhook(randomUUID(), new Date(), body, [fake.webhookSecret]);
    for (const odd of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    ]) {
      const answer = await fetch(target, { method: 'POST', headers: { ...signed, ...odd }, body });
      expect((await checked('receivePlatformEvent', answer)).body['code']).toBe('40001');
    }
  });
});

test('receivePlatformEvent 500: a fault is answered plainly, and the event is taken when it comes again (R27)', async () => {
  const { db } = service.service.database;
  const { id } = await startProcess(merchant);
  await endWell(id);
  const eventId = randomUUID();
  await sql`ALTER TABLE platform_events RENAME TO platform_events_gone`.execute(db);
  const { status, body, text } = await send(finishedEvent(id), { eventId });
  await sql`ALTER TABLE platform_events_gone RENAME TO platform_events`.execute(db);
  expect([status, body['code']]).toEqual([500, '50001']);
  expect(text).not.toMatch(/platform_events|relation/);
  expect((await send(finishedEvent(id), { eventId })).status).toBe(200);
  expect((await ended(merchant, id)).result).toBe('PROCESS_RESULT_OK');
});

test('createProcess 500: a platform that cannot be used is 50002 with a Retry-After, and nothing is left behind', async () => {
  const { db } = service.service.database;
  const countProcesses = async () => (await db.selectFrom('processes').select('process_id').execute()).length;
  const before = await countProcesses();
  fake.faultFor = () => ({ kind: 'status', status: 503, headers: { 'retry-after': '1' } });
  const person = { duiType: 'DUI_TYPE_BR_CPF', duiValue: '52998224725' };
  const { status, body, headers } = await merchant.call('createProcess', {
    body: { person, callbackUri: '/', purpose: 'creditprocess' },
  });
  expect([status, body['code'], headers.get('retry-after')]).toEqual([500, '50002', '5']);
  expect(await countProcesses()).toBe(before);
});

test('no secret of either side and no person stands in the log of it all (R90)', () => {
  const known = [
    fake.env['TITULAR_IDENTITY_PLATFORM_CLIENT_SECRET'] ?? '',
    ...[fake.webhookSecret, NEXT_SECRET, '52998224725'],
    ...fake.asked.map(({ headers }) => String(headers.authorization).split(' ')[1] ?? ''),
  ];
  expect(logged()).toContain('identity platform');
  for (const secret of new Set(known)) expect(logged()).not.toContain(secret);
});
