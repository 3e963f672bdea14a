import { listAuditEntries } from '@titular/server/audit/audit-store.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { createManualClock } from '@titular/test-kit';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { insertAnyEntry } from '@titular/test-kit/database/insert-any-entry.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let clone: ClonedDatabase;
let database: Database;
const clock = createManualClock();
const tenants = [newId(), newId()];

beforeAll(async () => {
  clone = await cloneDatabase();
  database = connect(clone.connectionString, 2, () => undefined);
  for (let count = 0; count < 10; count += 1) {
    clock.advanceSeconds(1);
    await insertAnyEntry(
      database.db,
      { clock, actor: 'test' },
      { tenantId: tenants[count % 2], action: 'a.change', subject: `thing/${count}`, after: { count } },
    );
  }
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

test.each([
  ['changed', sql`UPDATE audit_log SET actor = 'somebody else'`],
  ['deleted', sql`DELETE FROM audit_log`],
  [
    'changed by a row of the same id',
    sql`INSERT INTO audit_log SELECT * FROM audit_log
    ON CONFLICT (entry_id) DO UPDATE SET actor = 'somebody else'`,
  ],
  ['emptied', sql`TRUNCATE audit_log`],
  ['moved in the chain', sql`UPDATE audit_chain SET position = position + 1`],
  ['taken out of the chain', sql`DELETE FROM audit_chain`],
  ['taken out of the chain with all others', sql`TRUNCATE audit_chain`],
  ['changed while it waits for its place', sql`UPDATE audit_unsealed SET entry_text = 'x'`],
  ['taken from those that wait, with all others', sql`TRUNCATE audit_unsealed`],
])('an entry cannot be %s (R95)', async (_what, statement) => {
  await expect(statement.execute(database.db)).rejects.toThrow('takes new entries only');
  expect(await listAuditEntries(database.db, { limit: 100 })).toHaveLength(10);
});

test('entries are listed newest first, page after page, without a gap or a repeat', async () => {
  const seen: string[] = [];
  let beforeId: string | undefined;
  for (;;) {
    const page = await listAuditEntries(database.db, { limit: 3, beforeId });
    if (page.length === 0) break;
    seen.push(...page.map((entry) => entry.subject));
    beforeId = page.at(-1)?.entryId;
  }
  expect(seen).toEqual(Array.from({ length: 10 }, (_, index) => `thing/${9 - index}`));
});

test("a tenant's entries are its own alone (R17)", async () => {
  const [first, second] = await Promise.all(
    tenants.map((tenantId) => listAuditEntries(database.db, { tenantId, limit: 100 })),
  );
  expect([first?.length, second?.length]).toEqual([5, 5]);
  expect(new Set(first?.map((entry) => entry.tenantId))).toEqual(new Set([tenants[0]]));
});
