import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeCameraFile } from '@titular/test-kit/faces/camera-file.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isTokenIssued, openPrograms, type Programs, type Run, START_MS } from './programs.ts';

let programs: Programs;
let directory: string;
let port: number;
beforeAll(async () => {
  programs = await openPrograms();
  directory = programs.directory;
  port = await findFreePort();
});
afterAll(() => programs.end());

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

/** Whether a program has ended by itself or by a signal. */
const hasEnded = ({ process }: Run): boolean => process.exitCode !== null || process.signalCode !== null;

let running: Run | undefined;

/** Stops the service that runs on the directory, if one does, and starts it with these settings. */
async function serveAnew(env: Record<string, string> = {}): Promise<Run> {
  running?.process.kill('SIGTERM');
  await running?.ended;
  running = await programs.startService(port, env);
  return running;
}

/** The service that runs there; started if the last one has ended. */
const serving = async (): Promise<Run> => (running && !hasEnded(running) ? running : serveAnew());

test(
  'a first start is ready for a whole journey, SIGTERM ends it cleanly, and a second start finds the data',
  async () => {
    const first = await serveAnew();
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
    await serveAnew();
    expect(await programs.readDemo()).toEqual(demo);
    expect(await isTokenIssued(demo)).toBe(true);
  },
  6 * START_MS,
);

test(
  'the banner and `data where` name the database, and `env` what a shell needs (D1, D18)',
  async () => {
    const { output } = await serving();
    const data = join(directory, 'data');
    const home = join(data, 'database');
    expect(output()).toContain(`  Database     ${home}\n`);
    expect(output()).toContain(`  npm run demo -- --data ${data}\n`);
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

test(
  'the demo ends with what the page stopped at, where the camera shows no picture (D12)',
  async () => {
    await serving();
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
  'one Ctrl-C, which arrives twice under npm, ends it cleanly',
  async () => {
    const run = await serving();
    run.process.kill('SIGINT');
    run.process.kill('SIGINT');
    expect(await run.ended, run.output()).toBe(0);
    expect(run.output()).toContain('Stopped.');
  },
  2 * START_MS,
);

test(
  'the demo says why a recording, which moves whatever is asked, is not approved (R59)',
  async () => {
    // One attempt says as much as three.
    await serveAnew({ TITULAR_MAXIMUM_ATTEMPTS: '1' });
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
  'after a kill -9 the next start finds everything that was answered with success',
  async () => {
    const first = await serving();
    const demo = await programs.readDemo();
    expect(await isTokenIssued(demo)).toBe(true);
    first.process.kill('SIGKILL');
    await first.ended;
    await serving();
    expect((await programs.readDemo()).tenantId).toBe(demo.tenantId);
    expect(await isTokenIssued(demo)).toBe(true);
  },
  3 * START_MS,
);

test(
  'where the credentials of the demo were ended, it says what to do, and that leads to an approval',
  async () => {
    await serving();
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
    await serveAnew();
    const approved = await playDemo('--cpf', '99900000188');
    expect(approved.at(-1)).toMatchObject({ step: 'webhook', event: { status: 'approved' } });
  },
  4 * START_MS,
);
