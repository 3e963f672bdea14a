import {
  type AuditFilter,
  listActorsAfter,
  listAuditValues,
  searchAuditEntries,
} from '@titular/server/audit/audit-search-store.ts';
import { newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { explain, nodesOf, openRecorder, rowsRead } from '@titular/test-kit/explain.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditFixture, openAuditFixture } from './audit-fixture.ts';

const COUNT = 1_000_000;
/** Most blocks of 8 kB that a statement of a search may touch: those of the 5,000 entries of one step, many of which share a block here. */
const MOST_BUFFERS = 1_000;
/** Values of a filter are looked up one by one, in some blocks each. */
const MOST_OF_VALUES = 200;
const START = Date.UTC(2026, 0, 1);

let fixture: AuditFixture;
const [busy, quiet] = [newId(), newId()] as [TenantId, TenantId];

/** A second apart, the busy tenant's but for one in a thousand; some actor, action and subject are rare and old, and one action is frequent and old. */
const FILL = `
  INSERT INTO audit_log (entry_id, tenant_id, at, actor, action, subject)
  SELECT (lpad(to_hex(${START} + n::bigint * 1000), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
    CASE WHEN n % 1000 = 0 THEN '${quiet}' ELSE '${busy}' END::uuid, to_timestamp(${START / 1000} + n),
    CASE WHEN n < 40 THEN 'user:rare' ELSE 'user:' || n % 7 END, CASE WHEN n % 100000 = 5 THEN 'rare.act' WHEN n < 200000 AND n % 2 = 0 THEN 'act.old' ELSE 'act.' || n % 11 END,
    CASE WHEN n < 20 THEN 'company/rare' ELSE 'transaction/' || n % 50000 END
  FROM generate_series(1, ${COUNT}) n`;

beforeAll(async () => {
  fixture = await openAuditFixture();
  await fixture.forge(FILL, 'ANALYZE audit_log');
}, 600_000);
afterAll(() => fixture.drop());

const at = (second: number): Date => new Date(START + second * 1_000);

const FILTERS: readonly Omit<AuditFilter, 'tenantId'>[] = [
  {},
  { actor: 'user:3' },
  { actor: 'user:rare' },
  { action: 'act.4' },
  { action: 'rare.act' },
  { action: 'act.old' },
  { subject: 'transaction/77' },
  { subject: 'company/rare' },
  { actor: 'user:rare', action: 'act.4' },
  { actor: 'user:3', action: 'rare.act' },
  { actor: 'user:3', action: 'act.4', subject: 'transaction/77' },
  { action: 'act.4', from: at(300_000), before: at(300_060) },
  { actor: 'nobody' },
];
const TENANTS = [busy, quiet, undefined];

/** What everything read would find. */
async function expected(filter: AuditFilter, limit: number): Promise<string[]> {
  const { tenantId, actor, action, subject, from, before } = filter;
  const { rows } = await sql<{ entry_id: string }>`
    SELECT entry_id FROM audit_log
    WHERE (${tenantId ?? null}::uuid IS NULL OR tenant_id = ${tenantId ?? null})
    AND (${actor ?? null}::text IS NULL OR actor = ${actor ?? null}) AND (${action ?? null}::text IS NULL OR action = ${action ?? null})
    AND (${subject ?? null}::text IS NULL OR subject = ${subject ?? null})
    AND (${from ?? null}::timestamptz IS NULL OR at >= ${from ?? null}) AND (${before ?? null}::timestamptz IS NULL OR at < ${before ?? null})
    ORDER BY entry_id DESC LIMIT ${limit}`.execute(fixture.database.db);
  return rows.map((row) => row.entry_id);
}

describe('the search of the audit log at a million entries', () => {
  test('finds what everything read would find, by actor, action, subject and time, step after step (P15)', async () => {
    for (const tenantId of TENANTS)
      for (const filter of FILTERS) {
        const found: string[] = [];
        let beforeId: string | undefined;
        do {
          const asked = { ...filter, tenantId, beforeId };
          const step = await searchAuditEntries(fixture.database.db, asked, 20 - found.length);
          found.push(...step.entries.map(({ entryId }) => entryId));
          beforeId = step.nextId;
        } while (beforeId !== undefined && found.length < 20);
        const words = JSON.stringify({ ...filter, tenantId });
        expect(found, words).toEqual(await expected({ ...filter, tenantId }, 20));
      }
  }, 900_000);

  test('touches a bounded number of blocks, by index, whatever is asked for (P15)', async () => {
    const recorder = openRecorder<never>(fixture.connectionString);
    const db = recorder.db as unknown as typeof fixture.database.db;
    for (const tenantId of TENANTS)
      for (const filter of FILTERS) await searchAuditEntries(db, { ...filter, tenantId }, 50);
    const ofSearch = recorder.statements.length;
    expect(ofSearch).toBeGreaterThan(FILTERS.length * 3);
    for (const tenantId of TENANTS) await listAuditValues(db, tenantId);
    for (const tenantId of TENANTS) await listActorsAfter(db, tenantId, 'user:2', 500);
    for (const [index, statement] of recorder.statements.entries()) {
      const { plan, buffers } = await explain(fixture.database.pool, statement);
      const words = `${statement.text}\n${JSON.stringify(statement.values)}`;
      const scans = nodesOf(plan).map((node) => node['Node Type']);
      expect(scans, words).not.toContain('Seq Scan');
      expect(buffers, words).toBeLessThan(index < ofSearch ? MOST_BUFFERS : MOST_OF_VALUES);
      expect(rowsRead(plan), words).toBeLessThan(5_100);
    }
    await recorder.close();
  }, 900_000);

  test('offers each actor and action once, those of the tenant alone (R17)', async () => {
    const { db } = fixture.database;
    const of = await listAuditValues(db, quiet);
    const all = await listAuditValues(db, undefined);
    expect(all.actors).toEqual([...[0, 1, 2, 3, 4, 5, 6].map((n) => `user:${n}`), 'user:rare']);
    expect(all.actions).toContain('rare.act');
    expect(of.actors).not.toContain('user:rare');
    expect(of.actions).not.toContain('rare.act');
    expect(of.actions).toEqual([...[0, 1, 10, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `act.${n}`), 'act.old']);
  });
});
