import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Demo } from '@titular/server/start/seed-demo.ts';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { buildStale } from '../../scripts/build/build-stale.ts';
import { PROGRAMS } from '../../scripts/build/find-program.ts';

/** How long a program may take to start, in milliseconds. */
export const START_MS = 60_000;

const root = resolve(import.meta.dirname, '../..');

/** A program that was started, all it has written, and its exit code once it ends. */
export type Run = { process: ChildProcess; output: () => string; ended: Promise<number | null> };

/** A directory of its own for a test, and the programs it starts there. */
export type Programs = {
  directory: string;
  run(file: string, args: string[], env?: Record<string, string>): Run;
  /** Starts the service as an operator does and resolves when it says that it is ready. */
  startService(port: number, env?: Record<string, string>): Promise<Run>;
  readDemo(): Promise<Demo>;
  /** Ends what still runs and removes the directory. */
  end(): Promise<void>;
};

/** Makes the directory; programs run with nothing in their environment but what is given. */
export async function openPrograms(): Promise<Programs> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-operator-'));
  // Lets the account that runs PostgreSQL for root pass through.
  await chmod(directory, 0o711);
  const runs: Run[] = [];

  function run(file: string, args: string[], env: Record<string, string> = {}): Run {
    const child = spawn(process.execPath, [join(root, file), ...args], {
      cwd: root,
      env: { PATH: '/usr/bin:/bin', ...COMPILE_CACHE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
    }
    const ended = once(child, 'close').then(([code]) => code as number | null);
    const started: Run = { process: child, output: () => text, ended };
    runs.push(started);
    return started;
  }

  async function startService(port: number, env: Record<string, string> = {}): Promise<Run> {
    await buildStale(['cli']);
    const started = run(PROGRAMS.built, ['serve'], {
      PORT: String(port),
      TITULAR_DATA_DIR: join(directory, 'data'),
      TITULAR_ENGINE_THREADS: '1',
      ...env,
    });
    await new Promise<void>((ready, failed) => {
      started.process.stdout?.on('data', () => {
        if (/Ready (in|at) /.test(started.output())) ready();
      });
      started.ended.then((code) =>
        failed(new Error(`ended with ${code} before it was ready:\n${started.output()}`)),
      );
    });
    return started;
  }

  return {
    directory,
    run,
    startService,
    readDemo: async () => JSON.parse(await readFile(join(directory, 'data', 'demo.json'), 'utf8')),
    async end() {
      for (const one of runs) one.process.kill('SIGTERM');
      await Promise.all(runs.map((one) => one.ended));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Whether the demo's client gets a token. */
export async function isTokenIssued(demo: Demo): Promise<boolean> {
  const credentials = { client_id: demo.clientId, client_secret: demo.clientSecret };
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...credentials });
  return (await fetch(demo.tokenUrl, { method: 'POST', body })).ok;
}
