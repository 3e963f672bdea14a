import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Presentation } from '@titular/lab/attack-testing/attack-figures.ts';
import {
  differenceOf,
  openProgressFile,
  parseProgress,
  type RunHead,
} from '@titular/lab/attack-testing/progress-file.ts';
import { showAll, timeLeft } from '@titular/lab/attack-testing/show-all.ts';
import type { Trial } from '@titular/lab/ephemeral-service/trial.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const HEAD: RunHead = {
  program: '0.1.0',
  engineVersion: 'engine/1',
  digest: 'ab',
  made: { photographs: 2, persons: 2, seed: 3 },
  thresholds: {
    matchThreshold: 0.5,
    samePersonThreshold: 0.55,
    screenPatternLimit: 8,
    challengeStepSeconds: 15,
    maximumAttempts: 3,
  },
  leftOut: [],
};
const shown = (recording: string): Presentation => ({
  species: 'plane',
  recording,
  end: 'not_approved',
  reasons: ['flat_picture'],
  outcomes: ['not_live'],
});

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('a progress file', () => {
  test('gives back what was kept, cut off at any byte: only a last line that is not whole is lost', async () => {
    const path = join(directory, 'cut.jsonl');
    const file = await openProgressFile(path);
    await file.begin(HEAD);
    for (const name of ['João', 'b', 'c']) await file.keep(`plane/${name}`, shown(name));
    const whole = await readFile(path);
    fc.assert(
      fc.property(fc.nat({ max: whole.length }), (length) => {
        const cut = whole.subarray(0, length).toString('utf8');
        const parsed = parseProgress(cut);
        const lines = whole.subarray(0, length).filter((byte) => byte === 10).length;
        expect(parsed?.kept.size).toBe(Math.max(0, lines - 1));
        expect(parsed?.head).toEqual(lines > 0 ? HEAD : undefined);
        expect(parsed?.wholeBytes).toBe(whole.subarray(0, length).lastIndexOf(10) + 1);
      }),
      { seed: Date.now() },
    );
  });

  test('goes on after a torn line as if it had never been begun', async () => {
    const path = join(directory, 'torn.jsonl');
    const file = await openProgressFile(path);
    await file.begin(HEAD);
    await file.keep('plane/1', shown('1'));
    await appendFile(path, '{"key":"plane/2","spec');
    const again = await openProgressFile(path);
    expect([...again.kept.keys()]).toEqual(['plane/1']);
    await again.begin(HEAD);
    await again.keep('plane/2', shown('2'));
    expect([...(await openProgressFile(path)).kept.keys()]).toEqual(['plane/1', 'plane/2']);
  });

  test.for<[string, Partial<RunHead>]>([
    ['seed 3, not 4', { made: { photographs: 2, persons: 2, seed: 4 } }],
    ['engine engine/1, not engine/2', { engineVersion: 'engine/2' }],
    ['program 0.1.0, not 0.2.0', { program: '0.2.0' }],
    ['other photographs', { digest: 'cd' }],
    ['other thresholds or another challenge', { thresholds: { ...HEAD.thresholds, maximumAttempts: 1 } }],
  ])('of another run is refused in one sentence: %s', async ([difference, other]) => {
    expect(differenceOf(HEAD, { ...HEAD, ...other })).toBe(difference);
    const path = join(directory, 'other.jsonl');
    await rm(path, { force: true });
    await (await openProgressFile(path)).begin(HEAD);
    const before = await readFile(path, 'utf8');
    await expect((await openProgressFile(path)).begin({ ...HEAD, ...other })).rejects.toThrow(
      `belongs to another report (${difference}); name another file.`,
    );
    expect(await readFile(path, 'utf8')).toBe(before);
  });

  test.for(['name,end\nplane,approved\n', '{"key":"plane/1"}\n', '\n{}', 'note'])(
    'somebody else’s file is left alone: %j',
    async (text) => {
      const path = join(directory, 'else.txt');
      await writeFile(path, text);
      await expect(openProgressFile(path)).rejects.toThrow('holds no progress');
      expect(await readFile(path, 'utf8')).toBe(text);
    },
  );
});

describe('a run that goes on', () => {
  test('shows only what the file does not hold, keeps each as it ends, and tells how long the rest will take', async () => {
    const path = join(directory, 'run.jsonl');
    const file = await openProgressFile(path);
    await file.begin(HEAD);
    await file.keep('plane/2', shown('before'));
    let clockMs = 0;
    const said: string[] = [];
    const progress = await openProgressFile(path);
    const deps = {
      trials: [{} as Trial],
      stopping: new AbortController().signal,
      now: new Date(),
      say: (text: string) => void said.push(text),
      monotonicMs: () => clockMs,
      progress,
    };
    const showing = (number: number, fails = false) => ({
      key: `plane/${number}`,
      label: `plane ${number}`,
      show: async () => {
        if (fails) throw new Error('broke');
        clockMs += 90_000;
        return shown(String(number));
      },
    });
    await expect(showAll(deps, [showing(1), showing(2), showing(3), showing(4, true)])).rejects.toThrow(
      'broke',
    );
    expect(said).toEqual([
      'Shown: 1 of 4; now plane 1 …',
      'Shown: 2 of 4, about 3 min left; now plane 3 …',
      'Shown: 3 of 4, about 2 min left; now plane 4 …',
    ]);
    const again = { ...deps, progress: await openProgressFile(path) };
    const all = await showAll(again, [showing(1, true), showing(2, true), showing(3, true), showing(4)]);
    expect(all.map(({ recording }) => recording)).toEqual(['1', 'before', '3', '4']);
  });

  test('time left is told in hours and minutes, and not before there is anything to tell it from', () => {
    expect(timeLeft(0, 10, 5000)).toBe('');
    expect(timeLeft(2, 3, 60_000)).toBe(', about 2 min left');
    expect(timeLeft(10, 1430, 300_000)).toBe(', about 11 h 55 min left');
  });
});
