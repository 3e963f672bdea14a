import type { TransactionId } from '@titular/server/kernel/base/id.ts';
import { enqueueJob } from '@titular/server/kernel/database/enqueue.ts';
import { changeSubject, type SubjectTable } from '@titular/server/subjects/index.ts';
import { insertTransaction } from '@titular/server/transactions/insert-store.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { createManualClock } from '@titular/test-kit/time/manual-clock.ts';
import { JOBS } from '../memory/job-statements.ts';
import {
  createMemoryDatabase,
  type FailPoint,
  type KnownStatements,
  type Turn,
} from '../memory/memory-database.ts';
import { keyOf, type MemoryRows } from '../memory/memory-rows.ts';
import { firstRow, insertEndpoint, TENANT } from '../statuses/status-world.ts';
import { waitingJob } from './job-commands.ts';
import { openWorker, type Shared, setConnection, type Worker } from './job-worker.ts';

/** What happens to jobs and to the processes that run them, which are named by their place. */
export type JobAct =
  | { kind: 'capture'; one: number }
  | { kind: 'relay' }
  | { kind: 'see-ends' }
  | { kind: 'work' | 'beat' | 'look' | 'sweep' | 'restart' | 'kill'; process: number }
  | { kind: 'fail'; process: number; when: FailPoint }
  | { kind: 'advance'; seconds: number };

/** A run before it is interleaved; the clock of the second process is off by so many seconds. */
export type JobPlan = { acts: readonly JobAct[]; skewSeconds: number };

/** A run under way. */
export type JobWorld = Omit<Shared, 'living'> & {
  faults: unknown[];
  act(act: JobAct): void;
  /** Heals everything, and has processes renew, look, sweep and work for as long as it may take to find the dead; then for as long as a job may wait that failed. */
  drain(when: 'soon' | 'late'): Promise<void>;
};

const LIFE_SECONDS = 1_000_000;
/** By the end of these rounds nothing of a dead process is held, well before its locks would have grown old. */
const ROUNDS = { soon: { count: 7, seconds: 20 }, late: { count: 4, seconds: 40_000 } };

/** Does what the relay does: hands over jobs whose commit is done. */
function relayJobs(rows: MemoryRows, now: Date): void {
  const transaction = rows.begin();
  const view = transaction.openView();
  for (const { row_id, task: _, payload } of rows.committed('job_outbox')) {
    const id = String(row_id);
    view.put(JOBS, id, waitingJob(id, payload as never, now));
    view.remove('job_outbox', keyOf(row_id));
  }
  transaction.commit();
}

/** Opens a world with two transactions that wait for their person, and two processes that run jobs. */
export async function openJobWorld(
  known: KnownStatements,
  { skewSeconds }: Pick<JobPlan, 'skewSeconds'>,
  turn: Turn,
  of: SubjectTable,
): Promise<JobWorld> {
  const clock = createManualClock(new Date('2030-01-01T00:00:00Z'));
  const { rows, addProcess } = createMemoryDatabase(known, clock.now);
  insertEndpoint(rows);
  const writer = addProcess('writer', turn);
  const before = addProcess('before', async () => undefined);
  const ids: TransactionId[] = [];
  for (const order of ['one', 'two']) {
    const row = { ...firstRow(clock.now()), replicaHash: Buffer.from(order) };
    const expiresAt = new Date(clock.now().getTime() + LIFE_SECONDS * 1_000);
    const transactionId = ids.length === 0 ? row.transactionId : asId(crypto.randomUUID());
    await insertTransaction(before.db, { ...row, transactionId, expiresAt });
    ids.push(transactionId);
  }
  const workers: Worker[] = [];
  const ended: string[] = [];
  const shared: Shared = {
    ...{ rows, clock, of, takings: [], givenBack: new Set(), silenced: new Set(), bad: [] },
    living: () => workers,
  };
  const open = (place: number, name: string): void => {
    workers[place] = openWorker(shared, addProcess(name, turn), place === 1 ? skewSeconds : 0);
  };
  open(0, 'one');
  open(1, 'two');

  /** The person is done: the status changes in one commit with the job that is to decide. */
  const capture = async (transactionId: TransactionId): Promise<void> => {
    await writer.db.transaction().execute(async (trx) => {
      const transition = { event: 'capture-finished', actor: 'person', at: clock.now() } as const;
      const changed = await changeSubject(trx, of, TENANT, transactionId, transition);
      if (changed.kind === 'changed')
        await enqueueJob(trx, 'decide-transaction', { tenantId: TENANT, transactionId });
    });
  };
  const seeEnds = (): void => {
    for (const nodeId of ended.splice(0)) setConnection(shared, nodeId, false);
  };
  const kill = (place: number): void => {
    const worker = workers[place];
    worker?.kill();
    ended.push(String(worker?.nodeId));
    open(place, `${place + 1} anew`);
  };
  const perform = async (act: JobAct): Promise<void> => {
    if (act.kind === 'advance') clock.advanceSeconds(act.seconds);
    else if (act.kind === 'relay') relayJobs(rows, clock.now());
    else if (act.kind === 'see-ends') seeEnds();
    else if (act.kind === 'capture') await capture(ids[act.one] ?? asId(''));
    else if (act.kind === 'kill') kill(act.process);
    else if (act.kind === 'fail') workers[act.process]?.failNext('08006', act.when);
    else await workers[act.process]?.[act.kind]();
  };
  const round = async (seconds: number): Promise<void> => {
    clock.advanceSeconds(seconds);
    relayJobs(rows, clock.now());
    for (const worker of workers) {
      await worker.beat();
      await worker.look();
      await worker.look();
    }
    for (const worker of workers) await worker.sweep();
    for (const worker of [...workers, ...workers]) await worker.work();
  };
  const faults: unknown[] = [];
  return {
    ...{ ...shared, faults },
    act(act) {
      perform(act).catch((error: unknown) => void faults.push(error));
    },
    async drain(when) {
      for (const worker of workers) worker.heal();
      seeEnds();
      const { count, seconds } = ROUNDS[when];
      const isOver = (): boolean => rows.committed(JOBS).length + rows.committed('job_outbox').length === 0;
      for (let done = 0; done < count && !isOver(); done += 1) await round(seconds);
    },
  };
}
