import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isTokenIssued, openPrograms, type Programs, START_MS } from './programs.ts';

let programs: Programs;
let directory: string;
beforeEach(async () => {
  programs = await openPrograms();
  directory = programs.directory;
});
afterEach(() => programs.end());

test(
  'an existing PostgreSQL named by DATABASE_URL is used instead of the embedded one, and a production service refuses it as one of the test environment (R23)',
  async () => {
    const database = await cloneDatabase();
    const run = await programs.startService(await findFreePort(), {
      DATABASE_URL: database.connectionString,
    });
    expect(await isTokenIssued(await programs.readDemo())).toBe(true);
    await expect(stat(join(directory, 'data', 'database'))).rejects.toThrow();
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(0);

    const key = join(directory, 'data', 'master.key');
    const production = programs.run('packages/cli/src/main.ts', [], {
      PORT: String(await findFreePort()),
      TITULAR_ENV: 'production',
      TITULAR_ERASURE_LEDGER: 'off',
      TITULAR_ALLOW_ROOT: 'on',
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

test(
  'a database that refuses connections is waited for with one line, and Ctrl-C ends the wait (D13)',
  async () => {
    const run = programs.run('packages/cli/src/main.ts', [], {
      TITULAR_DATA_DIR: join(directory, 'data'),
      DATABASE_URL: `postgresql://nobody@127.0.0.1:${await findFreePort()}/none`,
    });
    await expect.poll(() => run.output(), { timeout: START_MS }).toContain('Waiting for the database');
    run.process.kill('SIGINT');
    expect(await run.ended, run.output()).toBe(0);
    expect(run.output().match(/Waiting/g)).toHaveLength(1);
    expect(run.output()).not.toMatch(/\n {4}at /);
  },
  START_MS,
);

test(
  'what cannot start says so in one sentence, without a stack, and leaves nothing running (D13, C13)',
  async () => {
    const database = await cloneDatabase();
    const data = join(directory, 'data');
    await writeFile(join(directory, 'file'), '');
    const wrongPassword = database.connectionString.replace(/:[^:@/]+@/, ':wrong@');
    const cases: [Record<string, string>, RegExp][] = [
      [{ TITULAR_DATA_DIR: join(directory, 'file') }, /The data directory .* is a file: name a directory\.$/],
      [{ TITULAR_DATA_DIR: join(directory, 'file/below') }, /The data directory .* is a file/],
      [{ DATABASE_URL: wrongPassword }, /The database .* refuses the password for titular/],
      [{ TITULAR_MASTER_KEY_FILE: join(directory, 'none.key') }, /The master key file .* cannot be read/],
      [{ TITULAR_MASTER_KEY_FILE: join(directory, 'file') }, /A master key must be 32 bytes in base64/],
    ];
    for (const [env, words] of cases) {
      const run = programs.run('packages/cli/src/main.ts', [], { TITULAR_DATA_DIR: data, ...env });
      expect([env, await run.ended]).toEqual([env, 2]);
      const lines = run.output().trim().split('\n');
      expect(lines).toHaveLength(2);
      expect(lines[1]).toMatch(/^titular cannot start: [^\n]+$/);
      expect(lines[1]).toMatch(words);
    }
    await expect(stat(data)).rejects.toThrow('ENOENT');
    await database.drop();
  },
  2 * START_MS,
);

test.runIf(process.getuid?.() === 0)(
  'root does not serve in production, and says how to (A-14)',
  async () => {
    const run = programs.run('packages/cli/src/main.ts', [], {
      TITULAR_ENV: 'production',
      TITULAR_ERASURE_LEDGER: 'off',
      TITULAR_PUBLIC_URL: 'https://titular.example',
      TITULAR_MASTER_KEY: `${'A'.repeat(43)}=`,
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    });
    expect(await run.ended).toBe(2);
    expect(run.output()).toMatch(/^titular cannot start: In production titular must not run as root/);
  },
  START_MS,
);

test.each([
  ['PORT', { PORT: '99999' }],
  ['TITULAR_ENV', { TITULAR_ENV: 'staging' }],
  ['TITULAR_PUBLIC_URL', { TITULAR_ENV: 'production' }],
  ['TITULAR_MATCH_THRESHOLD', { TITULAR_MATCH_THRESHOLD: '0.9' }],
])(
  'a start with a wrong %s ends with one sentence that names it and exit code 2',
  async (name, env) => {
    const run = programs.run('packages/cli/src/main.ts', [], {
      TITULAR_DATA_DIR: join(directory, 'data'),
      ...env,
    });
    expect(await run.ended).toBe(2);
    expect(run.output().trim().split('\n').at(-1)).toContain(`titular cannot start: ${name} must be`);
  },
  START_MS,
);
