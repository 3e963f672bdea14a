import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Demo } from '@titular/server/start/seed-demo.ts';
import { vi } from 'vitest';
import { COMPILE_CACHE } from './compile-cache.ts';
import { findFreePort } from './free-port.ts';

const START_TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 50;
const root = resolve(import.meta.dirname, '../../..');

/** The service in a process of its own; `kill` gives it no time to put anything away. */
export type ServiceProcess = {
  url: string;
  kill(): Promise<void>;
  /** Asks it to end, as an operator or an orchestrator does. */
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code once it has ended; null when a signal ended it. */
  ended: Promise<number | null>;
  /** The words of every fault it has logged. */
  faults(): string[];
  /** Everything it has written so far. */
  output(): string;
};

const FAULT_LEVEL = 50;

const faultsIn = (output: string): string[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; msg?: string; err?: { message: string } })
    .filter(({ level }) => level >= FAULT_LEVEL)
    .map(({ err, msg }) => err?.message ?? String(msg));

/** Environment variables of a service on a database and in a directory; several processes may share them. */
export const serviceEnvironment = (databaseUrl: string, directory: string): Record<string, string> => ({
  PATH: '/usr/bin:/bin',
  DATABASE_URL: databaseUrl,
  TITULAR_PUBLIC_URL: 'http://titular.example',
  TITULAR_DATA_DIR: directory,
  TITULAR_ENGINE_THREADS: '1',
  TITULAR_DATABASE_POOL: '8',
});

/** The demo's tenant and credentials, which the service leaves in its directory once it is ready. */
export const readDemo = async (directory: string): Promise<Demo> =>
  JSON.parse(await readFile(join(directory, 'demo.json'), 'utf8'));

async function becomeReady(url: string, directory: string): Promise<void> {
  const look = async (): Promise<void> => {
    const { status } = await fetch(`${url}/readyz`);
    if (status !== 200) throw new Error(`${url} answered ${status}`);
  };
  await vi.waitFor(look, { timeout: START_TIMEOUT_MS, interval: POLL_INTERVAL_MS });
  // Whoever is ready has it, as a script that waits for /readyz relies on.
  await readDemo(directory);
}

/** Starts the service of a checkout, this one unless told otherwise, on `PORT` or a free port, and waits until it is ready, with its demo in place; a process that fails to start is killed. */
export async function startServiceProcess(
  environment: Record<string, string>,
  checkout: string = root,
): Promise<ServiceProcess> {
  const port = Number(environment['PORT'] ?? (await findFreePort()));
  const child = spawn(process.execPath, [join(checkout, 'packages/cli/src/main.ts')], {
    cwd: checkout,
    env: { ...COMPILE_CACHE, ...environment, PORT: String(port) },
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
  let isReady = false;
  const endedEarly = ended.then(([code]) => {
    if (!isReady) throw new Error(`the process ended with ${code} before it was ready:\n${output}`);
  });
  try {
    await Promise.race([becomeReady(url, String(environment['TITULAR_DATA_DIR'])), endedEarly]);
    isReady = true;
    return {
      url,
      kill,
      signal: (name) => void child.kill(name),
      ended: ended.then(([code]) => code as number | null),
      faults: () => faultsIn(output.slice(0, output.lastIndexOf('\n') + 1)),
      output: () => output,
    };
  } catch (error) {
    await kill();
    throw error;
  }
}
