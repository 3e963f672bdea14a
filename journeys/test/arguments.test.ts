import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { imageHashDistance, SAME_PICTURE_BITS } from '@titular/face-engine/hashes/image-hash.ts';
import { writeCameraFile } from '@titular/test-kit/faces/camera-file.ts';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAnotherTake } from '../src/another-take.ts';
import { HELP, readArguments, UsageError } from '../src/arguments.ts';
import { explainReasons } from '../src/explain-reasons.ts';
import { qrCode } from '../src/print.ts';
import { openPrograms, type Programs } from './programs.ts';

describe('the arguments of the demo', () => {
  test('a recording is played as it is, unless another take is asked for', () => {
    expect(readArguments(['--camera', 'a.mjpeg'])).toMatchObject({
      camera: { kind: 'file', file: 'a.mjpeg' },
      cpf: undefined,
      anotherTake: false,
    });
    expect(readArguments(['--camera', 'a.mjpeg', '--another-take'])).toMatchObject({ anotherTake: true });
  });

  test('a made person has one number of their own, and another one only where it is named', () => {
    const made = readArguments(['--camera', 'made']);
    expect(made).toMatchObject({ camera: { kind: 'made' }, cpf: expect.stringMatching(/^[0-9]{11}$/) });
    expect(readArguments(['--camera', 'made'])).toEqual(made);
    expect(readArguments(['--camera', 'made', '--cpf', '52998224725'])).toMatchObject({ cpf: '52998224725' });
  });

  test.each([
    [['--another-take']],
    [['--another-take', '--camera', 'made']],
    [['--another-take', 'yes']],
    [['--camera']],
    [['--take', '2']],
    [['--public-url', 'http://phone-test.example']],
    [['--public-url', 'https://phone-test.example/path']],
    [['--public-url', 'phone-test.example']],
  ])('%j is refused', (words) => {
    expect(() => readArguments(words)).toThrow(UsageError);
  });

  test('the data directory is the one named, that of the environment, or the usual one (D18)', () => {
    const environment = { TITULAR_DATA_DIR: '/srv/titular' };
    expect(readArguments([])).toMatchObject({ dataDirectory: '.titular' });
    expect(readArguments([], environment)).toMatchObject({ dataDirectory: '/srv/titular' });
    expect(readArguments([], { TITULAR_DATA_DIR: ' ' })).toMatchObject({ dataDirectory: '.titular' });
    expect(readArguments(['--data', 'mine'], environment)).toMatchObject({ dataDirectory: 'mine' });
  });

  test('--help names every option', () => {
    for (const option of [
      'camera',
      'another-take',
      'screenshots',
      'cpf',
      'order',
      'name',
      'redirect',
      'public-url',
      'data',
    ])
      expect(HELP).toContain(`--${option}`);
    expect(readArguments(['--help'])).toBe('help');
  });
});

describe('the QR code of the demo', () => {
  test('is read back from the signs of the terminal, in black on white whatever the theme, with its quiet zone (D11)', () => {
    const link = 'https://192.168.100.200:8443/c/rdSiDmwnO_G84iiethckvgqY6oaaCHBY';
    const lines = qrCode(link).trimEnd().split('\n');
    const signs = lines.map((line) => {
      const [, text = ''] = /^\x1b\[48;5;231;38;5;16m(.*)\x1b\[0m$/.exec(line) ?? [];
      return [...text];
    });
    const width = signs[0]?.length ?? 0;
    expect(width).toBeGreaterThan(20);
    const scale = 4;
    const rows = signs.flatMap((row) => [
      row.map((sign) => sign === '█' || sign === '▀'),
      row.map((sign) => sign === '█' || sign === '▄'),
    ]);
    const [side, height] = [width * scale, rows.length * scale];
    const data = new Uint8Array(side * height * 4).fill(255);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < side; x += 1)
        if (rows[Math.floor(y / scale)]?.[Math.floor(x / scale)])
          data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    expect(decodeQR({ width: side, height, data })).toBe(link);
    expect(rows.slice(0, 4).flat().some(Boolean)).toBe(false);
    expect(rows.some((row) => row.slice(0, 4).some(Boolean))).toBe(false);
  });
});

describe('another take', () => {
  let programs: Programs;
  let camera: string;
  beforeAll(async () => {
    programs = await openPrograms();
    camera = await writeCameraFile(join(programs.directory, 'a.mjpeg'), { kind: 'still', person: 'a' });
  });
  afterAll(() => programs.end());

  test('holds as many pictures of the same face, none of which is known again, and is gone at the end', async () => {
    const before = await readFile(camera);
    const taken = await makeAnotherTake(camera, 3);
    const engine = await startFaceEngine({ threads: 1 });
    try {
      const [one, other] = await Promise.all(
        [before, await readFile(taken.file)].map((bytes) => engine.analyse(bytes)),
      );
      if (one?.kind !== 'analysed' || other?.kind !== 'analysed') throw new Error('both are pictures');
      expect(other.faceCount).toBe(1);
      if (!one.imageHash || !other.imageHash) throw new Error('both have fingerprints');
      expect(imageHashDistance(one.imageHash, other.imageHash)).toBeGreaterThan(SAME_PICTURE_BITS);
    } finally {
      await engine.close();
    }
    expect(taken.file.startsWith(tmpdir())).toBe(true);
    taken.remove();
    await expect(stat(taken.file)).rejects.toThrow('ENOENT');
    expect(await readFile(camera)).toEqual(before);
  });

  test('of what is no MJPEG recording is refused', async () => {
    await expect(makeAnotherTake(import.meta.filename)).rejects.toThrow(UsageError);
  });
});

describe('the words for an end that is no approval', () => {
  test('each reason has its sentence, and pictures that were seen before have the way on', () => {
    const { reasons, advice } = explainReasons(['still_picture', 'frames_seen_before'], 'my.mjpeg');
    expect(reasons.map(({ meaning }) => meaning)).toEqual([
      'Nothing moved in front of the camera, as with a photograph.',
      'A picture, or the face in it, was seen before in another transaction; whose is never told.',
    ]);
    expect(advice).toContain('npm run demo -- --camera my.mjpeg --another-take');
  });

  test('a code that these words do not know is shown all the same', () => {
    const { reasons, advice } = explainReasons(['no_such_reason'], undefined);
    expect(reasons).toMatchObject([{ reason: 'no_such_reason' }]);
    expect(advice).toBeUndefined();
  });
});
