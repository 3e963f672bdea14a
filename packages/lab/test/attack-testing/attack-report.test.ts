import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '@titular/cli/frame/run-command.ts';
import { defaultSystemDirectory } from '@titular/embedded-postgres/home/locate-home.ts';
import type { OpenTrial, Trial } from '@titular/lab/ephemeral-service/trial.ts';
import { openTrial } from '@titular/lab/ephemeral-service/trial-service.ts';
import { BYSTANDERS } from '@titular/simulation/attacks/bystanders.ts';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { bystanderFrame } from '@titular/test-kit/faces/bystanders.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { writeRecordings } from '@titular/test-kit/faces/write-recordings.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

const REPORT_MS = 720_000;
const MAIN = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));

let root: string;
let recordings: string;
let photographs: string;
let environment: Record<string, string>;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'titular-test-'));
  recordings = join(root, 'recordings');
  await writeRecordings(recordings, 1, ['bona-fide', 'replay-same-recording']);
  await mkdir(join(recordings, 'photograph', 'maria'), { recursive: true });
  await writeFile(join(recordings, 'photograph', 'maria', '1.jpg'), await portraitOf('a'));
  photographs = join(root, 'photographs');
  for (const [index, name] of [2, 12].entries()) {
    const bystander = BYSTANDERS[name];
    if (!bystander) throw new Error('there are more bystanders');
    await mkdir(join(photographs, `person-${index}`), { recursive: true });
    await writeFile(join(photographs, `person-${index}`, '1.jpg'), await bystanderFrame(bystander));
  }
  environment = {
    // No database answers there, and none may be begun in the directory.
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    TITULAR_DATA_DIR: join(root, 'data'),
    TITULAR_ENGINE_THREADS: '2',
    TITULAR_MAXIMUM_ATTEMPTS: '1',
    TITULAR_CHALLENGE_STEP_SECONDS: '10',
  };
});
afterAll(async () => {
  await Promise.all([...trials.values()].flat().map((trial) => trial.close()));
  await rm(root, { recursive: true, force: true });
});

/** Services that no report has now, by the challenges that they ask: one serves report after report, because each presentation is to a deployment that has seen none. */
const trials = new Map<string, Trial[]>();

const takeTrial: OpenTrial = async (config, challengeLength) => {
  const idle = trials.get(String(challengeLength)) ?? [];
  trials.set(String(challengeLength), idle);
  const trial = idle.pop() ?? (await openTrial(config, challengeLength));
  let isTaken = true;
  const close = async (): Promise<void> => {
    if (isTaken) idle.push(trial);
    isTaken = false;
  };
  return { ...trial, close };
};

/** Reads until these words have come; fails with all that was written if the stream ends without them. */
function untilWritten(stream: Readable, words: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let written = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    written += text;
    if (written.includes(words)) resolve();
  });
  stream.once('end', () => reject(new Error(written)));
  return promise;
}

async function run(...words: string[]) {
  const written = { output: '', errors: '' };
  const collect = (name: keyof typeof written) => ({ write: (text: string) => (written[name] += text) });
  const code = await runCommandLine(['biometrics', 'attack-report', ...words], {
    environment,
    output: collect('output'),
    errors: collect('errors'),
    onInterrupt: () => () => undefined,
    openTrial: takeTrial,
  });
  return { code, ...written };
}

/** Where the database of a trial lies: below its directory, or, for root, in the system directory under the id that stands there. */
async function homeOf(trial: string): Promise<string> {
  const id = await readFile(join(trial, 'instance-id'), 'utf8').catch(() => undefined);
  return id === undefined ? join(trial, 'database') : join(defaultSystemDirectory, id.trim());
}

type Told = {
  statement: string;
  certified: boolean;
  thresholds: object;
  bonaFide: object;
  species: { folder: string }[];
  presentations: { recording: string; end: string; reasons: string[] }[];
};

