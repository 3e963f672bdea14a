import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Verdict } from '../src/load/judge.ts';
import { runTrial } from '../src/run-trial.ts';
import { openStage } from '../src/stage/children.ts';
import { mountDisk } from '../src/stage/embedded-pair.ts';
import type { Outcome, Trial } from '../src/trial.ts';

const LOST: Verdict = {
  ...{ sent: 2, acknowledged: 2, lost: 1, doubled: 0, written: 0, longestGapSeconds: 0 },
  ...{ answers: {}, outsideContract: 0, slowestSeconds: 0 },
};

/** Runs a trial that leaves a log and a database; gives what is in its directory afterwards. */
async function runAndList(end: () => Outcome): Promise<string[]> {
  let directory = '';
  const trial: Trial = {
    ...{ help: '', needs: [], usual: { rounds: 1, rate: 1 } },
    async run(stage) {
      directory = stage.directory;
      await writeFile(join(await stage.makeDirectory('data'), 'rows'), '');
      await writeFile(join(directory, 'agent.log'), 'what happened');
      return end();
    },
  };
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const choices = { rounds: 1, rate: 1, seed: 1 };
  await runTrial('any', trial, choices, new AbortController().signal, () => undefined).catch(() => undefined);
  return readdir(directory).catch(() => []);
}

test.each<[string, () => Outcome]>([
  ['a missed target', () => ({ verdicts: {}, figures: [{ what: 'any', value: '1', isMet: false }] })],
  ['a lost create without a target', () => ({ verdicts: { round: LOST }, figures: [] })],
  [
    'a fault of the trial',
    () => {
      throw new Error('no machine leads');
    },
  ],
])('after %s the logs stay, and the databases do not', async (_, end) => {
  expect(await runAndList(end)).toEqual(['agent.log']);
});

test('a trial that met its targets leaves nothing', async () => {
  const met = {
    verdicts: { round: { ...LOST, lost: 0 } },
    figures: [{ what: 'any', value: '0', isMet: true }],
  };
  expect(await runAndList(() => met)).toEqual([]);
});

test('a disk of its own that may not be mounted is told, and leaves nothing to unmount (R82)', async () => {
  const said: string[] = [];
  const stage = await openStage(new AbortController().signal, (line) => void said.push(line));
  const account = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  // As in a container, whose root may mount nothing: here the place is missing.
  expect(mountDisk(stage, join(stage.directory, 'none'), account, 1)).toBe(false);
  await stage.close();
  expect(said).toEqual([expect.stringContaining('no disk of its own')]);
});
