import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { untilNone } from '@titular/server/kernel/database/batches/until-none.ts';
import { PROCESSES } from '@titular/server/processes/change/change-process.ts';
import { expireGivenUp } from '@titular/server/processes/external/expire-given-up.ts';
import { processTasks } from '@titular/server/processes/process-tasks.ts';
import { endOverdueRetries, expireDue } from '@titular/server/subjects/end-overdue.ts';
import type { SubjectTable } from '@titular/server/subjects/subject-table.ts';
import { TRANSACTIONS } from '@titular/server/transactions/change/change-status.ts';
import { transactionTasks } from '@titular/server/transactions/transaction-tasks.ts';
import { addTransactions } from '@titular/test-kit/fill-volume.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

let volume: VolumeFixture;

beforeEach(async () => {
  volume = await openVolume();
});
afterEach(() => volume.close());

type EndSome = (db: VolumeFixture['db'], now: Date, limit: number) => Promise<number>;

const endOf =
  (end: typeof expireDue, of: SubjectTable): EndSome =>
  (db, now, limit) =>
    end(db, of, now, limit);

const rowsOf = async (text: string) => (await volume.pool.query(text)).rows;

/** Open transactions that were due one after the other, the first of them the longest ago. */
const addDue = (count: number, status = "CASE WHEN n % 3 = 0 THEN 'shared' ELSE 'waiting' END") =>
  addTransactions(volume.filler, volume.owner, {
    count,
    status,
    createdAt: "now() - interval '4 days' + (n * 7919 % 10000) * interval '1 second'",
    expiresAt: `now() - interval '1 hour' + n * interval '1 millisecond'`,
    finishedAt: 'NULL::timestamptz',
    salt: 0,
  });

async function addEndpoint(enabled: boolean, statuses: string): Promise<string> {
  const [{ endpoint_id }] = await volume.pool
    .query({
      text: `INSERT INTO webhook_endpoints (tenant_id, endpoint_id, company_id, url, sealed_secret, enabled, statuses)
        VALUES ($1, gen_random_uuid(), $2, 'https://shop.example/', $3, $4, $5::text[]) RETURNING endpoint_id`,
      values: [volume.owner.tenantId, volume.owner.companyId, randomBytes(32), enabled, statuses],
    })
    .then(({ rows }) => rows as [{ endpoint_id: string }]);
  return endpoint_id;
}

/** Ends all that is due and tells how many statements that took. */
async function endAll(endSome: EndSome): Promise<number> {
  const recorder = volume.record();
  const work = (limit: number) => endSome(recorder.db, volume.clock.now(), limit);
  // A slow machine halves batches, which are counted here.
  const timeless = { elapsedMs: () => 0, limitMs: 1 };
  expect(await untilNone(1_000, work, timeless)).toBe(true);
  return recorder.statements.length;
}

const addProcesses = (count: number, platform: string, times: string) =>
  volume.pool.query({
    text: `INSERT INTO processes (tenant_id, process_id, company_id, platform, status, purpose, identity_key, identity_hash,
        sealed_identity, created_at, expires_at, retry_until)
      SELECT $1, gen_random_uuid(), $2, $3, 'created', 'creditprocess', 'cpf', sha256(convert_to(n::text, 'UTF8')), '',
        now() - interval '3 days', ${times} FROM generate_series(1, ${count}) AS n`,
    values: [volume.owner.tenantId, volume.owner.companyId, platform],
  });

