import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { newMerchant } from '../../packages/server/test/transactions/api.ts';
import { checkInvariants, countInLogs, figuresOfInvariants, readHorizon } from '../src/load/invariants.ts';
import { openDatabase } from './open-database.ts';

const NAME = 'Maria da Silva';
/** Receivers below it are made by the suite itself, without the API. */
const OWN = 'http://127.0.0.1:9/webhook';

/** Ways to break each invariant, one after the other, by those who may switch triggers and indexes off. */
const BREAKS: readonly (readonly [name: string, text: string])[] = [
  [
    'acts of the API',
    `INSERT INTO webhook_endpoints (tenant_id, endpoint_id, company_id, url, sealed_secret)
     SELECT tenant_id, gen_random_uuid(), company_id, 'https://shop.example', '\\x01' FROM companies`,
  ],
  [
    'processes',
    `INSERT INTO processes (tenant_id, process_id, company_id, status, purpose, identity_key, identity_hash, sealed_identity,
       created_at, expires_at)
     SELECT tenant_id, gen_random_uuid(), company_id, 'created', 'one', 'cpf', '\\x01', '\\x01', now(), now() + interval '1 day' FROM companies`,
  ],
  [
    'processes',
    `INSERT INTO process_history (tenant_id, process_id, version, event, to_status, actor, at)
     SELECT tenant_id, process_id, 1, 'create', 'created', 'merchant', now() FROM processes;
     INSERT INTO process_history (tenant_id, process_id, version, event, from_status, to_status, actor, at)
     SELECT tenant_id, process_id, 3, 'end', 'created', 'ended', 'service', now() FROM processes;
     INSERT INTO process_history (tenant_id, process_id, version, event, from_status, to_status, actor, at)
     SELECT tenant_id, process_id, 4, 'end', 'other', 'ended', 'service', now() FROM processes`,
  ],
  ['numbers', 'UPDATE events SET position = position + 1000000'],
  ['erased', 'UPDATE transactions SET erased_at = NULL'],
  [
    'I5',
    `INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, next_attempt_at)
     SELECT tenant_id, event_id, event_id, gen_random_uuid(), NULL FROM events`,
  ],
  [
    'I5',
    `INSERT INTO webhook_endpoints (tenant_id, endpoint_id, company_id, url, sealed_secret, created_at)
     SELECT tenant_id, gen_random_uuid(), company_id, 'https://shop.example', '\\x01', now() + interval '1 day' FROM companies;
     INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, attempts)
     SELECT tenant_id, gen_random_uuid(), event_id, endpoint_id, 'failed', 7 FROM events JOIN webhook_endpoints USING (tenant_id, company_id)`,
  ],
  ['I5', "UPDATE events SET status = 'approved'"],
  ['I4', 'UPDATE transactions SET finished_at = NULL'],
  ['I4', 'UPDATE transaction_history SET version = 3 WHERE version = 2; UPDATE transactions SET version = 3'],
  ['I4', "UPDATE transaction_history SET to_status = 'approved' WHERE version = 1"],
  ['I7', `UPDATE transactions SET redirect_url = 'https://shop.example/${NAME}'`],
  ['I5', "DELETE FROM deliveries; DELETE FROM events WHERE type = 'transaction.finished'"],
  ['I3, I6', 'DELETE FROM companies'],
  ['I10', "UPDATE audit_log SET actor = 'another'"],
  [
    'I2',
    `DROP INDEX transactions_replica;
     UPDATE transactions SET status = 'approved', order_number = 'one', identity_hash = '\\x01', card_hash = '\\x01'`,
  ],
  ['I2', "UPDATE transactions SET replica_hash = '\\x01'"],
  ['I3', 'DELETE FROM transaction_history'],
  ['acts', "DELETE FROM audit_log WHERE action = 'service-account.create'"],
  [
    'galleries',
    `INSERT INTO face_galleries (tenant_id, identity_key, engine_version, changes, faces)
     SELECT tenant_id, 'cpf', 'one', 1, 1 FROM tenants`,
  ],
];

