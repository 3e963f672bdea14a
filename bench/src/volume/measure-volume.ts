import { deleteExpiredAssertions } from '@titular/server/access-tokens/grants/assertion-store.ts';
import { deleteExpiredRevocations } from '@titular/server/access-tokens/tokens/revoked-token-store.ts';
import { deleteExpiredLinks } from '@titular/server/captures/links/link-store.ts';
import { deleteExpiredAnswers } from '@titular/server/idempotency/idempotency-store.ts';
import { deleteAll, startRun, untilNone } from '@titular/server/kernel/database/batches/until-none.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import { expireSubject } from '@titular/server/subjects/end-due.ts';
import { expireDue } from '@titular/server/subjects/end-overdue.ts';
import { TRANSACTIONS } from '@titular/server/transactions/change/change-status.ts';
import { deleteExpiredCaptures } from '@titular/server/transactions/retention/delete-expired-captures.ts';
import { explain, openRecorder, type Statement } from '@titular/test-kit/explain.ts';
import pg from 'pg';
import type { BenchTenant, Harness } from '../harness/harness.ts';
import { measureSteadily } from '../harness/measure-steady.ts';
import { createMessage, SERVICE_PATHS } from '../tenants/tenant-messages.ts';
import { EXPIRING, fillExpired, fillFinished, fillOverdue, type VolumeSize } from './fill-volume.ts';
import { holdQueues } from './hold-queues.ts';
import { type ListTimes, measureLists } from './measure-lists.ts';
import { OLD_INDEXES, oldDelete, oldFrames } from './old-statements.ts';

/** Time and buffers of the slowest of some statements. */
type Cost = { milliseconds: number; buffers: number };

/** A job's statements now and before: with nothing due, or the largest of a run on all that is due. */
export type JobCost = { job: string; now: Cost; before: Cost };

/** What was measured; rates a second. */
export type VolumeResult = {
  nothingDue: JobCost;
  jobs: JobCost[];
  framesPerSecond: number;
  slowestCaptureMs: number;
  createP99Ms: number;
  createP99BesideMs: number;
  failures: number;
  expiry: { count: number; seconds: number; perSecond: number; oneByOne: number };
  lists: ListTimes[];
};

const OLD_LIMIT_MS = '120000';
const CREATES_PER_SECOND = 50;
const NO_LIMIT = { statement_timeout: OLD_LIMIT_MS };

type DeleteSome = (db: Db, now: Date, limit: number) => Promise<number>;
const DELETES: Readonly<Record<string, DeleteSome>> = {
  capture_links: deleteExpiredLinks,
  idempotency_keys: deleteExpiredAnswers,
  used_assertions: deleteExpiredAssertions,
  revoked_tokens: deleteExpiredRevocations,
};

async function slowest(pool: pg.Pool, statements: readonly Statement[]): Promise<Cost> {
  let worst: Cost = { milliseconds: 0, buffers: 0 };
  for (const statement of statements) {
    const { milliseconds, buffers } = await explain(pool, statement);
    if (milliseconds >= worst.milliseconds) worst = { milliseconds, buffers };
  }
  return worst;
}

async function costBefore(pool: pg.Pool, text: string, changes: readonly string[] = []): Promise<Cost> {
  try {
    const { milliseconds, buffers } = await explain(pool, { text, values: [] }, NO_LIMIT, changes);
    return { milliseconds, buffers };
  } catch (error) {
    if ((error as { code?: string }).code !== '57014') throw error;
    return { milliseconds: Number(OLD_LIMIT_MS), buffers: Number.NaN };
  }
}

type Recorder = ReturnType<typeof openRecorder<Tables>>;

async function measureNothingDue(pool: pg.Pool, { db, statements }: Recorder): Promise<JobCost> {
  const before = await costBefore(pool, oldFrames, OLD_INDEXES);
  statements.length = 0;
  await deleteExpiredCaptures(db, new Date());
  return { job: 'delete-expired-captures, nothing due', now: await slowest(pool, statements), before };
}

