import pg from 'pg';
import { startClients } from '../../load/clients.ts';
import { medianOf, type Stretch } from '../../load/samples.ts';
import { startPair } from '../../stage/embedded-pair.ts';
import { startNodes } from '../../stage/nodes.ts';
import type { Figure, Trial } from '../../trial.ts';
import { calm, liftLimits } from '../faults.ts';

const CLIENTS = 4;
const STRETCH_MS = 10_000;
const STRETCHES_BEFORE = 6;
const MAX_RATIO = 2;

/** Opens a snapshot that keeps every dead row version from being removed until it ends. */
async function openSnapshot(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('SET idle_in_transaction_session_timeout = 0');
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await client.query('SELECT count(*) FROM tenants');
  return () => client.end();
}

const describe = ({ rate, p99Ms }: Stretch): string =>
  `${rate.toFixed(0)} a second, p99 ${p99Ms.toFixed(0)} ms`;

/** Compares what was measured under the snapshot with what was before it. */
export function figuresOfSnapshot(before: readonly Stretch[], during: readonly Stretch[]): Figure[] {
  const rate = medianOf(before.map((one) => one.rate));
  const p99 = medianOf(before.map((one) => one.p99Ms));
  const last = medianOf(during.slice(-before.length).map((one) => one.p99Ms)) / p99;
  const failed = [...before, ...during].reduce((sum, one) => sum + one.failed, 0);
  return [
    { what: 'requests that failed', value: String(failed), target: '0', isMet: failed === 0 },
    ...before.map((one, index) => ({ what: `before, stretch ${index + 1}`, value: describe(one) })),
    ...during.map((one, index) => ({
      what: `snapshot open for ${((index + 1) * STRETCH_MS) / 1_000} s`,
      value: `${describe(one)}; to before: rate x ${(one.rate / rate).toFixed(2)}, p99 x ${(one.p99Ms / p99).toFixed(2)}`,
    })),
    {
      ...{ what: 'p99 of the last minute to before, medians', value: `x ${last.toFixed(2)}` },
      ...{ target: `<= ${MAX_RATIO}`, isMet: last <= MAX_RATIO },
    },
  ];
}

/** Keeps a snapshot open under creates and reads of statuses. */
export const longSnapshot: Trial = {
  help: 'a REPEATABLE READ snapshot open for --minutes under creates and reads of statuses (T7, S28)',
  needs: [],
  usual: { rounds: 1, rate: 40, minutes: 3 },
  async run(stage, { seed, minutes = 3 }) {
    const { primary, addressOf } = await startPair(stage);
    const nodes = await startNodes(stage, addressOf(primary.port), 1);
    await liftLimits(addressOf(primary.port));
    const clients = await startClients(nodes, CLIENTS, `snapshot-${seed}`);
    const measure = async (count: number): Promise<Stretch[]> => {
      const stretches: Stretch[] = [];
      while (stretches.length < count) {
        const stretch = await clients.measure(STRETCH_MS, stage.signal);
        stage.say(`  ${describe(stretch)}`);
        stretches.push(stretch);
      }
      return stretches;
    };
    try {
      await calm(stage);
      const before = await measure(STRETCHES_BEFORE);
      const end = await openSnapshot(addressOf(primary.port));
      stage.say('the snapshot is open');
      const during = await measure((minutes * 60_000) / STRETCH_MS).finally(end);
      return { verdicts: {}, figures: figuresOfSnapshot(before, during) };
    } finally {
      await clients.stop();
    }
  },
};
