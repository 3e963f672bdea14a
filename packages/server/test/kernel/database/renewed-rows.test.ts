import {
  claimIdempotencyKey,
  deleteExpiredAnswers,
  findIdempotentAnswer,
} from '@titular/server/idempotency/idempotency-store.ts';
import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { deleteOlder } from '@titular/server/kernel/database/batches/delete-older.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { insertTenant } from '@titular/server/tenants/tenant-store.ts';
import { deleteExpiredClaims } from '@titular/server/webhooks/queue/delivery-queue-store.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

const closings: (() => Promise<void>)[] = [];
let database: Database;
const tenantId = newId();
const now = new Date();

beforeAll(async () => {
  const clone = await cloneDatabase();
  database = connect(clone.connectionString, 4, () => undefined);
  closings.push(database.close, clone.drop);
  await insertTenant(database.db, tenantId, 'Tenant', { bytes: Buffer.alloc(1), masterKeyId: 'key' });
});
afterAll(async () => {
  for (const close of closings) await close();
});

test('a claim that another process takes anew while expired ones are deleted stays (S55)', async () => {
  const { db } = database;
  await sql`INSERT INTO delivery_claims (delivery_id, tenant_id, endpoint_id, process_id, expires_at)
    SELECT gen_random_uuid(), ${tenantId}, gen_random_uuid(), gen_random_uuid(), ${addSeconds(now, -1)}
    FROM generate_series(1, 2)`.execute(db);
  const deleted = await db.transaction().execute(async (trx) => {
    await sql`UPDATE delivery_claims SET expires_at = ${addSeconds(now, 60)}
      WHERE delivery_id = (SELECT min(delivery_id::text)::uuid FROM delivery_claims)`.execute(trx);
    return { work: deleteExpiredClaims(db, now) };
  });
  await deleted.work;
  const { rows } = await sql`SELECT expires_at > ${now} AS is_held FROM delivery_claims`.execute(db);
  expect(rows).toEqual([{ is_held: true }]);
});

test('an idempotency key that is used anew while expired ones are deleted keeps its answer (R74)', async () => {
  const { db } = database;
  const keyHash = Buffer.alloc(32, 1);
  const request = (expiresAt: Date) => ({
    ...{ keyHash, requestHash: Buffer.alloc(32, 2), meaningHash: Buffer.alloc(32, 3), expiresAt },
  });
  await claimIdempotencyKey(db, tenantId, request(addSeconds(now, -1)), addSeconds(now, -60));
  const deleted = await db.transaction().execute(async (trx) => {
    expect(await claimIdempotencyKey(trx, tenantId, request(addSeconds(now, 60)), now)).toBe(true);
    return { work: deleteExpiredAnswers(db, now, 10) };
  });
  expect(await deleted.work).toBe(0);
  expect(await findIdempotentAnswer(db, tenantId, keyHash, now)).toBeDefined();
});

test('rows that are deleted by time go without those that another process holds, and nobody waits for it (F2)', async () => {
  const { db } = database;
  const deleteOld = deleteOlder('platform_events', 'received_at');
  await sql`INSERT INTO platform_events (tenant_id, event_id, process_id, received_at)
    SELECT ${tenantId}, n::text, gen_random_uuid(), ${addSeconds(now, -3)}::timestamptz + n * interval '1 second'
    FROM generate_series(1, 3) AS n`.execute(db);
  await db.transaction().execute(async (trx) => {
    await sql`SELECT FROM platform_events WHERE event_id = '1' FOR UPDATE`.execute(trx);
    expect(await deleteOld(db, now, 10)).toBe(1);
  });
  expect(await deleteOld(db, now, 10)).toBe(1);
  expect(await deleteOld(db, now, 10)).toBe(0);
  expect(await deleteOlder('platform_events', 'received_at', '<=')(db, now, 10)).toBe(1);
});
