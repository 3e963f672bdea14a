import { clearTenant } from '@titular/server/cells/carry/clear-tenant.ts';
import { announceClosing, freeze, insertMove, updatePhase } from '@titular/server/cells/move-store.ts';
import { dropFences, passFences, raiseFences } from '@titular/server/cells/replication/fences.ts';
import { newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { requireServed } from '@titular/server/kernel/database/moves/served-tenants.ts';
import { isTenantClosed } from '@titular/server/kernel/database/moves/tenant-closed.ts';
import { insertTenant } from '@titular/server/tenants/tenant-store.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { LOCKS_HERE } from '@titular/test-kit/database/locks-here.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

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

const note = (tenantId: TenantId, db = database.db) =>
  db
    .insertInto('revoked_tokens')
    .values({ tenant_id: tenantId, token_id: newId(), expires_at: new Date() })
    .execute();
const begin = (side: 'source' | 'target', phase: 'copying' | 'arriving') =>
  insertMove(database.db, { tenantId: moving, side, moveId: newId(), phase, peer: 'other' });
const freezeNow = () => database.db.transaction().execute((trx) => freeze(trx, moving));
const refusalOf = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    (error: unknown) => isTenantClosed(error),
  );
const countNotes = async (): Promise<number> =>
  (
    await database.db
      .selectFrom('revoked_tokens')
      .select('token_id')
      .where('tenant_id', '=', moving)
      .execute()
  ).length;

describe('the fence of a tenant that moves (S59)', () => {
  test('freezes only once every writer has committed, and refuses later writes of this tenant alone', async () => {
    await begin('source', 'copying');
    await raiseFences(database, moving);
    await note(moving);
    expect(await announceClosing(database.db, moving, 0)).toBe(true);
    let commit = (): void => undefined;
    const committed = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let hasWritten = false;
    const writer = database.db.transaction().execute(async (trx) => {
      await note(moving, trx);
      hasWritten = true;
      await committed;
    });
    await eventually(() => expect(hasWritten).toBe(true));
    const freezing = freezeNow();
    await eventually(async () => {
      const { rows } = await database.pool.query(
        `SELECT FROM ${LOCKS_HERE} WHERE locktype = 'advisory' AND NOT granted`,
      );
      expect(rows).toHaveLength(1);
    });
    commit();
    await writer;
    expect(await freezing).toBe(true);
    expect(await refusalOf(note(moving))).toBe(true);
    expect(await refusalOf(note(other))).toBe(false);
    expect(await countNotes()).toBe(2);
  });

  test('is not frozen without an announcement, and opens again when the switch is taken back', async () => {
    await begin('source', 'copying');
    await raiseFences(database, moving);
    expect(await freezeNow()).toBe(false);
    await announceClosing(database.db, moving, 0);
    await freezeNow();
    await updatePhase(database.db, { tenantId: moving, side: 'source' }, ['frozen'], 'copying');
    await note(moving);
    expect(await countNotes()).toBe(1);
  });

  test('leaves out what clean-up would change where the tenant is not served, and fails no statement about others', async () => {
    await note(moving);
    await note(other);
    await begin('target', 'arriving');
    await raiseFences(database, moving);
    const deleted = await database.db.deleteFrom('revoked_tokens').executeTakeFirst();
    expect(deleted.numDeletedRows).toBe(1n);
    expect(await countNotes()).toBe(1);
    expect(await refusalOf(note(moving))).toBe(true);
    await database.pool.query(
      `INSERT INTO delivery_claims SELECT tenant_id, tenant_id, tenant_id, tenant_id, now() FROM tenants`,
    );
    const { rows } = await database.pool.query('SELECT tenant_id FROM delivery_claims');
    expect(rows).toEqual([{ tenant_id: other }]);
  });

  test('lets the move itself through, which deletes all of the tenant and nothing of others', async () => {
    await note(moving);
    await note(other);
    await begin('target', 'arriving');
    await raiseFences(database, moving);
    await raiseFences(database, moving);
    await database.db.transaction().execute(async (trx) => {
      await passFences(trx, moving);
      await note(moving, trx);
    });
    expect(await countNotes()).toBe(2);
    const clearing = clearTenant(
      database,
      { tenantId: moving, stopping: new AbortController().signal },
      'here',
    );
    let step = await clearing.next();
    while (!step.done) step = await clearing.next();
    expect(step.value).toBe(3);
    await dropFences(database, moving);
    const { rows } = await database.pool.query('SELECT tenant_id FROM tenants');
    expect(rows).toEqual([{ tenant_id: other }]);
    const triggers = await database.pool.query("SELECT FROM pg_trigger WHERE tgname LIKE 'moves\\_%'");
    expect(triggers.rows).toEqual([]);
  });
});

describe('a tenant that is closed (S59)', () => {
  const isServed = async (tenantId: TenantId): Promise<boolean> =>
    !(await refusalOf(requireServed(database.db, tenantId)));

  test('is refused from the announced instant on, whatever a process read before, and served again at once', async () => {
    expect([await isServed(moving), await isServed(other)]).toEqual([true, true]);
    await begin('source', 'copying');
    await announceClosing(database.db, moving, 1_500);
    expect(await isServed(moving)).toBe(true);
    await eventually(async () => expect(await isServed(moving)).toBe(false));
    const { rows } = await database.pool.query(
      'SELECT closes_at <= clock_timestamp() AS is_past FROM tenant_moves',
    );
    expect(rows).toEqual([{ is_past: true }]);
    expect(await isServed(other)).toBe(true);
    await updatePhase(database.db, { tenantId: moving, side: 'source' }, ['closing'], 'copying');
    await eventually(async () => expect(await isServed(moving)).toBe(true));
  });

  test('is served by the deployment that it came to, although the note of the other one says otherwise', async () => {
    await begin('source', 'copying');
    await announceClosing(database.db, moving, 0);
    await begin('target', 'arriving');
    await eventually(async () => expect(await isServed(moving)).toBe(false));
    await updatePhase(database.db, { tenantId: moving, side: 'target' }, ['arriving'], 'arrived');
    await eventually(async () => expect(await isServed(moving)).toBe(true));
  });
});
