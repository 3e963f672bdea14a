import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { TrialRecord } from '../src/run-trial.ts';
import { torturePage } from '../src/torture/page.ts';
import { keepRun, tableOfRuns } from '../src/torture/runs.ts';

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

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'titular-runs-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

test('of full runs the last three are kept, each with its figures, and a smoke adds none', () => {
  const directory = makeDirectory();
  for (const seed of [1, 2, 3, 4]) keepRun(directory, 'full', recordOf(seed));
  const runs = keepRun(directory, 'smoke', recordOf(5));
  expect(runs.map(({ seed }) => seed)).toEqual(['2', '3', '4']);
  expect(runs[0]).toMatchObject({
    ...{ at: '2026-01-02 03:04, abc, 9 s', kills: '201', 'bad inputs': 'not measured' },
    'longest time without a success': '2.5 s',
    'creates acknowledged / lost / doubled': '4 / 0 / 2',
    'targets missed': '1',
  });
});

test('the page has a row for each of them, and none without', () => {
  const runs = keepRun(makeDirectory(), 'full', recordOf(7));
  const page = torturePage('full', recordOf(7), runs);
  expect(page).toContain('## The last full runs');
  expect(page).toContain('| 7 | 2026-01-02 03:04, abc, 9 s | 201 |');
  expect(tableOfRuns([])).toBeUndefined();
  expect(torturePage('smoke', recordOf(7))).not.toContain('## The last full runs');
});
