import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Demo } from '@titular/server/seed-demo.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { writeCameraFile } from '@titular/test-kit/faces/camera-file.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

const START_MS = 60_000;
const root = resolve(import.meta.dirname, '../..');

type Run = { process: ChildProcess; output: () => string; ended: Promise<number | null> };

let directory: string;
let runs: Run[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-operator-'));
  runs = [];
});

afterEach(async () => {
  for (const run of runs) run.process.kill('SIGTERM');
  await Promise.all(runs.map((run) => run.ended));
  await rm(directory, { recursive: true, force: true });
});

function runProgram(file: string, args: string[], env: Record<string, string>): Run {
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: root,
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const run: Run = { process: child, output: () => text, ended };
  runs.push(run);
  return run;
}

/** Starts the service as an operator does and resolves when it says that it is ready. */
async function startService(port: number, env: Record<string, string> = {}): Promise<Run> {
  const run = runProgram('packages/server/src/main.ts', [], {
    PORT: String(port),
    TITULAR_DATA_DIR: join(directory, 'data'),
    TITULAR_ENGINE_THREADS: '1',
    ...env,
  });
  await new Promise<void>((ready, failed) => {
    run.process.stdout?.on('data', () => {
      if (/Ready (in|at) /.test(run.output())) ready();
    });
    run.ended.then((code) => failed(new Error(`ended with ${code} before it was ready:\n${run.output()}`)));
  });
  return run;
}

const readDemo = async (): Promise<Demo> =>
  JSON.parse(await readFile(join(directory, 'data', 'demo.json'), 'utf8'));

async function isTokenIssued(demo: Demo): Promise<boolean> {
  const credentials = { client_id: demo.clientId, client_secret: demo.clientSecret };
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...credentials });
  return (await fetch(demo.tokenUrl, { method: 'POST', body })).ok;
}

test(
  'a first start is ready for a whole journey, SIGTERM ends it cleanly, and a second start finds the data',
  async () => {
    const port = await findFreePort();
    const first = await startService(port);
    const demo = await readDemo();
    expect((await stat(join(directory, 'data', 'demo.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'data', 'demo.curl'))).mode & 0o777).toBe(0o600);
    expect(demo.baseUrl).toBe(`http://127.0.0.1:${port}/api/public/v1`);
    for (const path of ['healthz', 'readyz'])
      expect((await fetch(`${demo.issuer}/${path}`)).status).toBe(200);

    const camera = await writeCameraFile(join(directory, 'camera.mjpeg'), { kind: 'turns', person: 'a' });
    const args = ['--data', join(directory, 'data'), '--camera', camera, '--json'];
    const played = runProgram('journeys/src/demo.ts', args, {});
    expect(await played.ended, played.output()).toBe(0);
    const steps = played
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(steps.at(-1)).toMatchObject({ step: 'webhook', event: { status: 'approved' } });

    first.process.kill('SIGTERM');
    expect(await first.ended, first.output()).toBe(0);
    await startService(port);
    expect(await readDemo()).toEqual(demo);
    expect(await isTokenIssued(demo)).toBe(true);
  },
  3 * START_MS,
);

test(
  'after a kill -9 the next start finds everything that was answered with success',
  async () => {
    const port = await findFreePort();
    const first = await startService(port);
    const demo = await readDemo();
    expect(await isTokenIssued(demo)).toBe(true);
    first.process.kill('SIGKILL');
    await first.ended;
    await startService(port);
    expect((await readDemo()).tenantId).toBe(demo.tenantId);
    expect(await isTokenIssued(demo)).toBe(true);
  },
  3 * START_MS,
);

test(
  'an existing PostgreSQL named by DATABASE_URL is used instead of the embedded one',
  async () => {
    const database = await cloneDatabase();
    const run = await startService(await findFreePort(), { DATABASE_URL: database.connectionString });
    expect(await isTokenIssued(await readDemo())).toBe(true);
    await expect(stat(join(directory, 'data', 'database'))).rejects.toThrow();
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    await database.drop();
  },
  2 * START_MS,
);

test.each([
  ['PORT', { PORT: '99999' }],
  ['TITULAR_ENV', { TITULAR_ENV: 'staging' }],
  ['TITULAR_PUBLIC_URL', { TITULAR_ENV: 'production' }],
  ['TITULAR_MATCH_THRESHOLD', { TITULAR_MATCH_THRESHOLD: '0.9' }],
])(
  'a start with a wrong %s ends with one sentence that names it and exit code 2',
  async (name, env) => {
    const run = runProgram('packages/server/src/main.ts', [], {
      TITULAR_DATA_DIR: join(directory, 'data'),
      ...env,
    });
    expect(await run.ended).toBe(2);
    expect(run.output().trim().split('\n').at(-1)).toContain(`titular cannot start: ${name} must be`);
  },
  START_MS,
);

test(
  'a production service has no demo data and refuses a database of the test environment (R23)',
  async () => {
    const database = await cloneDatabase();
    const key = join(directory, 'data', 'master.key');
    const test = await startService(await findFreePort(), { DATABASE_URL: database.connectionString });
    test.process.kill('SIGTERM');
    await test.ended;
    const production = runProgram('packages/server/src/main.ts', [], {
      PORT: String(await findFreePort()),
      TITULAR_ENV: 'production',
      TITULAR_PUBLIC_URL: 'https://titular.example',
      TITULAR_MASTER_KEY_FILE: key,
      TITULAR_DATA_DIR: join(directory, 'production'),
      TITULAR_ENGINE_THREADS: '1',
      DATABASE_URL: database.connectionString,
    });
    expect(await production.ended).toBe(2);
    expect(production.output()).toContain('This database belongs to the test environment');
    await database.drop();
  },
  2 * START_MS,
);
