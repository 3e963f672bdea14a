import { createAssertionConsumer } from '@titular/server/access-tokens/grants/consume-assertions.ts';
import { announceClosing, freeze, insertMove } from '@titular/server/cells/move-store.ts';
import { raiseFences } from '@titular/server/cells/replication/fences.ts';
import { newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { digest, newSecret } from '@titular/server/kernel/base/secret.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { isTenantClosed } from '@titular/server/kernel/database/moves/tenant-closed.ts';
import { createRateLimiter } from '@titular/server/rate-limits/rate-limiter.ts';
import { insertTenant } from '@titular/server/tenants/tenant-store.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';

const closings: (() => Promise<void>)[] = [];
let database: Database;
let moving: TenantId;
let other: TenantId;

beforeEach(async () => {
  const clone = await cloneDatabase();
  database = connect(clone.connectionString, 5, () => undefined);
  closings.push(database.close, clone.drop);
  [moving, other] = [newId(), newId()];
  for (const id of [moving, other])
    await insertTenant(database.db, id, 'Tenant', { bytes: Buffer.alloc(1), masterKeyId: 'key' });
});
afterAll(async () => {
  for (const close of closings) await close();
});

async function freezeMoving(): Promise<void> {
  const { db } = database;
  await insertMove(db, {
    ...{ tenantId: moving, side: 'source', moveId: newId(), phase: 'copying', peer: 'other' },
  });
  await raiseFences(database, moving);
  await announceClosing(db, moving, 0);
  expect(await db.transaction().execute((trx) => freeze(trx, moving))).toBe(true);
}

const outcomeOf = <Value>(work: Promise<Value>): Promise<Value | 'closed'> =>
  work.catch((error: unknown) => {
    if (isTenantClosed(error)) return 'closed';
    throw error;
  });

const newLimiter = (clock = { ms: 0 }) =>
  createRateLimiter(
    database.db,
    async () => ({ ratePerSecond: 100, burst: 200 }),
    () => 1,
    () => clock.ms,
  );

test('requests of a tenant that is frozen for its move are refused as such, and those of others that share the statement are let in (S59, R68)', async () => {
  const limiter = newLimiter();
  for (const tenantId of [moving, other]) await newLimiter().take(tenantId);
  await freezeMoving();
  const [closed, open] = await Promise.all([outcomeOf(limiter.take(moving)), outcomeOf(limiter.take(other))]);
  expect(closed).toBe('closed');
  expect(open).toMatchObject({ allowed: true });
});

test('what is left of a lease of a tenant that was frozen meanwhile is dropped, and no request beside it fails (S59, R68)', async () => {
  const clock = { ms: 0 };
  const limiter = newLimiter(clock);
  // Whoever goes on asking is lent requests in advance.
  for (; clock.ms < 600; clock.ms += 20) await limiter.take(moving);
  await newLimiter().take(other);
  await freezeMoving();
  const [, open] = await Promise.all([limiter.stop(), outcomeOf(limiter.take(other))]);
  expect(open).toMatchObject({ allowed: true });
});

test('an assertion of a tenant that is frozen for its move is refused as such, and those of others that share the statement are taken once (S59, R6)', async () => {
  const consume = createAssertionConsumer(database.db);
  const useOf = (tenantId: TenantId) => ({
    tenantId,
    hash: digest(newSecret('')),
    expiresAt: new Date(Date.now() + 60_000),
  });
  await freezeMoving();
  const again = useOf(other);
  const outcomes = await Promise.all(
    [useOf(other), useOf(moving), again, { ...again }].map((use) => outcomeOf(consume(use))),
  );
  expect(outcomes).toEqual([true, 'closed', true, false]);
});
