import { startClients } from '../../load/clients.ts';
import { type Offered, offerCreates } from '../../load/offered.ts';
import { startPair } from '../../stage/embedded-pair.ts';
import { startNodes } from '../../stage/nodes.ts';
import { makeQuota } from '../../stage/processor-quota.ts';
import type { Figure, Trial } from '../../trial.ts';
import { calm, liftLimits } from '../faults.ts';

const CORES = 0.2;
const TIMES = [1, 2, 5] as const;
const WARM_MS = 3_000;
const STRETCH_MS = 10_000;
const MIN_RATIO = 0.8;
/** What the contract knows of a service that is full. */
const BUSY = [429, 503];

const describe = ({ answers, goodput, p99Ms }: Offered): string => {
  const told = Object.entries(answers).map(
    ([status, count]) => `${count} x ${status === '0' ? 'no answer' : status}`,
  );
  return `${goodput.toFixed(0)} creates a second, p99 ${p99Ms.toFixed(0)} ms; ${told.join(', ')}`;
};

/** Compares what is served at the highest load with the best that was served at less. */
export function figuresOfOverload(offered: readonly Offered[]): Figure[] {
  const best = Math.max(...offered.slice(0, -1).map(({ goodput }) => goodput));
  const ratio = (offered.at(-1)?.goodput ?? 0) / best;
  const other = offered.flatMap(({ answers }) =>
    Object.entries(answers).flatMap(([status, count]) =>
      [200, ...BUSY].includes(Number(status)) ? [] : [count],
    ),
  );
  const unexpected = other.reduce((sum, count) => sum + count, 0);
  return [
    ...offered.map((one, index) => ({
      what: `${TIMES[index]} times the load: ${one.perSecond.toFixed(0)} creates a second offered`,
      value: describe(one),
    })),
    {
      ...{ what: 'served at the highest load, to the best at less', value: `x ${ratio.toFixed(2)}` },
      ...{ target: `>= ${MIN_RATIO}`, isMet: ratio >= MIN_RATIO },
    },
    {
      ...{ what: 'answers other than 200, 429 and 503', value: String(unexpected) },
      ...{ target: '0', isMet: unexpected === 0 },
    },
  ];
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
    await liftLimits(addressOf(primary.port));
    for (const [index, quota] of quotas.entries()) {
      await quota?.add(nodes.processes[index]?.pid ?? 0);
      quota?.set(CORES);
    }
    const clients = await startClients(nodes, 8, `capacity-${seed}`, 0);
    await calm(stage, WARM_MS);
    const { rate } = await clients.measure(STRETCH_MS, stage.signal).finally(clients.stop);
    stage.say(`  two processes serve ${rate.toFixed(0)} creates a second`);
    const offered: Offered[] = [];
    for (const times of TIMES) {
      offered.push(await offerCreates(nodes, rate * times, STRETCH_MS, `overload-${seed}-${times}`));
      stage.say(`  x ${times}: ${describe(offered.at(-1) as Offered)}`);
      await calm(stage);
    }
    return { verdicts: {}, figures: figuresOfOverload(offered) };
  },
};