describe('what is overdue ends in batches', () => {
  test('transactions expire with history, event and deliveries each, in the order in which they were due (F13, S12)', async () => {
    const wanting = await addEndpoint(true, '{expired}');
    const off = await addEndpoint(false, '{}');
    await addEndpoint(true, '{approved}');
    await addDue(2_500);
    expect(await endAll(endOf(expireDue, TRANSACTIONS))).toBeLessThan(60);
    const [ended] = await rowsOf(`
      SELECT count(*)::integer AS count, count(DISTINCT h.transaction_id)::integer AS histories FROM transactions t
      JOIN transaction_history h USING (tenant_id, transaction_id)
      WHERE t.status = 'expired' AND t.version = 2 AND t.finished_at IS NOT NULL AND h.version = 2 AND h.event = 'expire'
        AND h.to_status = 'expired' AND h.from_status IN ('waiting', 'shared') AND h.actor = 'service' AND h.at = t.finished_at`);
    expect(ended).toEqual({ count: 2_500, histories: 2_500 });
    const events = await rowsOf(`
      SELECT e.type, e.status, e.sequence, t.expires_at FROM events e JOIN transactions t USING (tenant_id, transaction_id)
      ORDER BY e.position`);
    expect(events).toHaveLength(2_500);
    expect(new Set(events.map(({ type, status, sequence }) => `${type} ${status} ${sequence}`))).toEqual(
      new Set(['transaction.finished expired 2']),
    );
    const dues = events.map(({ expires_at }) => expires_at.getTime());
    expect(dues).toEqual(dues.toSorted((a, b) => a - b));
    const deliveries = await rowsOf(
      'SELECT endpoint_id, state, skipped, count(*)::integer FROM deliveries GROUP BY 1, 2, 3 ORDER BY 2',
    );
    expect(deliveries).toEqual([
      { endpoint_id: off, state: 'failed', skipped: true, count: 2_500 },
      { endpoint_id: wanting, state: 'pending', skipped: false, count: 2_500 },
    ]);
    expect(await expireDue(volume.db, TRANSACTIONS, volume.clock.now(), 10)).toBe(0);
  });

  test('one that somebody else is changing is left to them, and those that are not due stay (F13, S12)', async () => {
    await addDue(10);
    await volume.pool.query(`UPDATE transactions SET expires_at = now() + interval '1 day'
      WHERE transaction_id IN (SELECT transaction_id FROM transactions ORDER BY expires_at DESC LIMIT 4)`);
    const client = await volume.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM transactions ORDER BY expires_at LIMIT 1 FOR UPDATE');
    expect(await expireDue(volume.db, TRANSACTIONS, volume.clock.now(), 100)).toBe(5);
    await client.query('ROLLBACK');
    client.release();
    expect(await expireDue(volume.db, TRANSACTIONS, volume.clock.now(), 100)).toBe(1);
    expect(await rowsOf("SELECT FROM transactions WHERE status <> 'expired'")).toHaveLength(4);
  });

  test('transactions without a further attempt in time end with the signs that were noted (F13, S12)', async () => {
    await addDue(1_200);
    await volume.pool.query(`
      UPDATE transactions SET expires_at = now() + interval '1 day', retry_until = now() - interval '1 minute';
      INSERT INTO capture_signs (tenant_id, subject_kind, subject_id, attempt_number, sign, seen, first_at, last_at)
      SELECT tenant_id, 'transaction', transaction_id, number, 'virtual_camera', 2, now(), now() FROM transactions, generate_series(1, 2) AS number
      WHERE status = 'shared'`);
    expect(await endAll(endOf(endOverdueRetries, TRANSACTIONS))).toBeLessThan(60);
    const ends = await rowsOf(`
      SELECT t.status, t.retry_until, t.decision, h.reasons, h.event, h.from_status = 'shared' AS shared, count(*)::integer
      FROM transactions t JOIN transaction_history h USING (tenant_id, transaction_id)
      GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY shared`);
    const end = (count: number, shared: boolean, signs: string[]) => ({
      ...{ status: 'inconclusive', retry_until: null, event: 'attempts-exhausted', count, shared },
      reasons: ['retry_time_passed', ...signs],
      decision: { result: 'inconclusive', reasons: ['retry_time_passed', ...signs], signs },
    });
    expect(ends).toEqual([end(800, false, []), end(400, true, ['virtual_camera'])]);
    expect(await rowsOf('SELECT FROM events')).toHaveLength(1_200);
  });

  test.each<[string, string, string, EndSome, string]>([
    ['that are due', 'built-in', "now() - interval '1 hour', NULL", endOf(expireDue, PROCESSES), 'expired'],
    [
      'without a further attempt in time',
      'built-in',
      "now() + interval '1 hour', now() - interval '1 minute'",
      endOf(endOverdueRetries, PROCESSES),
      'invalid-identity',
    ],
    [
      'that nobody could be asked about',
      'external',
      "now() - interval '2 days', NULL",
      (db, now, limit) => expireGivenUp(db, { before: now, now }, limit),
      'expired',
    ],
  ])('processes %s end in batches (F13, S12)', async (_what, platform, times, endSome, status) => {
    await addProcesses(1_500, platform, times);
    await addProcesses(3, platform, "now() + interval '1 day', NULL");
    expect(await endAll(endSome)).toBeLessThan(60);
    const [ended] = await rowsOf(`
      SELECT count(*)::integer AS count FROM processes p JOIN process_history h USING (tenant_id, process_id)
      JOIN events e ON e.tenant_id = p.tenant_id AND e.subject_id = p.process_id
      WHERE p.status = '${status}' AND p.version = 2 AND p.finished_at IS NOT NULL AND p.retry_until IS NULL AND h.version = 2
        AND e.type = '${status === 'expired' ? 'process.failed' : 'process.finished'}'`);
    expect(ended).toEqual({ count: 1_500 });
    expect(await rowsOf("SELECT FROM processes WHERE status = 'created'")).toHaveLength(3);
  });
});

