import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { giveInput } from '@titular/test-kit/services/give-input.ts';
import { afterAll, beforeAll } from 'vitest';
import type { Job, Told } from '../../suite/driven-client.ts';

/** The folder that a merchant names as the place of the module. */
export const PACKAGE: string = fileURLToPath(new URL('..', import.meta.url));

const DRIVER = fileURLToPath(new URL('driver', import.meta.url));

/** Nothing comes from the network; compiled packages are kept for the next run. */
const BUILD_ENVIRONMENT: Record<string, string> = {
  PATH: '/usr/local/go/bin:/usr/local/bin:/usr/bin:/bin',
  HOME: tmpdir(),
  GOCACHE: join(tmpdir(), `titular-go-cache-${userInfo().uid}`),
  GOFLAGS: '-mod=mod',
  GOPROXY: 'off',
  GOTOOLCHAIN: 'local',
};

const found = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8', env: BUILD_ENVIRONMENT });
const [, minor = '0'] = /^go1\.(\d+)/.exec(found.stdout ?? '') ?? [];

/** Whether the machine has a Go that the client supports; the run says so where it has none. */
export const hasGo: boolean = Number(minor) >= 19;
if (!hasGo) console.log('clients/go: no go from 1.19 on here, so its tests are left out');

/** What a program printed, and how it ended. */
export type Ended = { code: number | null; stdout: string; stderr: string };

/** Starts a program; `env` is all of its environment. */
export function start(
  program: string,
  given: readonly string[],
  { env = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): ReturnType<typeof spawn> {
  return spawn(program, [...given], { env, ...(cwd === undefined ? {} : { cwd }) });
}

/** Runs a program to its end. */
export function run(
  program: string,
  given: readonly string[],
  { input = '', ...options }: { input?: string; env?: Record<string, string>; cwd?: string } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = start(program, given, options);
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    giveInput(child, input);
  });
}

/** Has Go do something in a folder, and returns what it printed. */
export async function runGo(cwd: string, ...given: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run('go', given, { cwd, env: BUILD_ENVIRONMENT });
  if (code !== 0) throw new Error(`go ${given.join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return stdout;
}

/** How `gofmt` would write the files of a folder, where it differs. */
export async function differsFromGofmt(folder: string): Promise<string> {
  const { stdout, stderr } = await run('gofmt', ['-l', folder], { env: BUILD_ENVIRONMENT });
  return stdout + stderr;
}

/** Opens a directory for the tests around the call; `make` makes one in it. */
export function openDirectory(): { readonly path: string; make(name: string): Promise<string> } {
  let path = '';
  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), 'titular-go-'));
  });
  afterAll(() => rm(path, { recursive: true }));
  return {
    get path() {
      return path;
    },
    async make(name) {
      await mkdir(join(path, name));
      return join(path, name);
    },
  };
}

type Answered = { results: Told[]; slept: number[]; shown: string };

/** Has Go do a job, which `driver/main.go` describes. It is built once for the tests around the call. */
export function openDriver(): (job: GoJob, env?: Record<string, string>) => Promise<Answered> {
  const directory = openDirectory();
  beforeAll(async () => {
    await runGo(DRIVER, 'build', '-o', join(directory.path, 'driver'), '.');
  }, 240_000);
  return async (job, env = {}) => {
    const { code, stdout, stderr } = await run(join(directory.path, 'driver'), [], {
      input: JSON.stringify(job),
      env,
    });
    if (code !== 0 || stderr !== '') throw new Error(`the driver ended with ${code}: ${stderr}${stdout}`);
    return JSON.parse(stdout);
  };
}

/** A job with what this client alone is tried with. */
type GoJob = Job & {
  events?: object[];
};
