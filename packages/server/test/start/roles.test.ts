import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { readConfig } from '@titular/server/config/config.ts';
import { startEngineNode } from '@titular/server/engine-node/index.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { startService } from '@titular/server/service.ts';
import { newCpf, startTestService, type TestService, type TestServiceOptions } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { engineProcesses } from '../../../face-engine/test/engine/engine-processes.ts';
import { openCamera, perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { registerReceiver } from '../webhooks/endpoint-fixture.ts';

async function start(options: TestServiceOptions): Promise<TestService> {
  const service = await startTestService(options);
  onTestFinished(() => service.close());
  return service;
}

const startWorker = (api: TestService, env: Record<string, string> = {}): Promise<TestService> =>
  start({ sharedWith: api, env: { TITULAR_ROLE: 'worker', TITULAR_OPERATIONS_PORT: '0', ...env } });

/** A merchant of a service with a receiver of its events. */
async function startMerchant(service: TestService): Promise<[Merchant, WebhookReceiver]> {
  const merchant = await newMerchant(service);
  const receiver = await startWebhookReceiver();
  onTestFinished(() => receiver.close());
  receiver.trust((await registerReceiver(service, merchant, receiver.url)).secret);
  return [merchant, receiver];
}

async function captured(api: TestService, merchant: Merchant): Promise<string> {
  const { id, phone, attempt } = await openCamera(api, merchant, {
    identity: { key: 'cpf', value: newCpf() },
  });
  expect(await perform(phone, attempt, 'a')).toMatchObject({ outcome: 'completed' });
  return id;
}

test('a process that answers calls decides nothing and sends nothing; one that does jobs does both, and answers no call (S5)', async () => {
  const api = await start({ env: { TITULAR_ROLE: 'api' } });
  const [merchant, receiver] = await startMerchant(api);
  const id = await captured(api, merchant);
  const { db } = api.service.database;
  await eventually(async () => {
    const jobs = await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier LIKE 'decide%'`.execute(db);
    expect(jobs.rows).toHaveLength(1);
  });
  const cancelOne = async (one: Merchant) =>
    one.cancel(String((await one.create({ orderNumber: 'canceled' })).body['id']));
  await cancelOne(merchant);
  // One of all roles is through with work that it was given later: this one had the time for its own.
  const both = await start({});
  const [beside, ofBeside] = await startMerchant(both);
  const later = await captured(both, beside);
  await cancelOne(beside);
  await eventually(async () => expect((await beside.read(later)).body['status']).toBe('approved'));
  await eventually(() => expect(ofBeside.deliveries).toHaveLength(2));
  expect((await merchant.read(id)).body['status']).toBe('processing');
  expect(receiver.deliveries).toEqual([]);

  const worker = await startWorker(api, { TITULAR_WEBHOOK_LOOPBACK: 'on' });
  await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
  await eventually(() => expect(receiver.deliveries).toHaveLength(2));
  expect(worker.service.url).toBeUndefined();
  await expect(fetch(`${worker.url}/readyz`)).rejects.toThrow('fetch failed');
  const ready = await fetch(`${worker.service.operationsUrl}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
});

test('an api process holds no gallery and starts no search thread, whatever a worker decides beside it (S5, S7)', async () => {
  const threads: Worker[] = [];
  const note = (thread: Worker): unknown => thread.threadName === 'gallery search' && threads.push(thread);
  process.on('worker', note);
  onTestFinished(() => {
    process.off('worker', note);
  });
  const env = { TITULAR_OPERATIONS_PORT: '0', TITULAR_GALLERY_THREADS: '1' };
  const api = await start({ env: { TITULAR_ROLE: 'api', ...env } });
  const worker = await startWorker(api, env);
  const merchant = await newMerchant(api);
  for (let person = 0; person < 2; person += 1) {
    const id = await captured(api, merchant);
    await eventually(async () =>
      expect((await merchant.read(id)).body['status']).toMatch(/approved|inconclusive/),
    );
  }
  const held = async ({ service }: TestService): Promise<string[]> => {
    const text = await (await fetch(`${service.operationsUrl}/metrics`)).text();
    return text.split('\n').filter((line) => /^titular_gallery_(?:faces|memory_bytes)/.test(line));
  };
  expect(threads).toHaveLength(1);
  expect((await held(api)).map((line) => line.split(' ').at(-1))).toEqual(['0', '0', '0']);
  expect((await held(worker))[0]).toMatch(/"all"\} 1$/);
});

test('a worker starts no process of the face engine, unless the identity platform has pictures for it (S5)', async () => {
  const api = await start({ env: { TITULAR_ROLE: 'api' } });
  const before = engineProcesses();
  const own = { TITULAR_ENGINE_THREADS: '1' };
  await startWorker(api, own);
  expect(engineProcesses()).toEqual(before);
  const platform = {
    TITULAR_IDENTITY_PLATFORM_URL: 'http://127.0.0.1:9',
    TITULAR_IDENTITY_PLATFORM_TOKEN_URL: 'http://127.0.0.1:9/token',
    TITULAR_IDENTITY_PLATFORM_CLIENT_ID: 'titular',
    TITULAR_IDENTITY_PLATFORM_CLIENT_SECRET: 'secret-of-this-test',
    TITULAR_IDENTITY_PLATFORM_WEBHOOK_SECRETS: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
  };
  await startWorker(api, { ...own, ...platform });
  expect(engineProcesses()).toHaveLength(before.length + 1);
});

test('a person is approved whose pictures an engine node measured, whose selfie an api process took and on whom a worker decided (S5, S24)', async () => {
  const secret = 'secret-of-the-engine-node';
  const settings = {
    TITULAR_ROLE: 'engine',
    TITULAR_FACE_ENGINE_SECRET: secret,
    TITULAR_ENGINE_THREADS: '1',
    PORT: '0',
  };
  const engine = await startEngineNode(readConfig(settings), createLog('silent'));
  onTestFinished(() => engine.close());
  const api = await start({
    env: {
      TITULAR_ROLE: 'api',
      TITULAR_FACE_ENGINE_URL: `${engine.url}/analyse`,
      TITULAR_FACE_ENGINE_SECRET: secret,
    },
  });
  expect(api.service.engineVersion).toBe(engine.engineVersion);
  await startWorker(api, { TITULAR_ENGINE_THREADS: '1' });
  const merchant = await newMerchant(api);
  const id = await captured(api, merchant);
  await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
});

test('a process that does jobs alone is refused the embedded database, with what to set', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const config = readConfig({ TITULAR_ROLE: 'worker', TITULAR_DATA_DIR: directory, PORT: '0' });
  await expect(startService(config, { log: createLog('silent') })).rejects.toThrow(
    'TITULAR_ROLE worker needs DATABASE_URL: the embedded database belongs to one process, which answers the calls.',
  );
});
