import { newId } from '@titular/server/kernel/base/id.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { createSettings, type Settings } from '@titular/server/tenants/settings-cache.ts';
import { insertCompany, insertTenant } from '@titular/server/tenants/tenant-store.ts';
import { createManualClock } from '@titular/test-kit';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let clone: ClonedDatabase;
let database: Database;
let settings: Settings;
let clock = createManualClock();
const tenantId = newId();
const companyId = newId();

beforeAll(async () => {
  clone = await cloneDatabase();
  database = connect(clone.connectionString, 2, () => undefined);
  await insertTenant(database.db, tenantId, 'Tenant', { bytes: Buffer.alloc(1), masterKeyId: '' });
  await insertCompany(database.db, tenantId, companyId, 'Before');
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});
beforeEach(async () => {
  clock = createManualClock();
  settings = createSettings(database.db, clock);
  await rename('Before');
});

const rename = (name: string) =>
  database.db.updateTable('companies').set({ name }).where('company_id', '=', companyId).execute();
const nameNow = async (): Promise<string | undefined> =>
  (await settings.findCompany(tenantId, companyId))?.name;

describe('settings in memory', () => {
  test('are kept for a second, and new again after two', async () => {
    expect(await nameNow()).toBe('Before');
    await rename('After');
    clock.advanceSeconds(0.999);
    expect(await nameNow()).toBe('Before');
    clock.advanceSeconds(1.001);
    expect(await nameNow()).toBe('After');
  });

  test('are read by who is in a database transaction without a second connection, also while others wait for one', async () => {
    const one = connect(clone.connectionString, 1, () => undefined);
    const lapsed = createSettings(one.db, clock);
    const found = await one.db.transaction().execute(async (trx) => {
      const waiting = lapsed.findCompany(tenantId, companyId);
      return { waiting, own: await lapsed.findCompany(tenantId, companyId, trx) };
    });
    expect([found.own?.name, (await found.waiting)?.name]).toEqual(['Before', 'Before']);
    await one.close();
  });

  test('do not grow old with a clock that is set back (R84)', async () => {
    expect(await nameNow()).toBe('Before');
    await rename('After');
    clock.advanceSeconds(-3_600);
    expect(await nameNow()).toBe('After');
  });

  test("belong to their tenant: another tenant's company is unknown (R19)", async () => {
    expect(await nameNow()).toBe('Before');
    expect(await settings.findCompany(newId(), companyId)).toBeUndefined();
    expect(await settings.findTenant(companyId)).toBeUndefined();
  });

  test('of a company that was switched off say so', async () => {
    expect(await nameNow()).toBe('Before');
    await database.db
      .updateTable('companies')
      .set({ active: false })
      .where('company_id', '=', companyId)
      .execute();
    clock.advanceSeconds(2);
    expect((await settings.findCompany(tenantId, companyId))?.active).toBe(false);
    await database.db
      .updateTable('companies')
      .set({ active: true })
      .where('company_id', '=', companyId)
      .execute();
  });

  test('that could not be read are asked again, not remembered as a fault', async () => {
    await sql`ALTER TABLE companies RENAME TO gone`.execute(database.db);
    await expect(nameNow()).rejects.toThrow();
    await sql`ALTER TABLE gone RENAME TO companies`.execute(database.db);
    expect(await nameNow()).toBe('Before');
  });

  test('are read once for all who ask at the same time', async () => {
    let reads = 0;
    const count = (): void => {
      reads += 1;
    };
    database.pool.on('acquire', count);
    await Promise.all(Array.from({ length: 100 }, nameNow));
    database.pool.off('acquire', count);
    expect(reads).toBe(1);
  });
});
