import { startClients } from '../../load/clients.ts';
import { type Client, describeAnswers, type Offered, offerCreates, recoveryOf } from '../../load/offered.ts';
import type { Stage } from '../../stage/children.ts';
import { startPair } from '../../stage/embedded-pair.ts';
import { type Nodes, startNodes } from '../../stage/nodes.ts';
import { makeQuota, type Quota } from '../../stage/processor-quota.ts';
import { makeSecondTenant } from '../../stage/second-tenant.ts';
import type { Figure, Trial } from '../../trial.ts';
import { calm, liftLimits } from '../faults.ts';

/** So much that one long collection of garbage is not a second of pauses, and so little that the load and the database fit beside it. */
const CORES = 0.4;
/** What is offered before anything is too much, by which the autoscaler has to be warned. */
const BELOW = [0.25, 0.5, 0.75] as const;
const TIMES = [1, 2, 5] as const;
const AFTER = 0.5;
const QUIET_PER_SECOND = 5;
const WARM_MS = 3_000;
/** Each waits for its answer. A load that does not wait is served better, because creates then share statements. */
const CAPACITY_CLIENTS = 8;
/** Length of a stretch below what fits, and of one at or above it (R70). */
const SHORT_MS = 10_000;
const STRETCH_MS = 60_000;
const MIN_RATIO = 0.8;
const MAX_P99_MS = 1_000;
const MAX_RECOVERY_MS = 10_000;
/** A create that takes longer has not recovered. */
const RECOVERED_MS = 500;
/** What HorizontalPodAutoscaler in ops/kubernetes/roles/api.yaml keeps the processors at, in percent. */
const SCALER_PERCENT = 70;
/** What a service may answer that has too much to do. */
const BUSY = [429, 503];

/** A stretch, with the share of its quota that the processes used, in percent. */
type Loaded = Offered & { times: number; usedPercent: number };

/** What was offered in turn, the quiet tenant's share of the highest load, and what came after it. */
export type Course = { loads: readonly Loaded[]; quietBefore: Offered; quiet: Offered; after: Offered };

const describe = ({ answers, goodput, p99Ms, ownLagMs }: Offered): string =>
  `${goodput.toFixed(0)} creates a second, p99 ${p99Ms.toFixed(0)} ms; ${describeAnswers(answers)}; the load itself late by up to ${ownLagMs.toFixed(0)} ms`;

const countOther = (offered: readonly Offered[], known: readonly number[]): number =>
  offered
    .flatMap(({ answers }) => Object.entries(answers))
    .reduce((sum, [status, count]) => sum + (known.includes(Number(status)) ? 0 : count), 0);

const judged = (what: string, value: string, target: string, isMet: boolean): Figure => ({
  ...{ what, value, target, isMet },
});

/** The autoscaler is warned in time where no load is both slow and below its target. */
function figureOfScaler(loads: readonly Loaded[]): Figure {
  const calmest = Math.min(...loads.map(({ p99Ms }) => p99Ms));
  const slow = loads.find(({ p99Ms }) => p99Ms > 2 * calmest);
  return judged(
    'quota used at the first load whose p99 is above twice the least',
    slow ? `${slow.usedPercent.toFixed(0)} % at ${slow.times} times the load` : 'no such load',
    `>= ${SCALER_PERCENT} %`,
    !slow || slow.usedPercent >= SCALER_PERCENT,
  );
}

/** Compares what is served at the highest load with the best that was served at less. */
export function figuresOfOverload({ loads, quietBefore, quiet, after }: Course): Figure[] {
  const best = Math.max(...loads.slice(0, -1).map(({ goodput }) => goodput));
  const ratio = (loads.at(-1)?.goodput ?? 0) / best;
  const slowest = Math.max(...loads.map(({ p99Ms }) => p99Ms));
  const unexpected = countOther([...loads, quiet, after], [200, ...BUSY]);
  const failed = countOther([quiet], [200]);
  const recoveryMs = recoveryOf(after, RECOVERED_MS);
  return [
    ...loads.map((one) => ({
      what: `${one.times} times the load: ${one.perSecond.toFixed(0)} creates a second offered`,
      value: `${describe(one)}; ${one.usedPercent.toFixed(0)} % of the quota`,
    })),
    judged(
      'served at the highest load, to the best at less',
      `x ${ratio.toFixed(2)}`,
      `>= ${MIN_RATIO}`,
      ratio >= MIN_RATIO,
    ),
    judged(
      'highest p99 of served creates',
      `${slowest.toFixed(0)} ms`,
      `< ${MAX_P99_MS} ms`,
      slowest < MAX_P99_MS,
    ),
    {
      what: `another tenant beside 1 times the load: ${QUIET_PER_SECOND} creates a second`,
      value: describe(quietBefore),
    },
    {
      what: `another tenant beside the highest load: ${QUIET_PER_SECOND} creates a second`,
      value: describe(quiet),
    },
    judged(
      'creates of the other tenant that failed beside the highest load',
      String(failed),
      '0',
      failed === 0,
    ),
    { what: `${AFTER} times the load, straight after the highest`, value: describe(after) },
    judged(
      `seconds until every create is good again, within ${RECOVERED_MS} ms`,
      `${(recoveryMs / 1_000).toFixed(0)} s`,
      `<= ${MAX_RECOVERY_MS / 1_000} s`,
      recoveryMs <= MAX_RECOVERY_MS && after.samples.length > 0,
    ),
    figureOfScaler(loads),
    judged('answers other than 200, 429 and 503', String(unexpected), '0', unexpected === 0),
  ];
}

