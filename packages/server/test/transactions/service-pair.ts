import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import type { Demo } from '@titular/server/start/seed-demo.ts';
import { newTransactionBody } from '@titular/test-kit';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import {
  readDemo,
  type ServiceProcess,
  serviceEnvironment,
  startServiceProcess,
} from '@titular/test-kit/service-process.ts';

/** Status and body of an answer. */
export type Reply = { status: number; body: Record<string, unknown> };

/** Which of the two processes is asked. */
export type Side = 0 | 1;

/** Two services in processes of their own on one database, the calls of one merchant, and a way into the database from a third process, this one. */
export type ServicePair = {
  database: Database;
  tenantId: TenantId;
  newBody(changes?: Record<string, unknown>): Record<string, unknown>;
  create(side: Side, body: Record<string, unknown>): Promise<Reply>;
  cancel(side: Side, id: string): Promise<Reply>;
  read(side: Side, id: string): Promise<Reply>;
  history(side: Side, id: string): Promise<Reply>;
  list(side: Side, orderNumber: string): Promise<Reply>;
  close(): Promise<void>;
};

/** So that no budget of the demo's tenant is met, and nothing is sent to where nobody listens. */
async function makeRoom({ db }: Database, tenantId: TenantId): Promise<void> {
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

const MAX_TRIES = 5;

// What is logged on a machine with too much to do, where answers and connections come later than they are waited for.
const OVERLOADED = /timeout|Client was closed/;

function callsOf(urls: readonly [string, string], token: string) {
  const authorization = `Bearer ${token}`;
  const call = async (side: Side, path: string, init: RequestInit = {}): Promise<Reply> => {
    const address = `${urls[side]}/api/public/v1/walletid/${path}`;
    const headers = { authorization, ...(init.body ? { 'content-type': 'application/json' } : {}) };
    let response = await fetch(address, { ...init, headers });
    for (let tries = 1; response.status === 500 && tries < MAX_TRIES; tries += 1) {
      await response.arrayBuffer();
      response = await fetch(address, { ...init, headers });
    }
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

/** Starts both processes, one after the other, on a database of their own; a failed start leaves nothing. Calls are repeated when a process was overloaded, and any other fault of either is thrown by `close`. */
export async function startServicePair(): Promise<ServicePair> {
  const clone = await cloneDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'titular-pair-'));
  const database = connect(clone.connectionString, 8, () => undefined);
  const instances: ServiceProcess[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(instances.map((instance) => instance.kill()));
    await database.close();
    await clone.drop();
    await rm(directory, { recursive: true, force: true });
    const faults = instances
      .flatMap((instance) => instance.faults())
      .filter((words) => !OVERLOADED.test(words));
    if (faults.length > 0) throw new Error(`faults of the service: ${faults.join('; ')}`);
  };
  try {
    const environment = serviceEnvironment(clone.connectionString, directory);
    const start = async (): Promise<string> => {
      const instance = await startServiceProcess(environment);
      instances.push(instance);
      return instance.url;
    };
    const urls = [await start(), await start()] as const;
    const demo = await readDemo(directory);
    const { tenantId, companyId } = demo;
    await makeRoom(database, tenantId);
    const newBody = (changes = {}) => newTransactionBody(companyId, changes);
    return { database, tenantId, newBody, ...callsOf(urls, await fetchToken(urls[0], demo)), close };
  } catch (error) {
    await close();
    throw error;
  }
}
