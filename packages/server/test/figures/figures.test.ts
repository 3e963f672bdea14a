import { randomInt, randomUUID } from 'node:crypto';
import type { TransactionStatus } from '@titular/contract';
import { stepFigures } from '@titular/server/figures/fold-figures.ts';
import { readFigures, rebuildFigures } from '@titular/server/figures/index.ts';
import type { FigureScope } from '@titular/server/figures/read-figures.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { changeStatus } from '@titular/server/transactions/change/change-status.ts';
import { advance, TRANSACTION_EVENTS } from '@titular/server/transactions/transaction.ts';
import { randomOf } from '@titular/simulation/random.ts';
import { newTransactionBody } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { LOCKS_HERE } from '@titular/test-kit/database/locks-here.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Fixture,
  type Operations,
  openTransactionFixture,
} from '../transactions/transaction-fixture.ts';
import { type Asked, countSlowly, readEverything } from './slow-count.ts';

const ACTS = 250;
const HOUR_MS = 3_600_000;
const REASONS = ['too_dark', 'not_live', 'attempts_exhausted', 'another_person', 'live'];
const OUTCOMES = ['completed', 'too_dark', 'no_face', 'challenge_missed', null] as const;

let fixture: Fixture;
let operations: Operations;
/** Another process of the service. */
let other: Database;

beforeEach(async () => {
  fixture = await openTransactionFixture();
  operations = fixture.operations(fixture.database);
  other = connect(fixture.connectionString, 2, () => undefined);
});
afterEach(async () => {
  await other.close();
  await fixture.close();
});

const fold = ({ db, pool }: Database = fixture.database) =>
  runTask({ db, pool, clock: fixture.clock, log: createLog('silent') }, 'fold-figures');

/** Slots of the whole history, of its hours, and of what is left of it after its first hours. */
const slots = (firstMs: number): Date[][] => {
  const nowMs = fixture.clock.now().getTime();
  const hours = Math.ceil((nowMs - firstMs) / HOUR_MS) + 1;
  const from = (hour: number): Date => new Date(firstMs + hour * HOUR_MS);
  return [
    [from(-24), from(hours)],
    Array.from({ length: Math.min(hours + 1, 100) }, (_, hour) => from(hour)),
    [from(-2), from(1), from(Math.max(2, hours))],
  ];
};

/** Compares the figures with a count of all rows, for every filter that they have. */
async function expectEqual(firstMs: number, about: string): Promise<void> {
  const { tenantId, waiting, ending } = fixture;
  const rows = await readEverything(fixture.database.pool, tenantId);
  const all = [undefined, [waiting], [ending], [waiting, ending], []];
  for (const starts of slots(firstMs))
    for (const companies of all)
      for (const module of [undefined, 'post', 'super-pre'] as const) {
        const scope: FigureScope = { tenantId, companies };
        const asked = { starts: starts.map((start) => start.toISOString()), ...(module ? { module } : {}) };
        const {
          isBuilding,
          isOpenMissing,
          countedAt: _,
          pages: _pages,
          pageDays: _pageDays,
          ...figures
        } = await readFigures(fixture.database.db, scope, asked);
        expect([isBuilding, isOpenMissing], about).toEqual([false, false]);
        expect(figures, about).toEqual(countSlowly(rows, { starts, companies, module } as Asked));
      }
}

/** Writes what a page leaves behind: a session, or attempts as well. */
async function addPage(id: string, outcomes: readonly (string | null)[]): Promise<void> {
  const { pool } = fixture.database;
  const now = fixture.clock.now();
  await pool.query({
    text: `INSERT INTO capture_sessions (tenant_id, session_id, subject_id, subject_kind, secret_hash, created_at, expires_at)
      VALUES ($1, $2, $3, 'transaction', sha256(convert_to($4, 'UTF8')), $5, $5)`,
    values: [fixture.tenantId, randomUUID(), id, randomUUID(), now],
  });
  for (const [index, outcome] of outcomes.entries())
    await pool.query({
      text: `INSERT INTO capture_attempts (tenant_id, attempt_id, session_id, subject_id, subject_kind, number, poses, outcome, started_at, step_started_at)
        VALUES ($1, $2, $2, $3, 'transaction', $4, '{front}', $5, $6, $6)`,
      values: [fixture.tenantId, randomUUID(), id, index + 1, outcome, now],
    });
}

