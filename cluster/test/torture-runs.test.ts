import { expect, test } from 'vitest';
import type { TrialRecord } from '../src/run-trial.ts';
import { torturePage } from '../src/torture/page.ts';
import { keepBrokenRun, keepRun, tableOfRuns } from '../src/torture/runs.ts';
import { makeDirectory } from './make-directory.ts';

const VERDICT = {
  ...{
    sent: 3,
    acknowledged: 2,
    lost: 0,
    doubled: 1,
    written: 0,
    longestGapSeconds: 1.25,
    slowestSeconds: 1,
  },
  ...{ answers: {}, outsideContract: 0 },
};
const recordOf = (seed: number): TrialRecord => ({
  ...{ trial: 'torture', choices: { rounds: 1, seed, rate: 20 }, date: '2026-01-02T03:04:05.000Z' },
  ...{ commit: 'abc', machine: 'two cores', loadBefore: '1', loadAfter: '2', seconds: 9, versions: [] },
  figures: [
    { what: 'kill loop: kills', value: '201', target: '>= 200', isMet: true },
    { what: 'a thing', value: '1', target: '0', isMet: false },
  ],
  verdicts: { one: VERDICT, two: { ...VERDICT, longestGapSeconds: 2.5 } },
});

test('of full runs and soaks the last 20 are kept, each with its figures, and a smoke adds none', () => {
  const directory = makeDirectory();
  const seeds = Array.from({ length: 21 }, (_, place) => place + 1);
  for (const seed of seeds) keepRun(directory, seed === 4 ? 'soak' : 'full', recordOf(seed));
  const runs = keepRun(directory, 'smoke', recordOf(50));
  expect(runs.map(({ seed }) => seed)).toEqual(seeds.slice(1).map(String));
  expect(runs[2]?.['size']).toBe('soak');
  expect(runs[0]).toMatchObject({
    ...{ at: '2026-01-02 03:04, abc, 9 s', kills: '201', 'bad inputs': 'not measured' },
    'longest time without a success': '2.5 s',
    'creates acknowledged / lost / doubled': '4 / 0 / 2',
    'targets missed': '1',
  });
});

test('a long run that broke off is a row: its seed failed, too; a smoke that did is none', () => {
  const directory = makeDirectory();
  keepRun(directory, 'full', recordOf(1));
  keepBrokenRun(directory, { size: 'full', seed: 2, why: 'no disk' });
  keepBrokenRun(directory, { size: 'smoke', seed: 3, why: 'no disk' });
  const runs = keepRun(directory, 'smoke', recordOf(4));
  expect(runs.map(({ seed }) => seed)).toEqual(['1', '2']);
  const table = tableOfRuns(runs);
  const missed = table?.head.indexOf('targets missed') ?? -1;
  expect(table?.rows.map((row) => row[missed])).toEqual(['1', 'broke off: no disk']);
});

test('the page has a row for each of them, and none without', () => {
  const runs = keepRun(makeDirectory(), 'full', recordOf(7));
  const page = torturePage('full', recordOf(7), runs);
  expect(page).toContain('## The last long runs');
  expect(page).toContain('| 7 | full | 2026-01-02 03:04, abc, 9 s | 201 |');
  expect(tableOfRuns([])).toBeUndefined();
  expect(torturePage('smoke', recordOf(7))).not.toContain('## The last long runs');
});
