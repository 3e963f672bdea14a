import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '@titular/cli/frame/run-command.ts';
import { ENGINE_VERSION } from '@titular/face-engine/engine/engine-version.ts';
import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { euclideanDistance } from '@titular/face-engine/measure/comparison.ts';
import { calibrate } from '@titular/lab/calibration/calibrate.ts';
import type { Calibration } from '@titular/lab/calibration/calibration.ts';
import { findDirectory, readLabelledPictures } from '@titular/lab/calibration/read-labelled-pictures.ts';
import { openTrial } from '@titular/lab/ephemeral-service/trial-service.ts';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  MATED,
  NON_MATED,
  openPictureFixture,
  PEOPLE,
  type PictureFixture,
  USELESS,
} from '../../../face-engine/test/picture-fixture.ts';
import { requireWellFormed } from '../../../server/test/faces/well-formed.ts';

const GIVEN = 3 * 4 + 3;
let fixture: PictureFixture;
let environment: Record<string, string>;
beforeAll(async () => {
  fixture = await openPictureFixture();
  // No database answers there, and none may be begun in the directory.
  environment = {
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    TITULAR_DATA_DIR: join(fixture.root, 'data'),
    TITULAR_ENGINE_THREADS: '2',
  };
}, 360_000);
afterAll(() => fixture.drop());

async function run(...words: string[]) {
  const written = { output: '', errors: '' };
  const collect = (name: keyof typeof written) => ({ write: (text: string) => (written[name] += text) });
  const code = await runCommandLine(['biometrics', 'calibrate', ...words], {
    environment,
    output: collect('output'),
    errors: collect('errors'),
    onInterrupt: () => () => undefined,
    openTrial,
  });
  return { code, ...written };
}

/** Another directory beside the pictures, filled by the test. */
async function directoryOf(name: string, ...folders: string[]): Promise<string> {
  const directory = join(fixture.root, name);
  for (const folder of ['', ...folders]) await mkdir(join(directory, folder), { recursive: true });
  return directory;
}

/** The distances of the good pictures, measured here one after another. */
async function measureByHand(engine: FaceEngine) {
  const useless = new Set<string>(USELESS.map(({ path }) => path));
  const faces: { person: string; descriptor: Float32Array }[] = [];
  for (const person of PEOPLE) {
    for (const name of await readdir(join(fixture.pictures, person))) {
      if (useless.has(`${person}/${name}`)) continue;
      const analysis = await engine.analyse(await readFile(join(fixture.pictures, person, name)));
      if (analysis.kind === 'analysed' && analysis.face?.identity)
        faces.push({ person, descriptor: analysis.face.identity.descriptor });
    }
  }
  return faces.flatMap((one, index) =>
    faces.slice(index + 1).map((other) => ({
      mated: one.person === other.person,
      distance: euclideanDistance(one.descriptor, other.descriptor),
    })),
  );
}

