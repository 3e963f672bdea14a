import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { writeCameraFile } from '@titular/test-kit/faces/camera-file.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isTokenIssued, openPrograms, type Programs, START_MS } from './programs.ts';

let programs: Programs;
let directory: string;

beforeEach(async () => {
  programs = await openPrograms();
  directory = programs.directory;
});
afterEach(() => programs.end());

/** The first picture of a recording: up to the end of image. */
const firstPicture = (recording: Buffer): Buffer =>
  recording.subarray(0, recording.indexOf(Buffer.from([0xff, 0xd9])) + 2);

/** Plays the demo to its end and gives what it says, step by step. */
async function playDemo(...words: string[]): Promise<Record<string, unknown>[]> {
  const args = ['--data', join(directory, 'data'), '--json', ...words];
  const played = programs.run('journeys/src/demo.ts', args, { TMPDIR: directory });
  expect(await played.ended, played.output()).toBe(0);
  const lines = played.output().trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test(
  'a first start is ready for a whole journey, SIGTERM ends it cleanly, and a second start finds the data',
  async () => {
    const port = await findFreePort();
    const first = await programs.startService(port);
    const demo = await programs.readDemo();
    expect((await stat(join(directory, 'data', 'demo.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'data', 'demo.curl'))).mode & 0o777).toBe(0o600);
    expect(demo.baseUrl).toBe(`http://127.0.0.1:${port}/api/public/v1`);
    for (const path of ['healthz', 'readyz'])
      expect((await fetch(`${demo.issuer}/${path}`)).status).toBe(200);

    for (const _run of ['enrols', 'is recognised']) {
      const approved = await playDemo('--camera', 'made');
      expect(approved.at(-1)).toMatchObject({ step: 'webhook', event: { status: 'approved' } });
    }

    first.process.kill('SIGTERM');
    expect(await first.ended, first.output()).toBe(0);
    await programs.startService(port);
    expect(await programs.readDemo()).toEqual(demo);
    expect(await isTokenIssued(demo)).toBe(true);
  },
  3 * START_MS,
);

test(
  'the demo says why a recording, which moves whatever is asked, is not approved (R59)',
  async () => {
    await programs.startService(await findFreePort());
    const camera = await writeCameraFile(join(directory, 'camera.mjpeg'), { kind: 'turns', person: 'b' });
    for (const words of [[], ['--another-take']]) {
      const told = await playDemo('--camera', camera, ...words);
      expect(told.at(-1)).toMatchObject({ step: 'webhook', event: { status: 'inconclusive' } });
      expect(told).toContainEqual({
        step: 'reason',
        reason: 'attempts_exhausted',
        meaning: 'All attempts at the challenge failed.',
      });
    }
    expect((await readdir(directory)).filter((name) => name.startsWith('titular-take-'))).toEqual([]);
  },
  4 * START_MS,
);

test(
  'where the credentials of the demo were ended, it says what to do, and that leads to an approval',
  async () => {
    const port = await findFreePort();
    const first = await programs.startService(port);
    const data = join(directory, 'data');
    const { keyId, tenantId } = await programs.readDemo();
    const words = ['keys', 'disable', 'demo-merchant', keyId, '--tenant', tenantId];
    const disabled = programs.run('packages/cli/src/main.ts', words, { TITULAR_DATA_DIR: data });
    expect(await disabled.ended, disabled.output()).toBe(0);
    const refused = programs.run('journeys/src/demo.ts', ['--data', data]);
    expect(await refused.ended).toBe(2);
    const file = join(data, 'demo.json');
    const cure = `Remove ${file} and start the service again: it makes a new demo.`;
    expect(refused.output()).toContain(`refuses the demo's credentials (key_retired). ${cure}`);

    await rm(file);
    first.process.kill('SIGTERM');
    await first.ended;
    await programs.startService(port);
    const approved = await playDemo('--cpf', '99900000188');
    expect(approved.at(-1)).toMatchObject({ step: 'webhook', event: { status: 'approved' } });
  },
  4 * START_MS,
);

test(
  'one Ctrl-C, which arrives twice under npm, ends it cleanly',
  async () => {
    const run = await programs.startService(await findFreePort());
    run.process.kill('SIGINT');
    run.process.kill('SIGINT');
    expect(await run.ended, run.output()).toBe(0);
    expect(run.output()).toContain('Stopped.');
  },
  2 * START_MS,
);

test(
  'after a kill -9 the next start finds everything that was answered with success',
  async () => {
    const port = await findFreePort();
    const first = await programs.startService(port);
    const demo = await programs.readDemo();
    expect(await isTokenIssued(demo)).toBe(true);
    first.process.kill('SIGKILL');
    await first.ended;
    await programs.startService(port);
    expect((await programs.readDemo()).tenantId).toBe(demo.tenantId);
    expect(await isTokenIssued(demo)).toBe(true);
  },
  3 * START_MS,
);

test(
  'an existing PostgreSQL named by DATABASE_URL is used instead of the embedded one',
  async () => {
    const database = await cloneDatabase();
    const run = await programs.startService(await findFreePort(), {
      DATABASE_URL: database.connectionString,
    });
    expect(await isTokenIssued(await programs.readDemo())).toBe(true);
    await expect(stat(join(directory, 'data', 'database'))).rejects.toThrow();
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    await database.drop();
  },
  2 * START_MS,
);

test(
  'the demo ends with what the page stopped at, where the camera shows no picture (D12)',
  async () => {
    await programs.startService(await findFreePort());
    const camera = await writeCameraFile(join(directory, 'camera.mjpeg'), { kind: 'dark' });
    const black = await sharp(firstPicture(await readFile(camera)))
      .linear(0, 0)
      .jpeg()
      .toBuffer();
    await writeFile(camera, Buffer.concat(Array.from({ length: 10 }, () => black)));
    const played = programs.run('journeys/src/demo.ts', ['--camera', camera], {
      TMPDIR: directory,
      TITULAR_DATA_DIR: join(directory, 'data'),
    });
    expect(await played.ended, played.output()).toBe(1);
    expect(played.output()).toMatch(/✗ The page stopped at: .+ \(camera-problem\)\. /);
  },
  3 * START_MS,
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

test(
  'the banner and `data where` name the database, and `env` what a shell needs (D1, D18)',
  async () => {
    const first = await programs.startService(await findFreePort());
    const data = join(directory, 'data');
    const home = join(data, 'database');
    expect(first.output()).toContain(`  Database     ${home}\n`);
    expect(first.output()).toContain(`  npm run demo -- --data ${data}\n`);
    const env = { TITULAR_DATA_DIR: data };
    const where = programs.run('packages/cli/src/main.ts', ['data', 'where', '--json'], env);
    expect(await where.ended, where.output()).toBe(0);
    expect(JSON.parse(where.output())).toMatchObject({ dataDirectory: data, databaseDirectory: home });
    const exported = programs.run('packages/cli/src/main.ts', ['env'], env);
    expect(await exported.ended, exported.output()).toBe(0);
    const demo = await programs.readDemo();
    expect(exported.output().trim().split('\n')).toEqual([
      `export TITULAR_DATA_DIR='${data}'`,
      `export CREDENTIALS='${join(data, 'demo.json')}'`,
      `export CURL_CREDENTIALS='${join(data, 'demo.curl')}'`,
      `export BASE='${demo.issuer}'`,
      `export TENANT='${demo.tenantId}'`,
      `export COMPANY='${demo.companyId}'`,
    ]);
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
    const run = programs.run('packages/cli/src/main.ts', [], {
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
    const test = await programs.startService(await findFreePort(), {
      DATABASE_URL: database.connectionString,
    });
    test.process.kill('SIGTERM');
    await test.ended;
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
