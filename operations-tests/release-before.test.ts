import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@titular/server/config/config.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { readNewestSchema } from '@titular/server/kernel/database/migrate/migration.ts';
import { newCpf, newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import {
  readDemo,
  type ServiceProcess,
  serviceEnvironment,
  startServiceProcess,
} from '@titular/test-kit/service-process.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openCamera, perform } from '../packages/server/test/captures/phone.ts';
import { type Merchant, newMerchant } from '../packages/server/test/transactions/api.ts';
import { registerReceiver } from '../packages/server/test/webhooks/endpoint-fixture.ts';
import { findReleaseBefore, unpackRelease } from './unpack-release.ts';

const MIN_DURING = 20;
/** One face of one identity: a second identity with it would be refused. */
const PERSON = { identity: { key: 'cpf', value: newCpf() } };

const release = findReleaseBefore();
if (release === undefined)
  console.log(
    'skipped: the history of this checkout does not reach the release before (git fetch --unshallow --tags)',
  );

const schemaOf = async ({ pool }: Database): Promise<number> =>
  (await pool.query('SELECT max(number) AS number FROM schema_migrations')).rows[0]?.number;

/** An empty database with the directory of its nodes. */
async function openHarness() {
  const clone = await cloneDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'titular-releases-'));
  const database = connect(clone.connectionString, 4, () => undefined);
  onTestFinished(async () => {
    await database.close();
    await clone.drop();
    await rm(directory, { recursive: true, force: true });
  });
  for (const schema of ['public', 'graphile_worker'])
    await database.pool.query(`DROP SCHEMA ${schema} CASCADE`);
  await database.pool.query('CREATE SCHEMA public');
  const environment = serviceEnvironment(clone.connectionString, directory);
  return { database, directory, environment, connectionString: clone.connectionString };
}

/** Creates and reads again and again by the demo's merchant, whose limits are out of the way; `end` gives every status. */
async function beginLoad(url: string, directory: string, { pool }: Database) {
  const { clientId, clientSecret, companyId } = await readDemo(directory);
  await pool.query('UPDATE tenants SET rate_per_second = 100000, rate_burst = 100000');
  await pool.query('UPDATE webhook_endpoints SET enabled = false');
  const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(`${url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(grant) });
  const { access_token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const statuses: number[] = [];
  let isOver = false;
  const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const given = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const response = await fetch(`${url}/api/public/v1/walletid/${path}`, { headers, ...given });
    statuses.push(response.status);
    return (await response.json()) as Record<string, unknown>;
  };
  const work = async (): Promise<void> => {
    while (!isOver) {
      const { id } = await ask('transaction', newTransactionBody(companyId));
      await ask(`transactions/${String(id)}`);
    }
  };
  const load = Promise.all([work(), work()]);
  const end = async (): Promise<number[]> => {
    isOver = true;
    await load;
    return statuses;
  };
  return { statuses, end };
}

/** A service of which each request goes to the next of several nodes. */
function inTurn(service: TestService, urls: () => readonly string[]): TestService {
  let turn = 0;
  const next = (): string => urls()[turn++ % urls().length] ?? expect.unreachable();
  return Object.defineProperty({ ...service }, 'url', { get: next });
}

test.runIf(release !== undefined)(
  'processes of the release before and of this one run side by side on the schema of this one, in any order of start, and the release before goes on alone (S20)',
  async () => {
    const checkout = await unpackRelease(String(release));
    onTestFinished(() => checkout.remove());
    const { database, directory, environment, connectionString } = await openHarness();
    const earlier: ServiceProcess[] = [];
    const startEarlier = async (): Promise<ServiceProcess> => {
      const started = await startServiceProcess(environment, checkout.directory);
      earlier.push(started);
      onTestFinished(() => started.kill());
      return started;
    };
    const startThis = async (): Promise<TestService> => {
      const started = await startTestService({ sharedWith: { config: readConfig(environment) } });
      onTestFinished(() => started.close());
      return started;
    };

    // The schema of this release comes while nodes of the one before serve.
    let old = await startEarlier();
    expect(await schemaOf(database)).toBeLessThanOrEqual(await readNewestSchema());
    const load = await beginLoad(old.url, directory, database);
    await eventually(() => expect(load.statuses.length).toBeGreaterThan(MIN_DURING));
    await migrate(connectionString);
    const until = load.statuses.length + MIN_DURING;
    await eventually(() => expect(load.statuses.length).toBeGreaterThan(until));
    expect(new Set(await load.end())).toEqual(new Set([200]));
    expect(await schemaOf(database)).toBe(await readNewestSchema());

    // Each request of a capture goes to the other release, webhooks and decisions to either.
    let fresh = await startThis();
    let nodes = [old.url, fresh.url];
    const service = inTurn(fresh, () => nodes);
    const merchant: Merchant = await newMerchant(service);
    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.close());
    receiver.trust((await registerReceiver(service, merchant, receiver.url)).secret);
    const seen: string[] = [];
    const isApproved = async (id: string): Promise<void> => {
      await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
      await receiver.next();
      seen.push(id);
    };
    const capture = async (): Promise<void> => {
      const { phone, attempt, id } = await openCamera(service, merchant, PERSON);
      expect((await perform(phone, attempt, 'a')).outcome).toBe('completed');
      await isApproved(id);
    };
    const readAll = (url: string) =>
      Promise.all(seen.map(async (id) => (await merchant.read(id, { ...fresh, url })).text));
    await capture();
    await capture();

    // The release before starts again on the newer schema.
    await old.kill();
    old = await startEarlier();
    nodes = [fresh.url, old.url];
    await capture();
    expect(await readAll(old.url)).toEqual(await readAll(fresh.url));

    // Back to the release before, in the middle of a capture that this one began; nothing is restored.
    nodes = [fresh.url];
    const { phone, attempt, id } = await openCamera(service, merchant, PERSON);
    await fresh.close();
    nodes = [old.url];
    expect((await perform(phone, attempt, 'a')).outcome).toBe('completed');
    await isApproved(id);
    await capture();

    // And on to this one again.
    const told = await readAll(old.url);
    await old.kill();
    fresh = await startThis();
    nodes = [fresh.url];
    expect(await readAll(fresh.url)).toEqual(told);
    await capture();
    expect(earlier.flatMap((process) => process.faults())).toEqual([]);
  },
  300_000,
);