describe('titular biometrics attack-report', () => {
  test(
    'shows each recording to a whole service, and tells APCER for each species and BPCER with their numbers, not certified (R59, R60, R64)',
    async () => {
      const page = join(root, 'report.md');
      const { code, output, errors } = await run(recordings, '--json', '--out', page);
      expect(code, errors).toBe(0);
      const told = JSON.parse(output) as Told;
      expect(told).toMatchObject({
        statement: expect.stringMatching(/^NOT CERTIFIED: a self-assessment/),
        certified: false,
        engineVersion: expect.stringMatching(/^face-api/),
        thresholds: { matchThreshold: 0.5, maximumAttempts: 1, challengeStepSeconds: 10 },
        leastToClaim: 43,
        bonaFide: { folder: 'bona-fide', errors: { errors: 0, of: 1, rate: 0 }, isTooFew: true },
      });
      expect(told.species).toMatchObject([
        { folder: 'photograph', errors: { errors: 0, of: 1 }, reasons: { still_picture: 1 } },
        {
          folder: 'replay-same-recording',
          notPresented: 0,
          errors: { errors: 0, of: 1 },
          reasons: { frames_seen_before: 1 },
        },
      ]);
      expect(told.presentations.map(({ recording }) => recording)).toEqual([
        'bona-fide/a-001',
        'photograph/maria',
        'replay-same-recording/a-001',
      ]);
      const text = await readFile(page, 'utf8');
      expect(text).toContain('**NOT CERTIFIED: a self-assessment');
      expect(text).toMatch(
        /\| photograph \| 1 \| 0 % \(0 of 1\) \|.*too few to claim anything.*still_picture 1/,
      );
      expect(text).toMatch(/\| bona-fide \| 1 \| 0 % \(0 of 1\) \|/);
      await expect(readdir(join(root, 'data'))).rejects.toThrow('ENOENT');
    },
    REPORT_MS,
  );

  test(
    'Ctrl-C ends it with 130, and leaves no service, no database and no directory behind',
    async () => {
      const temporary = await mkdtemp(join(root, 'temporary-'));
      await chmod(temporary, 0o755);
      const child = spawn(process.execPath, [MAIN, 'biometrics', 'attack-report', recordings], {
        env: { PATH: '/usr/bin:/bin', ...COMPILE_CACHE, ...environment, TMPDIR: temporary },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = once(child, 'close');
      onTestFinished(() => void child.kill('SIGINT'));
      await untilWritten(child.stderr, 'Shown:');
      const [trial] = (await readdir(temporary)).filter((name) => name.startsWith('titular-trial-'));
      const home = await homeOf(join(temporary, trial ?? ''));
      const lock = await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8');
      const postmaster = Number(lock.split('\n')[0]);
      child.kill('SIGINT');
      child.kill('SIGINT');
      expect((await ended)[0]).toBe(130);
      expect((await readdir(temporary)).filter((name) => name.startsWith('titular-'))).toEqual([]);
      expect(() => process.kill(postmaster, 0)).toThrow('ESRCH');
      await expect(readdir(home)).rejects.toThrow('ENOENT');
    },
    REPORT_MS,
  );

  test(
    'without recordings, makes species from labelled photographs, each against who is enrolled and against a first capture, and judges by what refuses in production (R59, R64)',
    async () => {
      const page = join(root, 'made.md');
      const { code, output, errors } = await run(
        ...['--photographs', photographs, '--species', 'still', '--each', '2', '--seed', '4', '--json'],
        ...['--out', page],
      );
      expect(code, errors).toBe(0);
      const told = JSON.parse(output) as Told & { made: object };
      expect(told.made).toMatchObject({ each: 2, seed: 4 });
      expect(told.species).toMatchObject([
        {
          folder: 'still',
          errors: { errors: 0, of: 2, atMost: expect.closeTo(0.7764, 4) },
          against: { enrolled: { errors: 0, of: 1 }, first: { errors: 0, of: 1 } },
        },
      ]);
      expect(told.presentations).toHaveLength(2);
      const text = await readFile(page, 'utf8');
      expect(text).toContain('made by computer from photographs');
      expect(text).toContain('what refuses in production');
      expect(text).toMatch(/\| still \| 2 \| 0 % \(0 of 2\) \| 0 % to 84.2 % \| 77.6 % \|/);
    },
    REPORT_MS,
  );

  test(
    'with a progress file goes on where it ended: shows nothing twice, takes more of a species and more species, refuses another seed, and tells what there is so far',
    async () => {
      const file = join(root, 'progress.jsonl');
      const made = ['--photographs', photographs, '--progress', file, '--json'];
      const told = async (...words: string[]) => {
        const { code, output, errors } = await run(...made, ...words);
        expect(code, errors).toBe(0);
        return JSON.parse(output) as Told;
      };
      await told('--species', 'still', '--each', '1', '--seed', '4');
      // Only who reads the first presentation from the file can know of this; the second was cut off as it was written.
      const kept = (await readFile(file, 'utf8')).replace('"reasons":[', '"reasons":["read_from_file",');
      await writeFile(file, `${kept}{"key":"still/2","species":"sti`);
      const more = await told('--species', 'cut-out,still', '--each', '2', '--seed', '4');
      expect(more.presentations.map(({ recording }) => recording.split(' ')[0])).toEqual([
        'cut-out/person-0-1',
        'cut-out/person-1-2',
        'still/person-0-1',
        'still/person-1-2',
      ]);
      expect(more.presentations.map(({ reasons }) => reasons.includes('read_from_file'))).toEqual([
        false,
        false,
        true,
        false,
      ]);
      const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
      expect(lines.map((line) => (JSON.parse(line) as { key?: string }).key).toSorted()).toEqual([
        'cut-out/1',
        'cut-out/2',
        'still/1',
        'still/2',
        undefined,
      ]);
      const other = await run(...made, '--species', 'still', '--each', '1', '--seed', '5');
      expect(other).toMatchObject({ code: 4, errors: expect.stringContaining('(seed 4, not 5)') });
      const page = join(root, 'so-far.md');
      const soFar = await run('--progress', file, '--as-it-stands', '--json', '--out', page);
      expect(JSON.parse(soFar.output)).toMatchObject({ presentations: more.presentations });
      expect(await readFile(page, 'utf8')).toMatch(/- made: 4 presentations, seed 4\n/);
    },
    REPORT_MS,
  );

  test('species, counts and directories that do not go together are refused before a service is started', async () => {
    expect(await run('--species', 'ghost')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('no species "ghost"'),
    });
    expect(await run('--each', '0')).toMatchObject({ code: 2 });
    expect(await run(recordings, '--species', 'plane')).toMatchObject({ code: 2 });
    expect(await run('--photographs', join(root, 'nowhere'))).toMatchObject({ code: 3 });
    const unbegun = join(root, 'unbegun.jsonl');
    expect(await run('--as-it-stands')).toMatchObject({ code: 2 });
    expect(await run('--as-it-stands', '--progress', unbegun)).toMatchObject({ code: 2 });
    expect(await run('--as-it-stands', '--progress', unbegun, '--seed', '2')).toMatchObject({ code: 2 });
  });

  test('what cannot be reported on is refused before a service is started', async () => {
    const bare = join(root, 'bare');
    await writeRecordings(bare, 1, ['covered-camera']);
    expect(await run(bare)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('no folder bona-fide'),
    });
    await writeRecordings(bare, 1, ['bona-fide']);
    await writeFile(join(bare, 'covered-camera', 'b.mjpeg'), 'film');
    expect(await run(bare)).toMatchObject({ code: 2, errors: expect.stringContaining('b.mjpeg is no rec') });
    expect(await run(join(root, 'nowhere'))).toMatchObject({ code: 3 });
    expect(await run(bare, '--out', join(bare, 'covered-camera', 'b.mjpeg'))).toMatchObject({ code: 4 });
  });
});