type Offering = { stage: Stage; nodes: Nodes; quotas: readonly (Quota | undefined)[]; seed: number };

const lengthOf = (times: number): number => (times < 1 ? SHORT_MS : STRETCH_MS);

/** Offers one load and says what came of it. */
async function offer(
  { stage, nodes, quotas, seed }: Offering,
  times: number,
  perSecond: number,
): Promise<Loaded> {
  const usedMs = (): number => quotas.reduce((sum, quota) => sum + (quota?.usedMs() ?? 0), 0);
  const [beforeMs, sinceMs] = [usedMs(), performance.now()];
  const offered = await offerCreates(
    nodes,
    perSecond,
    lengthOf(times),
    `overload-${seed}-${times}-${sinceMs}`,
  );
  const mayMs = (performance.now() - sinceMs) * CORES * quotas.length;
  const loaded = { ...offered, times, usedPercent: ((usedMs() - beforeMs) / mayMs) * 100 };
  stage.say(`  x ${times}: ${describe(loaded)}; ${loaded.usedPercent.toFixed(0)} % of the quota`);
  return loaded;
}

/** Offers ever more, with the quiet tenant beside the first full load and the highest, and then half of what fits. */
async function runCourse(offering: Offering, demo: Client, rate: number): Promise<Course> {
  const { stage, nodes, seed } = offering;
  const quietly = (name: string): Promise<Offered> =>
    offerCreates({ urls: nodes.urls, demo }, QUIET_PER_SECOND, STRETCH_MS, `quiet-${seed}-${name}`);
  const loads: Loaded[] = [];
  for (const times of [...BELOW, ...TIMES.slice(0, -1)]) {
    loads.push(await offer(offering, times, rate * times));
    await calm(stage);
  }
  const [, quietBefore] = await Promise.all([offer(offering, 1, rate), quietly('before')]);
  await calm(stage);
  const highest = TIMES.at(-1) ?? 1;
  const [load, quiet] = await Promise.all([offer(offering, highest, rate * highest), quietly('beside')]);
  const after = await offer(offering, AFTER, rate * AFTER);
  return { loads: [...loads, load], quietBefore, quiet, after };
}

/** Offers two processes more than they can serve. */
export const overload: Trial = {
  help: `creates at 1, 2 and 5 times what two processes of ${CORES} core serve (S60, R70)`,
  needs: [],
  usual: { rounds: 1, rate: 40 },
  async run(stage, { seed }) {
    const quotas = ['one', 'two'].map((name) => makeQuota(stage, name));
    const { primary, addressOf } = await startPair(stage);
    const nodes = await startNodes(stage, addressOf(primary.port));
    const quietTenant = await makeSecondTenant(addressOf(primary.port), nodes.data);
    await liftLimits(addressOf(primary.port));
    for (const [index, quota] of quotas.entries()) {
      await quota?.add(nodes.processes[index]?.pid ?? 0);
      quota?.set(CORES);
    }
    const clients = await startClients(nodes, CAPACITY_CLIENTS, `capacity-${seed}`, 0);
    await calm(stage, WARM_MS);
    const { rate } = await clients.measure(SHORT_MS, stage.signal).finally(clients.stop);
    stage.say(`  two processes serve ${rate.toFixed(0)} creates a second`);
    await calm(stage);
    const course = await runCourse({ stage, nodes, quotas, seed }, quietTenant, rate);
    return { verdicts: {}, figures: figuresOfOverload(course) };
  },
};
