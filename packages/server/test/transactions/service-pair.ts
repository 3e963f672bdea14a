import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connect, type Database } from '@titular/server/database/connect.ts';
import type { Demo } from '@titular/server/seed-demo.ts';
import { findFreePort, newTransactionBody } from '@titular/test-kit';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { vi } from 'vitest';

const START_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 50;
const root = resolve(import.meta.dirname, '../../../..');

/** Status and body of an answer. */
export type Reply = { status: number; body: Record<string, unknown> };

/** Which of the two processes is asked. */
export type Side = 0 | 1;

/** Two services in processes of their own on one database, the calls of one merchant, and a way into the database from a third process, this one. */
export type ServicePair = {
  database: Database;
  tenantId: string;
  newBody(changes?: Record<string, unknown>): Record<string, unknown>;
  create(side: Side, body: Record<string, unknown>): Promise<Reply>;
  cancel(side: Side, id: string): Promise<Reply>;
  read(side: Side, id: string): Promise<Reply>;
  history(side: Side, id: string): Promise<Reply>;
  list(side: Side, orderNumber: string): Promise<Reply>;
  close(): Promise<void>;
};

type Instance = { url: string; kill(): Promise<void> };

const readDemo = async (environment: Record<string, string>): Promise<Demo> =>
  JSON.parse(await readFile(join(String(environment['TITULAR_DATA_DIR']), 'demo.json'), 'utf8'));

async function startInstance(environment: Record<string, string>): Promise<Instance> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [join(root, 'packages/server/src/main.ts')], {
    cwd: root,
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
  }
  const ended = once(child, 'close');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  const becomeReady = async (): Promise<void> => {
    const { status } = await fetch(`${url}/readyz`);
    if (status !== 200) throw new Error(`${url} answered ${status}`);
    await readDemo(environment);
  };
  const endedEarly = ended.then(([code]): never => {
    throw new Error(`the process ended with ${code} before it was ready:\n${output}`);
  });
  endedEarly.catch(() => undefined);
  const ready = vi.waitFor(becomeReady, { timeout: START_TIMEOUT_MS, interval: POLL_INTERVAL_MS });
  await Promise.race([ready, endedEarly]).catch(async (error: unknown) => {
    await kill();
    throw error;
  });
  return { url, kill };
}

/** So that no budget of the demo's tenant is met, and nothing is sent to where nobody listens. */
async function makeRoom({ db }: Database, tenantId: string): Promise<void> {
  await db
    .updateTable('tenants')
    .set({ rate_per_second: 100_000, rate_burst: 100_000, concurrency_limit: 1_000 })
    .where('tenant_id', '=', tenantId)
    .execute();
  await db
    .updateTable('webhook_endpoints')
    .set({ enabled: false })
    .where('tenant_id', '=', tenantId)
    .execute();
}

async function fetchToken(url: string, demo: Demo): Promise<string> {
  const { clientId: client_id, clientSecret: client_secret } = demo;
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const response = await fetch(`${url}/oauth2/token`, { method: 'POST', body });
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}

function callsOf(urls: readonly [string, string], token: string) {
  const authorization = `Bearer ${token}`;
  const call = async (side: Side, path: string, init: RequestInit = {}): Promise<Reply> => {
    const headers = { authorization, ...(init.body ? { 'content-type': 'application/json' } : {}) };
    const response = await fetch(`${urls[side]}/api/public/v1/walletid/${path}`, { ...init, headers });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    create: (side: Side, body: object) =>
      call(side, 'transaction', { method: 'POST', body: JSON.stringify(body) }),
    cancel: (side: Side, id: string) => call(side, `transactions/${id}/cancel`, { method: 'POST' }),
    read: (side: Side, id: string) => call(side, `transactions/${id}`),
    history: (side: Side, id: string) => call(side, `transactions/${id}/history`),
    list: (side: Side, orderNumber: string) =>
      call(side, `transactions?${new URLSearchParams({ orderNumber })}`),
  };
}

/** Starts both processes, one after the other, on a database of their own; a failed start leaves nothing. */
export async function startServicePair(): Promise<ServicePair> {
  const clone = await cloneDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'titular-pair-'));
  const database = connect(clone.connectionString, 8, () => undefined);
  const instances: Instance[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(instances.map((instance) => instance.kill()));
    await database.close();
    await clone.drop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const environment = {
      PATH: '/usr/bin:/bin',
      DATABASE_URL: clone.connectionString,
      TITULAR_PUBLIC_URL: 'http://titular.example',
      TITULAR_DATA_DIR: directory,
      TITULAR_ENGINE_THREADS: '1',
      TITULAR_DATABASE_POOL: '8',
      TITULAR_LOG_LEVEL: 'error',
    };
    const start = async (): Promise<string> => {
      const instance = await startInstance(environment);
      instances.push(instance);
      return instance.url;
    };
    const urls = [await start(), await start()] as const;
    const demo = await readDemo(environment);
    const { tenantId, companyId } = demo;
    await makeRoom(database, tenantId);
    const newBody = (changes = {}) => newTransactionBody(companyId, changes);
    return { database, tenantId, newBody, ...callsOf(urls, await fetchToken(urls[0], demo)), close };
  } catch (error) {
    await close();
    throw error;
  }
}
