import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@titular/server/config/config.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { startBackground } from '@titular/server/kernel/jobs/background.ts';
import { createWorkNames } from '@titular/server/kernel/jobs/work-names.ts';
import { listNodes } from '@titular/server/nodes/node-store.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { serviceEnvironment, startServiceProcess } from '@titular/test-kit/service-process.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';
import { startBalancer } from './balancer.ts';

const DRAINING = { TITULAR_DRAIN_SECONDS: '1' };
const CLIENTS = 6;
const MIN_REQUESTS = 300;

test('two nodes are restarted one after the other, each twice, behind a balancer that tries nothing twice: no request is lost (F7, S14)', async () => {
  const keeper = await startTestService();
  const start = () => startTestService({ sharedWith: keeper, env: DRAINING });
  const nodes: TestService[] = [await start(), await start()];
  const balancer = await startBalancer(nodes.map(({ url }) => url));
  onTestFinished(async () => {
    await balancer.close();
    await Promise.all(nodes.map((node) => node.close()));
    await keeper.close();
  });
  const merchant = await newMerchant(keeper);
  const through = { ...keeper, url: balancer.url };
  const statuses: number[] = [];
  let isOver = false;
  const client = async (): Promise<void> => {
    while (!isOver || statuses.length < MIN_REQUESTS) {
      const headers = { authorization: `Bearer ${merchant.token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({});
      const created = await fetch(`${through.url}/api/public/v1/walletid/transactions`, { headers });
      statuses.push(created.status);
      await created.arrayBuffer();
      const refused = await fetch(`${through.url}/api/public/v1/walletid/transaction`, {
        method: 'POST',
        headers,
        body,
      });
      statuses.push(refused.status === 400 ? 200 : refused.status);
      await refused.arrayBuffer();
    }
  };
  const load = Promise.all(Array.from({ length: CLIENTS }, client));
  for (const index of [0, 1, 0, 1]) {
    await nodes[index]?.close();
    const next = await start();
    nodes[index] = next;
    balancer.place(index, next.url);
    await eventually(async () => expect((await fetch(`${next.url}/readyz`)).status).toBe(200));
    const before = statuses.length;
    // The balancer has to have seen the new node before the other one goes.
    await eventually(() => expect(statuses.length).toBeGreaterThan(before + 2 * CLIENTS * 4));
  }
  isOver = true;
  await load;
  expect(balancer.failures).toEqual([]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(statuses.length).toBeGreaterThanOrEqual(MIN_REQUESTS);
}, 540_000);

const responseOf = (url: string, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume().on('end', () => resolve(response));
    }).on('error', reject);
  });

test('a connection that was kept open is told to end with the first answer of the drain (F7, S14)', async () => {
  const service = await startTestService({ env: DRAINING });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  expect((await responseOf(`${service.url}/healthz`, agent)).headers.connection).toBe('keep-alive');
  const closed = service.close();
  const last = await responseOf(`${service.url}/healthz`, agent);
  expect([last.statusCode, last.headers.connection]).toEqual([200, 'close']);
  await closed;
  await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
});

test('others see that a node drains, and that it has gone (F7, S14)', async () => {
  const keeper = await startTestService();
  onTestFinished(() => keeper.close());
  const node = await startTestService({ sharedWith: keeper, env: DRAINING });
  const { db } = keeper.service.database;
  const closed = node.close();
  await eventually(async () =>
    expect((await listNodes(db)).map(({ causes }) => causes)).toEqual([[], ['draining']]),
  );
  await closed;
  expect((await listNodes(db)).map(({ causes }) => causes)).toEqual([[]]);
});

test('a job that does not end is given back, and another process does it (F7, S14)', async () => {
  const clone = await cloneDatabase();
  const database = connect(clone.connectionString, 6, () => undefined);
  onTestFinished(async () => {
    await database.close();
    await clone.drop();
  });
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const log = createLog('silent');
  const workNames = createWorkNames();
  const first = await startBackground(
    database.pool,
    {
      schedule: [],
      tasks: {
        'stuck-job': async () => {
          begun.resolve();
          await ended.promise;
        },
      },
    },
    { log, clock: systemClock, workNames, finishLimitMs: 200 },
  );
  await sql`SELECT graphile_worker.add_job('stuck-job')`.execute(database.db);
  await begun.promise;
  await first.stop();
  const { rows } = await sql<{ locked: number }>`
    SELECT count(locked_by)::integer AS locked FROM graphile_worker.jobs WHERE task_identifier = 'stuck-job'`.execute(
    database.db,
  );
  expect(rows).toEqual([{ locked: 0 }]);
  const done = Promise.withResolvers<void>();
  const second = await startBackground(
    database.pool,
    { schedule: [], tasks: { 'stuck-job': async () => done.resolve() } },
    { log, clock: systemClock, workNames },
  );
  await done.promise;
  ended.resolve();
  await second.stop();
}, 180_000);

describe('a process that gets SIGTERM', () => {
  async function startProcess(environment: Record<string, string>) {
    const clone = await cloneDatabase();
    const directory = await mkdtemp(join(tmpdir(), 'titular-drain-'));
    const started = await startServiceProcess({
      ...serviceEnvironment(clone.connectionString, directory),
      ...environment,
    });
    onTestFinished(async () => {
      await started.kill();
      await clone.drop();
      await rm(directory, { recursive: true, force: true });
    });
    return started;
  }

  test('is red while it still answers, and ends with 0 when the drain is over (F7, S14)', async () => {
    const started = await startProcess({ TITULAR_DRAIN_SECONDS: '3' });
    const begunMs = performance.now();
    started.signal('SIGTERM');
    await eventually(async () => expect((await fetch(`${started.url}/readyz`)).status).toBe(500));
    expect((await fetch(`${started.url}/healthz`)).status).toBe(200);
    expect(await started.ended).toBe(0);
    expect(performance.now() - begunMs).toBeGreaterThan(3_000);
    expect(performance.now() - begunMs).toBeLessThan(28_000);
  }, 360_000);

  test('ends at once with the second one (F7, S14)', async () => {
    const started = await startProcess({ TITULAR_DRAIN_SECONDS: '600' });
    started.signal('SIGTERM');
    await eventually(async () => expect((await fetch(`${started.url}/readyz`)).status).toBe(500));
    await eventually(async () => {
      // What follows within half a second is taken for an echo of the first.
      started.signal('SIGTERM');
      expect(await Promise.race([started.ended, Promise.resolve('runs')])).not.toBe('runs');
    });
    expect(await started.ended).not.toBe(0);
  }, 360_000);
});

test('drains 5 seconds where nothing else is set, and not at all in test (F7, S14)', () => {
  const production = {
    TITULAR_ENV: 'production',
    TITULAR_ERASURE_LEDGER: 'off',
    TITULAR_PUBLIC_URL: 'https://id.example',
    TITULAR_MASTER_KEY_FILE: '/etc/titular/master.key',
    TITULAR_EMBEDDED_DATABASE: 'on',
  };
  expect(readConfig({}).drainSeconds).toBe(0);
  expect(readConfig(production).drainSeconds).toBe(5);
  expect(readConfig({ ...production, TITULAR_DRAIN_SECONDS: '0' }).drainSeconds).toBe(0);
});
