import { runScenario } from '@titular/lab/scenario-runner/run-scenario.ts';
import { findScenario, scenarios } from '@titular/server/sandbox/catalogue/scenarios.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTrialFixture, type TrialFixture } from './trial-fixture.ts';

const RUN_MS = 120_000;

let fixture: TrialFixture;
beforeAll(async () => {
  fixture = await openTrialFixture();
}, RUN_MS);
afterAll(() => fixture.close());

const run = (name: string) => fixture.command('run', name);

test.each(scenarios.filter(({ kind }) => kind === 'processes').map(({ name }) => name))(
  'titular sandbox run %s: ends with 0, because it led where the catalogue says',
  async (name) => {
    const { code, output } = await run(name);
    expect(code, output).toBe(0);
    expect(output).toMatch(/^\d+ +webhook process\.(finished|failed) \S+: verified$/m);
  },
  RUN_MS,
);

test(
  'titular sandbox run: tells what the merchant sees of a process, from the create to the verified webhook',
  async () => {
    const { output } = await run('process-decided-after-30-seconds');
    expect(output).toMatch(/^0 +create: 200 PROCESS_STATE_CREATED, id [0-9a-f-]{36}$/m);
    expect(output).toMatch(/^0 +capture-finished: state PROCESS_STATE_CREATED$/m);
    expect(output).toMatch(/^30 +approve: state PROCESS_STATE_FINISHED$/m);
    expect(output).toMatch(/^30 +webhook process.finished PROCESS_STATE_FINISHED: verified$/m);
    expect(output).toMatch(
      /^30 +read: PROCESS_STATE_FINISHED, PROCESS_RESULT_OK, LIVENESS_RESULT_LIVE, AUTHENTICATION_RESULT_POSITIVE$/m,
    );
    expect(output).toContain('It leads to PROCESS_RESULT_OK, and did.');
  },
  RUN_MS,
);

test(
  'titular sandbox run: says so when a process led elsewhere',
  async () => {
    const row = findScenario('process-not-live');
    if (row?.leadsTo.kind !== 'process') throw new Error('there is no such scenario');
    const leadsTo = { ...row.leadsTo, liveness: 'LIVENESS_RESULT_LIVE' } as const;
    const deps = { trial: fixture.trial, stopping: new AbortController().signal, say: () => undefined };
    const report = await runScenario(deps, { ...row, leadsTo });
    expect(report.isRight).toBe(false);
    expect(report.sightings.at(-1)?.what).toContain('LIVENESS_RESULT_NOT_LIVE');
  },
  RUN_MS,
);