describe('one that cannot be ended', () => {
  /** Runs the task and answers what it logged as an error. */
  async function run(task: 'expire-transactions' | 'expire-processes'): Promise<Record<string, unknown>[]> {
    const lines: string[] = [];
    const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
      lines.push(String(chunk));
      done();
    };
    const log = pino({ base: null, level: 'error' }, new Writable({ write }));
    const deps = { db: volume.db, clock: volume.clock, log } as never;
    await { ...transactionTasks(deps), ...processTasks(deps) }[task]?.({}, {} as never);
    return lines.map((line) => JSON.parse(line));
  }

  /** Lets the first of them be one whose next step stands in its history already. */
  const spoil = async (kind: 'transaction' | 'process', columns: string): Promise<string> => {
    const table = kind === 'process' ? 'processes' : 'transactions';
    const { rows } = await volume.pool.query(`
      INSERT INTO ${kind}_history (tenant_id, ${kind}_id, version, event, from_status, to_status, actor, reasons, at)
      SELECT tenant_id, ${kind}_id, version + 1, 'spoilt', status, status, 'service', '{}', now() FROM ${table}
      ORDER BY ${columns} LIMIT 1 RETURNING ${kind}_id AS id`);
    return rows[0].id;
  };

  test.each([
    ['expires_at', ''],
    [
      'retry_until',
      "UPDATE transactions SET expires_at = now() + interval '1 day', retry_until = expires_at",
    ],
  ])('a transaction is logged and left for the next run, and all others end (%s)', async (due, change) => {
    await addDue(300);
    if (change) await volume.pool.query(change);
    const spoilt = await spoil('transaction', due);
    const stays = await rowsOf('SELECT transaction_id FROM transactions WHERE finished_at IS NULL');
    expect(stays).toHaveLength(300);
    const logged = await run('expire-transactions');
    expect(await rowsOf('SELECT transaction_id FROM transactions WHERE finished_at IS NULL')).toEqual([
      { transaction_id: spoilt },
    ]);
    expect(logged).toMatchObject([{ subjectId: spoilt, err: { code: '23505' } }]);
    await volume.pool.query("DELETE FROM transaction_history WHERE event = 'spoilt'");
    expect(await run('expire-transactions')).toEqual([]);
    expect(await rowsOf('SELECT FROM transactions WHERE finished_at IS NULL')).toEqual([]);
  });

  test.each([
    ['expires_at', "now() - interval '1 hour' + n * interval '1 millisecond', NULL"],
    ['retry_until', "now() + interval '1 hour', now() - interval '1 minute' + n * interval '1 millisecond'"],
  ])('a process is logged and left for the next run, and all others end (%s)', async (due, times) => {
    await addProcesses(300, 'built-in', times);
    const spoilt = await spoil('process', due);
    const logged = await run('expire-processes');
    expect(await rowsOf("SELECT process_id FROM processes WHERE status = 'created'")).toEqual([
      { process_id: spoilt },
    ]);
    expect(logged).toMatchObject([{ subjectId: spoilt, err: { code: '23505' } }]);
  });
});
