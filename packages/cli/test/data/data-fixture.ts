import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCommandLine } from '@titular/cli/frame/run-command.ts';
import { openTrial } from '@titular/lab/ephemeral-service/trial-service.ts';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { readDemo } from '@titular/test-kit/service-process.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** What one command line did. */
type Ran = { code: number | null; output: string; errors: string };

/** A folder with the data directories and backups of one test file. */
export type DataFixture = {
  root: string;
  /** A path in the folder. */
  at(name: string): string;
  /** A new data directory with the files of another, as an operator brings them. */
  makeDirectory(name: string, from?: string, ...files: string[]): Promise<string>;
  /** Starts a command in a process of its own, to be killed. */
  start(directory: string, ...words: string[]): { child: ChildProcess; ended: Promise<Ran> };
  /** Runs a command in this process. */
  run(directory: string, ...words: string[]): Promise<Ran>;
  /** Runs with --json and gives what it says. */
  ask(directory: string, ...words: string[]): Promise<Record<string, unknown>>;
  drop(): Promise<void>;
};

/** Environment of a service or command on the embedded database of a directory. */
export const embeddedEnvironment = (directory: string): Record<string, string> => ({
  PATH: '/usr/bin:/bin',
  TITULAR_PUBLIC_URL: 'http://titular.example',
  TITULAR_DATA_DIR: directory,
  TITULAR_ENGINE_THREADS: '1',
  TITULAR_DATABASE_POOL: '8',
  TITULAR_LOG_LEVEL: 'warn',
});

/** Opens the folder; the account that runs PostgreSQL for root may pass through it. */
export async function openDataFixture(): Promise<DataFixture> {
  const root = await mkdtemp(join(tmpdir(), 'titular-data-'));
  await chmod(root, 0o711);
  const start = (directory: string, ...words: string[]) => {
    const child = spawn(process.execPath, [join(ROOT, 'packages/cli/src/main.ts'), ...words], {
      cwd: root,
      env: { ...COMPILE_CACHE, ...embeddedEnvironment(directory) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ran: Ran = { code: null, output: '', errors: '' };
    child.stdout.setEncoding('utf8').on('data', (part: string) => (ran.output += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (ran.errors += part));
    const ended = once(child, 'close').then(([code]): Ran => ({ ...ran, code }));
    return { child, ended };
  };
  const run = async (directory: string, ...words: string[]): Promise<Ran> => {
    const ran = { output: '', errors: '' };
    const collect = (name: keyof typeof ran) => ({ write: (text: string) => (ran[name] += text) });
    const code = await runCommandLine(words, {
      environment: embeddedEnvironment(directory),
      output: collect('output'),
      errors: collect('errors'),
      onInterrupt: () => () => undefined,
      openTrial,
    });
    return { code, ...ran };
  };
  return {
    root,
    at: (name) => join(root, name),
    async makeDirectory(name, from, ...files) {
      const directory = join(root, name);
      await mkdir(directory, { mode: 0o711 });
      for (const file of files) await copyFile(join(from ?? '', file), join(directory, file));
      return directory;
    },
    start,
    run,
    async ask(directory, ...words) {
      const { code, output, errors } = await run(directory, ...words, '--json');
      if (code !== 0) throw new Error(`titular ${words.join(' ')}: ${code} ${errors}`);
      return JSON.parse(output);
    },
    drop: () => rm(root, { recursive: true, force: true }),
  };
}

/** The demo's merchant at a service. */
export type DemoMerchant = {
  create(changes?: Record<string, unknown>): Promise<{ id: string }>;
  /** Calls a path of the API. */
  call(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
};

/** Signs in with the demo's credentials, which lie in the data directory. */
export async function openDemo(url: string, directory: string): Promise<DemoMerchant> {
  const { clientId, clientSecret, companyId } = await readDemo(directory);
  const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(`${url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(grant) });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const call: DemoMerchant['call'] = async (method, path, body) => {
    const response = await fetch(`${url}/api/public/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const { newTransactionBody } = await import('@titular/test-kit');
  return {
    call,
    async create(changes) {
      const { status, body } = await call(
        'POST',
        'walletid/transaction',
        newTransactionBody(companyId, changes),
      );
      if (status !== 200) throw new Error(`create: ${status} ${JSON.stringify(body)}`);
      return { id: String(body['id']) };
    },
  };
}