describe('titular biometrics calibrate', () => {
  test('tells the error rates of real faces with number, interval, day and engine, without a database (R64)', async () => {
    const plot = join(fixture.root, 'det.svg');
    const { code, output } = await run(fixture.pictures, '--fmr', '0.1', '--det', plot, '--json');
    expect(code).toBe(0);
    const report = JSON.parse(output) as Calibration & { exactIntervalIsOptimistic: boolean };
    expect(report).toMatchObject({
      engineVersion: ENGINE_VERSION,
      labels: 'folders',
      persons: 3,
      pictures: { given: GIVEN, measured: 12 },
      comparisons: { mated: MATED, nonMated: NON_MATED, independentNonMated: 1, leftOut: 105 - 66 },
      bootstrap: { seed: 1, draws: 1000 },
      exactIntervalIsOptimistic: true,
    });
    expect(Date.parse(String(report.measuredAt))).toBeGreaterThan(Date.parse('2026-01-01'));
    expect(report.inputsDigest).toMatch(/^[0-9a-f]{64}$/);
    expect([...report.leftOut].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual(USELESS);

    const engine = await startFaceEngine({ threads: 1 });
    const expected = await measureByHand(engine);
    await engine.close();
    expect(expected).toHaveLength(MATED + NON_MATED);
    expect(report.operatingPoints.map(({ threshold }) => threshold)).toEqual(
      expect.arrayContaining([0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6]),
    );
    for (const { threshold, fmr, fnmr } of report.operatingPoints) {
      const matching = (mated: boolean) =>
        expected.filter((one) => one.mated === mated && one.distance <= threshold).length;
      expect([fmr.errors, fmr.comparisons], `FMR at ${threshold}`).toEqual([matching(false), NON_MATED]);
      expect([fnmr.errors, fnmr.comparisons], `FNMR at ${threshold}`).toEqual([
        MATED - matching(true),
        MATED,
      ]);
      for (const { rate, errors, comparisons, exact, persons } of [fmr, fnmr]) {
        expect(exact.low).toBeLessThanOrEqual(rate);
        expect(exact.high).toBeGreaterThanOrEqual(rate);
        // Where all agree a draw could only agree too, and would look like certainty.
        const isMixed = errors > 0 && errors < comparisons;
        if (isMixed) expect(persons?.low).toBeLessThanOrEqual(persons?.high ?? -1);
        else expect(persons).toBeUndefined();
      }
    }
    // One person from the front and to the side match; three people who are told apart do not.
    expect(report.operatingPoints.find(({ threshold }) => threshold === 0.5)?.fmr.errors).toBe(0);
    expect(report.target).toMatchObject({
      kind: 'found',
      threshold: 0.6,
      mayBeClaimed: false,
      neededIndependent: 30,
    });
    const svg = await readFile(plot, 'utf8');
    expect(requireWellFormed(svg)).toContain('polyline');
    expect(svg).toContain(`n = ${NON_MATED}`);
    expect(await readdir(fixture.root)).not.toContain('data');
  }, 360_000);

  test('says in words that comparisons are not independent, which seed was used, and that this is no claim (R64)', async () => {
    const { code, output } = await run(fixture.pictures, '--fmr', '0.1', '--seed', '77');
    expect(code).toBe(0);
    expect(output).toContain(`${MATED} mated, ${NON_MATED} non-mated`);
    expect(output).toContain('not independent, so this interval is optimistic');
    expect(output).toContain('(seed 77)');
    expect(output).toContain('0.5 (in force)');
    expect(output).toContain(`0 % (0 of ${NON_MATED})`);
    expect(output).toContain('This is a choice, and no claim');
    expect(output).toContain('Until then it is not measured.');
    for (const { path, reason } of USELESS) expect(output).toMatch(new RegExp(`${path} +${reason}`));
  }, 360_000);

  test('refuses a wish that so many comparisons cannot answer, before the work or, with all figures, after it (R64)', async () => {
    const before = await run(fixture.pictures, '--fmr', '0.001');
    expect(before).toMatchObject({ code: 4, output: '' });
    expect(before.errors).toContain('cannot be told with 95 % confidence from 75 non-mated comparisons');
    expect(before.errors).toContain('it takes 3000 (rule of three)');
    const plot = join(fixture.root, 'refused.svg');
    const after = await run(fixture.pictures, '--fmr', '0.05', '--json', '--det', plot);
    expect(after.code).toBe(4);
    expect(after.errors).toContain(`from ${NON_MATED} non-mated comparisons`);
    expect(JSON.parse(after.output)).toMatchObject({ target: { kind: 'refused' }, persons: 3, chosen: null });
  }, 360_000);

  test('compares the pairs of pairs.csv alone, and reads nothing that a path or link leads out to', async () => {
    const pairs = await directoryOf('pairs', 'x');
    for (const [name, person, file] of [
      ['1.jpg', 'a', '0.jpg'],
      ['2.jpg', 'a', '10.jpg'],
      ['x/3.jpg', 'b', '0.jpg'],
      ['4.jpg', 'c', '0.jpg'],
    ] as const)
      await copyFile(join(fixture.pictures, person, file), join(pairs, name));
    const write = (...lines: string[]) =>
      writeFile(join(pairs, 'pairs.csv'), ['a,b,same', ...lines].join('\n'));
    await write('1.jpg,2.jpg,1', '1.jpg,x/3.jpg,0', 'x/3.jpg,4.jpg,0');
    const { code, output } = await run(pairs, '--threshold', '0.42', '--json');
    expect(code).toBe(0);
    const report = JSON.parse(output) as Calibration;
    expect(report).toMatchObject({
      labels: 'pairs',
      persons: 3,
      comparisons: { mated: 1, nonMated: 2, leftOut: 0 },
      pictures: { given: 4, measured: 4 },
    });
    expect(report.operatingPoints.map(({ threshold }) => threshold)).toContain(0.42);

    await symlink(join(fixture.pictures, 'b', '0.jpg'), join(pairs, 'out.jpg'));
    await write('1.jpg,2.jpg,1', '1.jpg,out.jpg,0');
    expect(await run(pairs)).toMatchObject({
      code: 2,
      output: '',
      errors: expect.stringContaining('out.jpg leads out of'),
    });
    await write('1.jpg,2.jpg,1', '1.jpg,missing.jpg,0');
    expect(await run(pairs)).toMatchObject({ code: 3, errors: expect.stringContaining('missing.jpg') });
    await write('1.jpg,2.jpg,1');
    expect(await run(pairs)).toMatchObject({ code: 2, errors: expect.stringContaining('two persons') });
    const linked = await directoryOf('linked');
    await symlink(join(pairs, 'pairs.csv'), join(linked, 'pairs.csv'));
    expect(await run(linked)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('pairs.csv leads out'),
    });
  }, 360_000);

  test('does not follow links of folders, counts a copy once, and refuses one file under two persons', async () => {
    const copies = await directoryOf('copies', 'p', 'q');
    const source = (person: string, name: string) => join(fixture.pictures, person, name);
    await copyFile(source('a', '0.jpg'), join(copies, 'p', '1.jpg'));
    await copyFile(source('a', '0.jpg'), join(copies, 'p', '2.jpg'));
    await copyFile(source('a', '10.jpg'), join(copies, 'p', '3.jpg'));
    await copyFile(source('b', '0.jpg'), join(copies, 'q', '1.jpg'));
    await symlink(join(fixture.pictures, 'c'), join(copies, 'linked'));
    await symlink(source('c', '0.jpg'), join(copies, 'q', 'linked.jpg'));
    const { code, output } = await run(copies, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      persons: 2,
      comparisons: { mated: 1, nonMated: 2 },
      leftOut: [
        { path: 'p/2.jpg', reason: 'copy_of_another' },
        { path: 'linked', reason: 'link' },
        { path: 'q/linked.jpg', reason: 'link' },
      ],
    });
    await copyFile(source('a', '0.jpg'), join(copies, 'q', '2\u001b[2J.jpg'));
    const twice = await run(copies);
    expect(twice).toMatchObject({ code: 2, output: '' });
    expect(twice.errors).toContain(
      'p/1.jpg and q/2 [2J.jpg are the same file, but not labelled as one person',
    );
  }, 360_000);

  test('measures each picture once however many comparisons it is in, and a picture the engine breaks on is listed', async () => {
    const directory = await findDirectory(fixture.pictures);
    const labelled = await readLabelledPictures(directory);
    const engine = await startFaceEngine({ threads: 2 });
    const broken = await readFile(join(fixture.pictures, 'c', '0.jpg'));
    let measured = 0;
    const counting = {
      version: engine.version,
      analyse: (image: Uint8Array) => {
        measured += 1;
        return broken.compare(image) === 0 ? Promise.reject(new Error('broke')) : engine.analyse(image);
      },
    };
    const deps = {
      engine: counting,
      parallel: 3,
      say: () => undefined,
      stopping: new AbortController().signal,
      now: new Date(0),
    };
    const expected = { thresholds: [], fmr: undefined, seed: 5 };
    const calibration = await calibrate(deps, directory, labelled, expected);
    await engine.close();
    expect(measured).toBe(GIVEN);
    expect(calibration.leftOut).toContainEqual({ path: 'c/0.jpg', reason: 'not_measured' });
    expect(calibration.comparisons).toMatchObject({ mated: 6 + 6 + 3, nonMated: 16 + 12 + 12 });
  }, 360_000);

  test.each<[string, () => Promise<string[]>, number, string]>([
    ['a directory that is not there', async () => [join(fixture.root, 'none')], 3, 'cannot be read (ENOENT)'],
    ['a file', async () => [join(fixture.pictures, 'list.txt')], 2, 'is no directory'],
    ['an empty directory', async () => [await directoryOf('empty')], 2, 'holds no folder with pictures'],
    ['a rate of nothing', async () => [fixture.pictures, '--fmr', '0'], 2, '--fmr must be'],
    ['a rate in words', async () => [fixture.pictures, '--fmr', 'low'], 2, '--fmr must be'],
    [
      'a threshold that cannot be set (R65)',
      async () => [fixture.pictures, '--threshold', '0.61'],
      2,
      '0.3 to 0.6',
    ],
    ['a choice of nothing', async () => [fixture.pictures, '--choose'], 2, '--choose requires'],
    ['a company without a choice', async () => [fixture.pictures, '--company', 'x'], 2, 'require --choose'],
    [
      'a plot over a file',
      async () => [fixture.pictures, '--det', join(fixture.pictures, 'list.txt')],
      4,
      'exists',
    ],
    [
      'a plot in no directory',
      async () => [fixture.pictures, '--det', join(fixture.root, 'no', 'd.svg')],
      3,
      'no directory',
    ],
  ])('%s is refused with a sentence', async (_what, words, code, sentence) => {
    expect(await run(...(await words()))).toMatchObject({
      code,
      output: '',
      errors: expect.stringContaining(sentence),
    });
  });

  test('Ctrl-C ends the program with 130, says nothing half, and leaves no plot', async () => {
    const many = await directoryOf('many', ...PEOPLE);
    for (const person of PEOPLE) {
      const frame = await portraitOf(person);
      for (let quality = 60; quality < 90; quality += 1)
        await writeFile(
          join(many, person, `${quality}.jpg`),
          await sharp(frame).jpeg({ quality }).toBuffer(),
        );
    }
    const program = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));
    const plot = join(fixture.root, 'interrupted.svg');
    const child = spawn(process.execPath, [program, 'biometrics', 'calibrate', many, '--det', plot], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...COMPILE_CACHE, ...environment, TITULAR_ENGINE_THREADS: '1' },
    });
    let output = '';
    child.stdout.on('data', (part) => {
      output += part;
    });
    const ended = once(child, 'close');
    const [first] = await once(child.stderr, 'data');
    expect(String(first)).toMatch(/^(Starting the face engine|Measuring: \d+ of 90 pictures) …\n$/);
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(output).toBe('');
    expect(await readdir(fixture.root)).not.toContain('interrupted.svg');
  }, 360_000);
});
