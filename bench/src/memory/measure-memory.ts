import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { buildStale } from '../../../scripts/build/build-stale.ts';
import { PROGRAMS } from '../../../scripts/build/find-program.ts';
import { NODE_OPTIONS } from '../../../scripts/deployment/settings.ts';
import { engineProcessesOf, proportionalMegabytes } from '../faces/engine-processes.ts';
import { residentMegabytesOf } from '../harness/child.ts';
import type { BenchTenant, Harness } from '../harness/harness.ts';
import { measureHttp } from '../harness/measure-http.ts';
import { createLoad, readLoad } from '../requests/loads.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CREATE_PATH = '/api/public/v1/walletid/transaction';
const START_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 100;
const IDS = 500;

/** One process in MB, alone (RSS), and with what it shares divided among its holders (PSS). */
type Held = { resident: number; proportional: number };

/** A service after its load, each process of its engine, and how many calls it had answered. */
export type MemoryResult = { service: Held; engines: number[]; answered: number; startMs: number };

async function becomeReady(url: string, child: ChildProcess): Promise<void> {
  const endMs = performance.now() + START_LIMIT_MS;
  while (performance.now() < endMs && child.exitCode === null) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`the service at ${url} did not become ready`);
}

async function createIds(url: string, tenant: BenchTenant): Promise<string[]> {
  const { next } = createLoad(url, CREATE_PATH, [tenant]);
  const ids: string[] = [];
  while (ids.length < IDS) {
    const { path, body, headers } = next();
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: String(body) });
    if (response.status !== 200) throw new Error(`a create was answered with ${response.status}`);
    ids.push(((await response.json()) as { id: string }).id);
  }
  return ids;
}

async function loadService(url: string, tenant: BenchTenant, seconds: number): Promise<number> {
  const ids = await createIds(url, tenant);
  const creates = await measureHttp(createLoad(url, CREATE_PATH, [tenant]), seconds);
  const read = (id: string) => `/api/public/v1/walletid/transactions/${id}`;
  const reads = await measureHttp(readLoad(url, read, tenant, ids), seconds);
  return creates.answered + reads.answered;
}

/** Starts a service of a role beside the harness, sends creates and then reads for so many seconds each, and reads what it holds at once. */
export async function measureMemory(
  { environment, tenants, url: issuer }: Pick<Harness, 'environment' | 'tenants' | 'url'>,
  program: keyof typeof PROGRAMS,
  role: 'api' | 'all',
  seconds: number,
): Promise<MemoryResult> {
  const [tenant] = tenants;
  if (!tenant) throw new Error('the harness has a tenant');
  const [port, operations] = [await findFreePort(), await findFreePort()];
  const env = {
    ...{ ...environment, PORT: String(port), TITULAR_OPERATIONS_PORT: String(operations) },
    // Tokens name the service that the harness began with.
    ...{ TITULAR_PUBLIC_URL: issuer, TITULAR_ROLE: role, TITULAR_ENGINE_THREADS: '2', MALLOC_ARENA_MAX: '2' },
  };
  await buildStale(['cli']);
  const beganMs = performance.now();
  const words = [...NODE_OPTIONS.split(' '), join(ROOT, PROGRAMS[program]), 'serve'];
  const child = spawn(process.execPath, words, { cwd: ROOT, env, stdio: 'ignore' });
  const pid = Number(child.pid);
  try {
    const url = `http://127.0.0.1:${port}`;
    await becomeReady(url, child);
    const startMs = performance.now() - beganMs;
    const answered = await loadService(url, tenant, seconds);
    const service = { resident: residentMegabytesOf(pid), proportional: proportionalMegabytes(pid) };
    return { service, engines: engineProcessesOf(pid).map(proportionalMegabytes), answered, startMs };
  } finally {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
  }
}
