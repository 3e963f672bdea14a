import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { startBackground } from '@titular/server/kernel/jobs/background.ts';
import { startOutboxRelay } from '@titular/server/kernel/jobs/relay-outbox.ts';
import { createWorkNames } from '@titular/server/kernel/jobs/work-names.ts';
import { percentileOf } from '../../load/samples.ts';
import type { Stage } from '../../stage/children.ts';
import { startPair } from '../../stage/embedded-pair.ts';
import type { Figure, Trial } from '../../trial.ts';

const STANDBY_DELAY_MS = 2;
const STRETCH_MS = 10_000;
const MAX_P95_MS = 50;
/** How long the last jobs are waited for. */
const END_MS = 3_000;

/** Commits one job with a number. */
type Enqueue = (database: Database, number: number) => Promise<unknown>;

const JUDGED = 'through the outbox';

const KINDS: Readonly<Record<string, Enqueue>> = {
  [JUDGED]: ({ db }, number) =>
    db
      .insertInto('job_outbox')
      .values({ task: 'trial', payload: JSON.stringify({ number }), max_attempts: 25 })
      .execute(),
  'with a notifying commit, as before': ({ pool }, number) =>
    pool.query("SELECT graphile_worker.add_job('trial', $1::json)", [JSON.stringify({ number })]),
};

/** Milliseconds from the answer to each commit until its job began elsewhere, at a steady rate. */
async function measure(
  { committer, begun }: { committer: Database; begun: Map<number, number> },
  enqueue: Enqueue,
  rate: number,
  signal: AbortSignal,
): Promise<number[]> {
  begun.clear();
  const committed = new Map<number, number>();
  const sinceMs = performance.now();
  const commits: Promise<void>[] = [];
  for (let number = 0; performance.now() - sinceMs < STRETCH_MS && !signal.aborted; number++) {
    const commit = async (): Promise<void> => {
      await enqueue(committer, number);
      committed.set(number, performance.now());
    };
    commits.push(commit());
    await pause(1_000 / rate);
  }
  await Promise.all(commits);
  const endMs = performance.now() + END_MS;
  while (begun.size < committed.size && performance.now() < endMs) await pause(10);
  return [...committed].map(([number, ms]) =>
    Math.max(0, (begun.get(number) ?? Number.POSITIVE_INFINITY) - ms),
  );
}

async function measureAll(stage: Stage, rate: number, databaseUrl: string): Promise<Figure[]> {
  const log = createLog('silent');
  const [committer, worker] = [0, 1].map(() => connect(databaseUrl, 10, () => undefined)) as [
    Database,
    Database,
  ];
  const begun = new Map<number, number>();
  const note = (payload: unknown): void =>
    void begun.set((payload as { number: number }).number, performance.now());
  const tasks = { trial: async (payload: unknown) => note(payload) };
  const background = await startBackground(
    worker.pool,
    { tasks, schedule: [] },
    { log, clock: systemClock, workNames: createWorkNames() },
  );
  const relay = startOutboxRelay(committer.db, [committer.pool], log);
  const figures: Figure[] = [];
  try {
    for (const [name, enqueue] of Object.entries(KINDS)) {
      const all = await measure({ committer, begun }, enqueue, rate, stage.signal);
      const [p50, p95, p100] = [0.5, 0.95, 1].map((share) => percentileOf(all, share)) as [
        number,
        number,
        number,
      ];
      figures.push({
        what: `from commit to the start of a job, ${name}`,
        value: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, longest ${p100.toFixed(1)} ms, of ${all.length} jobs`,
        ...(name === JUDGED && { target: `p95 <= ${MAX_P95_MS} ms`, isMet: p95 <= MAX_P95_MS }),
      });
    }
  } finally {
    await relay.stop();
    await background.stop();
    await committer.close();
    await worker.close();
  }
  return figures;
}

/** Measures how soon a job begins after its commit, where another connection pool does jobs. */
export const wakeLatency: Trial = {
  help: 'milliseconds from the commit of a job to its start, with a standby 2 ms away (T8)',
  needs: [],
  usual: { rounds: 1, rate: 40 },
  async run(stage, { rate }) {
    const { primary, standby, addressOf } = await startPair(stage);
    const databaseUrl = addressOf(primary.port);
    await migrate(databaseUrl);
    await standby.query(`ALTER SYSTEM SET recovery_min_apply_delay = '${STANDBY_DELAY_MS}ms'`);
    await primary.query("ALTER SYSTEM SET synchronous_commit = 'remote_apply'");
    for (const server of [primary, standby]) await server.query('SELECT pg_reload_conf()');
    return { verdicts: {}, figures: await measureAll(stage, rate, databaseUrl) };
  },
};
