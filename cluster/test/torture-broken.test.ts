import { readFileSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openStage } from '../src/stage/children.ts';
import { judgeRun } from '../src/torture/evidence/judge-run.ts';
import { PHASES, type Phase } from '../src/torture/phases.ts';
import { tortureOf } from '../src/torture/torture.ts';
import { calm } from '../src/trials/faults.ts';

const [STEADY] = PHASES as readonly [Phase];
const CALM_MS = 2_000;

const broken: Phase = {
  ...{ name: 'broken', what: 'it leaves a fault behind and throws', maxGapSeconds: 60 },
  minutes: { smoke: 0.1, full: 0.1, soak: 0.1 },
  async act({ proxy, nodes, stage }) {
    proxy.fail({ kind: 'silence' });
    nodes.processes[1]?.signal('SIGSTOP');
    await calm(stage, CALM_MS);
    throw new Error('nothing healed');
  },
};

test('a phase that breaks off is healed, judged and found, and the next one is judged as if it had not (R66)', async () => {
  const said: string[] = [];
  const stage = await openStage(new AbortController().signal, (line) => void said.push(line));
  onTestFinished(async () => {
    await stage.close();
    rmSync(stage.directory, { recursive: true, force: true });
  });
  const next: Phase = { ...STEADY, name: 'next' };
  const trial = tortureOf('smoke', [STEADY, broken, next]);
  const { figures, verdicts } = await trial.run(stage, { ...trial.usual, seed: 3 });
  const missed = figures.filter(({ isMet, isTimed }) => isMet === false && !isTimed);
  // Creates that waited behind the silence had no answer, and that is found as well.
  const others = missed.filter(({ value }) => !value.includes('broken'));
  expect(
    others.map(({ what }) => what),
    said.join('\n'),
  ).toEqual(['broken: broke off: nothing healed']);
  expect(Object.keys(verdicts)).toEqual([STEADY.name, 'broken', 'next']);
  expect(verdicts['broken']?.acknowledged).toBeGreaterThan(0);
  expect(verdicts['next']?.acknowledged).toBeGreaterThan(0);
  expect(verdicts['next']?.lost).toBe(0);
  // It is judged again by what it kept: as the run found nothing but what broke off and what had no answer, so does whoever judges it.
  const told: string[] = [];
  const count = await judgeRun(stage.directory, new AbortController().signal, (line) => void told.push(line));
  expect(told.filter((line) => /MISSED (?!I9)/.test(line))).toEqual([]);
  expect(told.at(-1)).toBe(`seed 3, smoke, 3 phases; violations: ${count}`);
  expect(told).toContain('the run itself missed: broken: broke off: nothing healed: 1');
});

test('a phase that breaks off leaves no process with a clock or a heap that it was given (R84, R85)', async () => {
  const stage = await openStage(new AbortController().signal, () => undefined);
  onTestFinished(async () => {
    await stage.close();
    rmSync(stage.directory, { recursive: true, force: true });
  });
  const seen: string[] = [];
  const left: Phase = {
    ...{ ...broken, replaces: true },
    async act({ replaceNode }) {
      await replaceNode(1, { LEFT_BEHIND: 'yes' });
      throw new Error('nothing put back');
    },
  };
  const next: Phase = {
    ...{ ...STEADY, name: 'next' },
    async act({ nodes }) {
      seen.push(readFileSync(`/proc/${nodes.processes[1]?.pid}/environ`, 'utf8'));
      await calm(stage, CALM_MS);
      return [];
    },
  };
  const trial = tortureOf('smoke', [left, next]);
  await trial.run(stage, { ...trial.usual, seed: 4 });
  expect(seen).toEqual([expect.not.stringContaining('LEFT_BEHIND')]);
});
