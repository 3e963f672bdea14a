import { newId } from '@titular/server/kernel/base/id.ts';
import { delayDeliveries } from '@titular/server/sandbox/runs/delay-store.ts';
import { listOldEvents } from '@titular/server/webhooks/events/delete-old-events-store.ts';
import { recordOutcomes } from '@titular/server/webhooks/queue/delivery-outcome-store.ts';
import { setDue } from '@titular/server/webhooks/queue/set-back-store.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { explain, rowsRead } from '@titular/test-kit/explain.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

const MANY = 20_000;
const ASKED = 100;
const NOW = new Date('2026-06-01T12:00:00Z');
/** As work on the queue is set up. */
const SETTINGS = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' };
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

let volume: VolumeFixture;

/** Adds events, each with a delivery in this state to one endpoint. */
const fill = (state: 'pending' | 'delivered') =>
  volume.filler.query(
    `WITH made AS (
       INSERT INTO events (tenant_id, event_id, company_id, type, created_at, transaction_id, status, sequence)
       SELECT $1, gen_random_uuid(), $2, 'transaction.finished', $4::timestamptz - interval '1 day', gen_random_uuid(), 'approved', 3
       FROM generate_series(1, ${MANY}) RETURNING tenant_id, event_id
     )
     INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, next_attempt_at, finished_at)
     SELECT tenant_id, gen_random_uuid(), event_id, '${FIRST_ID}', $3,
       CASE WHEN $3 = 'pending' THEN $4::timestamptz END, CASE WHEN $3 <> 'pending' THEN $4::timestamptz END FROM made`,
    [volume.owner.tenantId, volume.owner.companyId, state, NOW],
  );

beforeAll(async () => {
  volume = await openVolume();
  await fill('delivered');
  // What the planner knows is of an hour in which nothing waited.
  await volume.filler.query('ALTER TABLE deliveries SET (autovacuum_enabled = off)');
  await volume.filler.query('VACUUM ANALYZE events, deliveries');
  await fill('pending');
}, 120_000);
afterAll(() => volume.close());

async function waitingDeliveries(): Promise<{ delivery_id: string; transaction_id: string }[]> {
  const { rows } = await volume.filler.query(
    `SELECT d.delivery_id, e.transaction_id FROM deliveries d JOIN events e USING (tenant_id, event_id)
     WHERE d.state = 'pending' LIMIT ${ASKED}`,
  );
  return rows;
}

/** Rows that the last statement of the work reads, which is taken back. */
async function rowsReadBy(work: (db: VolumeFixture['db']) => Promise<unknown>): Promise<number> {
  const recorder = volume.record();
  const trx = await recorder.db.startTransaction().execute();
  await work(trx);
  await trx.rollback().execute();
  const statement = recorder.statements.at(-1);
  if (!statement) throw new Error('the work sent no statement');
  return rowsRead((await explain(recorder.pool, statement, SETTINGS)).plan);
}

describe(`a tenant of whom ${MANY} deliveries wait, unknown to the statistics`, () => {
  test('outcomes are kept at a few rows each, however long the queue is', async () => {
    const { tenantId } = volume.owner;
    const outcomes = (await waitingDeliveries()).map(({ delivery_id }) => ({
      ...{
        tenantId,
        deliveryId: asId(delivery_id),
        number: 1,
        reopened: 0,
        claimEndsAt: NOW,
        state: 'delivered' as const,
      },
      ...{ nextAttemptAt: undefined, at: NOW, startedAt: NOW, durationMs: 5, responseStatus: 200 },
      ...{ responseExcerpt: 'ok', error: undefined },
    }));
    const rows = await rowsReadBy((db) => recordOutcomes(db, newId(), outcomes));
    expect(rows).toBeGreaterThanOrEqual(ASKED);
    expect(rows).toBeLessThanOrEqual(12 * ASKED);
  });

  test('deliveries are made due, after a clock was set back, at a few rows each', async () => {
    const { tenantId } = volume.owner;
    const ahead = (await waitingDeliveries()).map(({ delivery_id }) => ({
      ...{ tenantId, endpointId: asId(FIRST_ID), deliveryId: asId(delivery_id) },
      ...{ attempts: 0, dueAt: NOW },
    }));
    const rows = await rowsReadBy((db) => setDue(db, ahead));
    expect(rows).toBeGreaterThanOrEqual(ASKED);
    expect(rows).toBeLessThanOrEqual(12 * ASKED);
  });

  test('old events that are over are found at a few rows each', async () => {
    const { tenantId } = volume.owner;
    const range = { before: NOW, afterId: asId(FIRST_ID), highestId: asId(LAST_ID) };
    const rows = await rowsReadBy((db) => listOldEvents(db, tenantId, range, ASKED));
    expect(rows).toBeGreaterThanOrEqual(ASKED);
    expect(rows).toBeLessThanOrEqual(12 * ASKED);
  });

  test('the events of one transaction are held back at a few rows', async () => {
    const [waiting] = await waitingDeliveries();
    const subject = {
      transactionId: asId(waiting?.transaction_id ?? ''),
      type: 'transaction.finished',
    } as const;
    const rows = await rowsReadBy((db) => delayDeliveries(db, volume.owner.tenantId, subject, NOW));
    expect(rows).toBeLessThanOrEqual(12);
  });
});