type Open = { id: string; status: TransactionStatus; hasPage: boolean };

/** Folds while the last statement of the fold cannot run, and kills its connection then. */
async function foldAndDie(): Promise<void> {
  const { pool } = fixture.database;
  const guard = await pool.connect();
  try {
    await guard.query('BEGIN');
    await guard.query('LOCK TABLE open_hours IN ACCESS EXCLUSIVE MODE');
    const dying = stepFigures({ db: other.db, clock: fixture.clock }, fixture.tenantId).then(
      () => 'done',
      () => 'dead',
    );
    await eventually(async () => {
      const { rows } = await guard.query<{ killed: boolean }>(
        `SELECT pg_terminate_backend(pid) AS killed FROM ${LOCKS_HERE}
         WHERE relation = 'open_hours'::regclass AND NOT granted`,
      );
      expect(rows.length).toBeGreaterThan(0);
    });
    expect(await dying).toBe('dead');
  } finally {
    await guard.query('ROLLBACK');
    guard.release();
  }
}

const seed = randomInt(2 ** 31);

describe('figures', () => {
  test(`equal a count of all rows for every filter, also after the job died, ran twice or in two processes (P11), seed ${seed}`, async () => {
    console.info(`seed ${seed}`);
    const random = randomOf(seed);
    const roll = (below: number): number => Math.floor(random() * below);
    const pick = <Value>(values: readonly Value[]): Value => values[roll(values.length)] as Value;
    const firstMs = Math.floor(fixture.clock.now().getTime() / HOUR_MS) * HOUR_MS;
    const open: Open[] = [];
    const create = async (): Promise<void> => {
      const company = roll(4) === 0 ? fixture.ending : fixture.waiting;
      const made = await operations.create({ body: newTransactionBody(company) });
      if (made['status'] === 'waiting')
        open.push({ id: String(made['id']), status: 'waiting', hasPage: false });
    };
    const move = async (): Promise<void> => {
      if (open.length === 0) return;
      const one = pick(open);
      if (!one.hasPage && roll(2) === 0) {
        one.hasPage = true;
        const outcomes = Array.from({ length: roll(7) }, () => pick(OUTCOMES.slice(0, 4)));
        await addPage(one.id, outcomes);
      }
      const event = pick(TRANSACTION_EVENTS.filter((name) => advance(one.status, name) !== undefined));
      const reasons = [pick(REASONS), pick(REASONS)].slice(roll(2));
      await operations.change(one.id, { event, reasons });
      one.status = advance(one.status, event) as TransactionStatus;
      if (TRANSACTION_EVENTS.every((name) => advance(one.status, name) === undefined))
        open.splice(open.indexOf(one), 1);
    };
    const wait = async (): Promise<void> => fixture.clock.advanceSeconds(roll(2_400));
    const folds = [
      () => fold(),
      async () => {
        await fold();
        await fold();
      },
      () =>
        Promise.all([
          fold(),
          fold(other),
          stepFigures({ db: other.db, clock: fixture.clock }, fixture.tenantId),
        ]),
      async () => {
        // The first step of a tenant that has no figures begins them, and cannot die there.
        await fold();
        await create();
        await foldAndDie();
        await fold();
      },
      () =>
        rebuildFigures({ db: fixture.database.db, clock: fixture.clock, actor: 'test' }, fixture.tenantId),
    ];
    for (let act = 0; act < ACTS; act += 1) {
      await pick([create, create, move, move, move, wait])();
      if (act % 25 !== 24) continue;
      const how = roll(folds.length);
      await folds[how]?.();
      // Of processes that count at once, one may have left the tenant to another.
      await fold();
      await expectEqual(firstMs, `act ${act}, fold ${how}, seed ${seed}`);
    }
  }, 720_000);

  test('are those of before after a job that died in its last statement, and right after the next (P11)', async () => {
    const firstMs = Math.floor(fixture.clock.now().getTime() / HOUR_MS) * HOUR_MS;
    await fold();
    const id = await fixture.newTransaction('waiting');
    await fold();
    await operations.change(id, { event: 'cancel', reasons: ['canceled_by_merchant'] });
    const cells = async (): Promise<unknown[]> =>
      (await fixture.database.pool.query('SELECT * FROM transaction_hours')).rows;
    await foldAndDie();
    expect(await cells()).toEqual([]);
    await fold();
    expect(await cells()).toHaveLength(1);
    await expectEqual(firstMs, 'after a death');
  }, 360_000);

  test('count an end whose commit comes after later ends were counted (P11)', async () => {
    const firstMs = Math.floor(fixture.clock.now().getTime() / HOUR_MS) * HOUR_MS;
    const [late, early] = [await fixture.newTransaction('waiting'), await fixture.newTransaction('waiting')];
    await fold();
    const ended = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const changing = other.db.transaction().execute(async (trx) => {
      const at = fixture.clock.now();
      await changeStatus(trx, fixture.tenantId, asId(late), { event: 'cancel', actor: 'merchant', at });
      ended.resolve();
      await commit.promise;
    });
    await ended.promise;
    await operations.change(early, { event: 'cancel' });
    await fold();
    const asked = { starts: (slots(firstMs)[0] ?? []).map((start) => start.toISOString()) };
    const scope = { tenantId: fixture.tenantId, companies: undefined };
    const { statuses } = await readFigures(fixture.database.db, scope, asked);
    // What stands behind the late one is not missing: it is under way.
    expect(statuses.map(({ status, count }) => `${count} ${status}`)).toEqual(['1 processing', '1 waiting']);
    commit.resolve();
    await changing;
    await fold();
    await expectEqual(firstMs, 'after a late commit');
  }, 360_000);

  test('of what ended before their first run are counted from the transactions themselves, once (P11)', async () => {
    const firstMs = Math.floor(fixture.clock.now().getTime() / HOUR_MS) * HOUR_MS;
    const old = await fixture.newTransaction('waiting');
    await operations.change(old, { event: 'cancel' });
    await fixture.database.pool.query('DELETE FROM deliveries');
    await fixture.database.pool.query('DELETE FROM events');
    await operations.change(await fixture.newTransaction('waiting'), { event: 'expire' });
    await fixture.newTransaction('fast-inconclusive');
    await fold();
    await expectEqual(firstMs, 'at the first run');
    await fold();
    await expectEqual(firstMs, 'at the second run');
  }, 360_000);

  test('go with their time: cells of hours 400 days ago are deleted', async () => {
    await fixture.newTransaction('fast-inconclusive');
    await fold();
    const count = async (): Promise<number> => {
      const { rows } = await fixture.database.pool.query(
        `SELECT (SELECT count(*) FROM transaction_hours) + (SELECT count(*) FROM reason_hours) AS count`,
      );
      return Number(rows[0].count);
    };
    expect(await count()).toBeGreaterThan(0);
    const { db, pool } = fixture.database;
    const log = createLog('silent');
    await runTask({ db, pool, clock: fixture.clock, log }, 'delete-old-figures');
    expect(await count()).toBeGreaterThan(0);
    fixture.clock.advanceSeconds(401 * 86_400);
    await runTask({ db, pool, clock: fixture.clock, log }, 'delete-old-figures');
    expect(await count()).toBe(0);
  }, 360_000);
});