describe('the invariants that a database shows', () => {
  let service: TestService;
  let databaseUrl: string;
  const ids: string[] = [];

  beforeAll(async () => {
    service = await startTestService();
    databaseUrl = service.config.databaseUrl ?? '';
    const merchant = await newMerchant(service);
    for (const _ of [1, 2]) {
      const { body } = await merchant.create(newTransactionBody(merchant.tenant.companyId));
      await merchant.cancel(String(body['id']));
      ids.push(String(body['id']));
    }
    await eventually(async () => expect(await find('I10')).toBe(0));
  });
  afterAll(() => service.close());

  const check = () => checkInvariants(databaseUrl, { secrets: [NAME], erasedIds: ids, ownReceivers: OWN });
  const find = async (name: string) => (await check()).find((one) => one.name === name)?.broken;

  /** Runs statements past triggers and references. */
  const force = async (text: string): Promise<void> => {
    const [, database] = /@\/(\w+)\?/.exec(databaseUrl) ?? [];
    const { superuserConnectionString } = inject('databaseServer');
    const connectionString = superuserConnectionString.replace('@/postgres?', `@/${database}?`);
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query('SET session_replication_role = replica');
    await client.query(text).finally(() => client.end());
  };

  test('are sound where the service alone has written, and each that is broken by hand is counted', async () => {
    await force('UPDATE transactions SET erased_at = now(); DELETE FROM capture_links');
    expect((await check()).filter(({ broken }) => broken > 0)).toEqual([]);
    const broken = new Set<string>();
    for (const [name, text] of BREAKS) {
      const before = (await find(name)) ?? Number.NaN;
      if (!broken.has(name)) expect([name, before]).toEqual([name, 0]);
      await force(text);
      const after = (await find(name)) ?? Number.NaN;
      expect([after > 0, after === before], text).toEqual([true, false]);
      broken.add(name);
    }
    // What nobody can have broken is not told as sound.
    const known = (await checkInvariants(databaseUrl)).map(({ name }) => name);
    for (const name of ['erased', 'I7', 'acts of the API']) expect(known).not.toContain(name);
    // Each names what broke it, in words that are no secret.
    for (const { name, broken: count, about = [] } of await check())
      expect([name, about.length > 0, about.join().includes(NAME)]).toEqual([name, count > 0, false]);
    const names = (await check()).map((one) => one.name);
    expect([...broken].toSorted()).toEqual(names.toSorted());
  });
});

test('an endpoint below the address of the own receivers needs no row of the API', async () => {
  const { url, run } = await openDatabase();
  await run(`INSERT INTO webhook_endpoints (tenant_id, endpoint_id, company_id, url, sealed_secret)
    SELECT id, id, id, '${OWN}/canary0001x', '\\x01' FROM gen_random_uuid() AS id`);
  const find = async (ownReceivers: string) =>
    (await checkInvariants(url, { ownReceivers })).find(({ name }) => name === 'acts of the API')?.broken;
  expect(await find(OWN)).toBe(0);
  expect(await find('http://127.0.0.1:9/other')).toBe(1);
});

test.each(['MARIA DA SILVA', 'maria da silva', 'Maria%20da%20Silva', 'Maria+da+Silva', '529.982.247-25'])(
  'a person who is written as %s in a row is found as well (I7)',
  async (written) => {
    const { url, run } = await openDatabase();
    const secrets = [NAME, '52998224725'];
    const find = async () =>
      (await checkInvariants(url, { secrets })).find(({ name }) => name === 'I7')?.broken;
    expect(await find()).toBe(0);
    await run(`INSERT INTO webhook_endpoints (tenant_id, endpoint_id, company_id, url, sealed_secret)
    SELECT id, id, id, 'https://shop.example/${written}', '\\x01' FROM gen_random_uuid() AS id`);
    expect(await find()).toBe(1);
  },
);

test('rows that were looked through before are not looked through again, unless they were written anew (I7)', async () => {
  const { url, run } = await openDatabase();
  const find = async (rowsFrom: string) =>
    (await checkInvariants(url, { secrets: [NAME], rowsFrom })).find(({ name }) => name === 'I7')?.broken;
  await run(`INSERT INTO webhook_endpoints (tenant_id, endpoint_id, company_id, url, sealed_secret)
    SELECT id, id, id, 'https://shop.example/${NAME}', '\\x01' FROM gen_random_uuid() AS id`);
  const horizon = await readHorizon(url);
  expect([await find('0'), await find(horizon)]).toEqual([1, 0]);
  await run('UPDATE webhook_endpoints SET enabled = false');
  expect(await find(horizon)).toBe(1);
});

test('a name in a log is counted line by line, and another file is not read', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'titular-logs-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await writeFile(join(directory, 'node.log'), `one ${NAME}\nnone\nDETAIL: Key (${NAME})\n`);
  await writeFile(join(directory, 'sent.journal'), NAME);
  const found = countInLogs(directory, [NAME]);
  expect(found.broken).toBe(2);
  expect(figuresOfInvariants('after it', [found, { ...found, broken: 0 }]).map(({ isMet }) => isMet)).toEqual(
    [false, true],
  );
});