async function measureDelete(
  pool: pg.Pool,
  recorder: Recorder,
  table: string,
  { tenantId }: BenchTenant,
  due: number,
): Promise<JobCost> {
  await fillExpired(pool, table, tenantId, due);
  await pool.query(`VACUUM ANALYZE ${table}`);
  const before = await costBefore(pool, oldDelete(table));
  recorder.statements.length = 0;
  const deleteSome = DELETES[table] as DeleteSome;
  await deleteSome(recorder.db, new Date(), 2_000);
  const now = await slowest(pool, recorder.statements);
  const run = startRun(Number.POSITIVE_INFINITY);
  await deleteAll(recorder.db, 2_000, (trx, limit) => deleteSome(trx, new Date(), limit), run);
  return { job: `${table}, ${due / 1000}k due`, now, before };
}

/** Deletes all pictures that are due, creates beside it for some of that time. */
async function measureCaptures(
  harness: Harness,
  recorder: Recorder,
  dueFrames: number,
  seconds: number,
): Promise<Omit<VolumeResult, 'nothingDue' | 'jobs' | 'expiry' | 'lists'>> {
  const creates = harness.tenants.map((tenant) => createMessage(tenant, SERVICE_PATHS.create));
  const send = () => measureSteadily(harness.url, creates, { seconds, ratePerSecond: CREATES_PER_SECOND });
  await send();
  const alone = await send();
  recorder.statements.length = 0;
  const start = performance.now();
  const cleaning = deleteExpiredCaptures(recorder.db, new Date(), startRun(Number.POSITIVE_INFINITY)).then(
    ({ frames }) => ({ frames, seconds: (performance.now() - start) / 1000 }),
  );
  const beside = await send();
  const { frames, seconds: took } = await cleaning;
  if (frames < dueFrames) throw new Error(`${frames} of ${dueFrames} frames were deleted`);
  return {
    framesPerSecond: frames / took,
    slowestCaptureMs: Math.max(...recorder.milliseconds),
    createP99Ms: alone.p99Ms,
    createP99BesideMs: beside.p99Ms,
    failures: alone.failures + beside.failures,
  };
}

const ONE_BY_ONE = 300;

async function measureExpiry(
  pool: pg.Pool,
  harness: Harness,
  tenant: BenchTenant,
  count: number,
): Promise<VolumeResult['expiry']> {
  const { db } = harness.database;
  await fillOverdue(pool, tenant, ONE_BY_ONE, 50_000_000);
  const { rows } = await pool.query(
    "SELECT transaction_id FROM transactions WHERE status = 'waiting' AND expires_at < now()",
  );
  const startOne = performance.now();
  for (const { transaction_id } of rows)
    await expireSubject(db, TRANSACTIONS, tenant.tenantId, transaction_id, new Date());
  const oneByOne = rows.length / ((performance.now() - startOne) / 1000);
  await fillOverdue(pool, tenant, count, 60_000_000);
  await pool.query('ANALYZE transactions');
  const start = performance.now();
  const run = startRun(Number.POSITIVE_INFINITY);
  await untilNone(1_000, (limit) => expireDue(db, TRANSACTIONS, new Date(), limit), run);
  const seconds = (performance.now() - start) / 1000;
  return { count, seconds, perSecond: count / seconds, oneByOne };
}

/** Measures on a filled database what jobs and lists send, beside what they sent before. */
export async function measureVolume(
  harness: Harness,
  size: VolumeSize,
  seconds: number,
): Promise<VolumeResult> {
  const [tenant] = harness.tenants;
  if (!tenant) throw new Error('the bench needs a tenant');
  const pool = new pg.Pool({ connectionString: harness.connectionString, max: 2 });
  const recorder = openRecorder<Tables>(harness.connectionString, 5_000);
  try {
    await holdQueues(pool);
    await pool.query('UPDATE companies SET capture_retention_days = 3650');
    await fillFinished(pool, tenant, size);
    await pool.query('VACUUM ANALYZE');
    const nothingDue = await measureNothingDue(pool, recorder);
    const lists = await measureLists(pool, harness.database.db, tenant);
    await pool.query('UPDATE companies SET capture_retention_days = 30');
    const captures = await measureCaptures(harness, recorder, size.dueFrames, seconds);
    const jobs: JobCost[] = [];
    for (const table of Object.keys(EXPIRING))
      jobs.push(await measureDelete(pool, recorder, table, tenant, size.due));
    const expiry = await measureExpiry(pool, harness, tenant, size.due);
    return { nothingDue, jobs, ...captures, expiry, lists };
  } finally {
    await recorder.close();
    await pool.end();
  }
}
