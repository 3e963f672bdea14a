import type { Periods } from '@titular/server/kernel/http/overload/processor-quota.ts';
import { startClients } from '../../load/clients.ts';
import { medianOf, type Stretch } from '../../load/samples.ts';
import type { Stage } from '../../stage/children.ts';
import { startPair } from '../../stage/embedded-pair.ts';
import { type Nodes, startNodes } from '../../stage/nodes.ts';
import { makeQuota, type Quota } from '../../stage/processor-quota.ts';
import type { Figure, Trial } from '../../trial.ts';
import { calm, liftLimits } from '../faults.ts';

/** The smaller one leaves a small machine enough for the database and the clients. */
const QUOTAS: readonly number[] = [0.4, 0.2];
const CLIENTS_EACH = 6;
const WARM_MS = 3_000;
const STRETCH_MS = 12_000;
const MIN_RATIO = 1.8;

/** A stretch, and the share of its periods in which each process wanted more than its quota, in percent. */
type Throttled = Stretch & { throttled: number[] };

const shareOf = (before: Periods, after: Periods): number =>
  (100 * (after.throttled - before.throttled)) / Math.max(1, after.all - before.all);

async function measure(
  stage: Stage,
  nodes: Nodes,
  quotas: readonly Quota[],
  prefix: string,
): Promise<Throttled> {
  const clients = await startClients(nodes, CLIENTS_EACH * nodes.urls.length, prefix);
  try {
    await calm(stage, WARM_MS);
    const before = quotas.map((quota) => quota.periods());
    const stretch = await clients.measure(STRETCH_MS, stage.signal);
    const throttled = quotas.map((quota, index) =>
      shareOf(before[index] ?? quota.periods(), quota.periods()),
    );
    stage.say(`  ${prefix}: ${stretch.rate.toFixed(0)} a second, throttled ${throttled.map(Math.round)} %`);
    return { ...stretch, throttled };
  } finally {
    await clients.stop();
  }
}

/** Compares the rates of one process with those of two, by their medians. */
export function figuresOfProcesses(
  cores: number,
  one: readonly Throttled[],
  two: readonly Throttled[],
): Figure[] {
  const rateOf = (stretches: readonly Stretch[]): number => medianOf(stretches.map(({ rate }) => rate));
  const ratio = rateOf(two) / rateOf(one);
  const failed = [...one, ...two].reduce((sum, stretch) => sum + stretch.failed, 0);
  const describe = (what: string, stretches: readonly Throttled[]): Figure[] =>
    stretches.map(({ rate, p99Ms, throttled }, index) => ({
      what: `${what} of ${cores} core, round ${index + 1}`,
      value: `${rate.toFixed(0)} a second, p99 ${p99Ms.toFixed(0)} ms, at the quota in ${throttled.map((share) => `${share.toFixed(0)} %`).join(' and ')} of periods`,
    }));
  return [
    { what: `${cores} core: requests that failed`, value: String(failed), target: '0', isMet: failed === 0 },
    ...describe('one process', one),
    ...describe('two processes', two),
    {
      ...{ what: `two processes of ${cores} core to one, medians`, value: `x ${ratio.toFixed(2)}` },
      ...{ target: `>= ${MIN_RATIO}`, isMet: ratio >= MIN_RATIO },
    },
  ];
}

/** Compares two processes with one where the quota of each is what they lack. */
export const twoProcesses: Trial = {
  help: 'creates and reads by one process and by two, each limited to 0.4 and 0.2 of a core (T1, S39)',
  needs: [],
  usual: { rounds: 3, rate: 40 },
  async run(stage, { rounds, seed }) {
    const made = ['one', 'two'].map((name) => makeQuota(stage, name));
    const quotas = made.filter((quota) => quota !== undefined);
    if (quotas.length < made.length)
      return {
        verdicts: {},
        figures: [{ what: 'quotas', value: 'none can be written here: nothing was measured' }],
      };
    const { primary, addressOf } = await startPair(stage);
    const nodes = await startNodes(stage, addressOf(primary.port));
    await liftLimits(addressOf(primary.port));
    for (const [index, quota] of quotas.entries()) await quota.add(nodes.processes[index]?.pid ?? 0);
    const alone = { ...nodes, urls: nodes.urls.slice(0, 1) };
    const figures: Figure[] = [];
    for (const cores of QUOTAS) {
      for (const quota of quotas) quota.set(cores);
      const [one, two]: [Throttled[], Throttled[]] = [[], []];
      for (let round = 1; round <= rounds; round++) {
        one.push(await measure(stage, alone, quotas.slice(0, 1), `one-${seed}-${cores}-${round}`));
        two.push(await measure(stage, nodes, quotas, `two-${seed}-${cores}-${round}`));
      }
      figures.push(...figuresOfProcesses(cores, one, two));
    }
    return { verdicts: {}, figures };
  },
};
