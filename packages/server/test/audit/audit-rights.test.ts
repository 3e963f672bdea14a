import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { ownerRole } from '@titular/test-kit/database/test-server.ts';
import { codeNamed } from '@titular/test-kit/pages/snippets.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditFixture, asSuperuserIn, openAuditFixture } from './audit-fixture.ts';

let fixture: AuditFixture;
const role = `auditor_${randomBytes(6).toString('hex')}`;

/** The statements that the documentation tells to run. */
async function handOver(): Promise<string> {
  const page = await readFile('docs/audit-log.md', 'utf8');
  const statements = codeNamed(page, 'sql', 'hand-over');
  return statements.replaceAll('titular_audit', role);
}

beforeAll(async () => {
  fixture = await openAuditFixture();
  await fixture.write('one', 'two');
  const statements = await handOver();
  await asSuperuserIn(fixture.connectionString, (client) => client.query(statements));
});
afterAll(async () => {
  await fixture.drop();
  await asSuperuserIn('@/postgres?', (client) => client.query(`DROP ROLE ${role}`));
});

describe('where a role of its own owns the audit log (R95)', () => {
  test('the service still writes entries, each with its link, and brings the schema up to date', async () => {
    await migrate(fixture.connectionString);
    await fixture.write('three');
    expect(await fixture.verify()).toMatchObject({ entries: 3, broken: undefined });
  });

  test.each([
    `UPDATE audit_log SET actor = 'x'`,
    'DELETE FROM audit_log',
    'TRUNCATE audit_log',
    'DROP TABLE audit_log CASCADE',
    'ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only',
    'ALTER TABLE audit_log DISABLE TRIGGER audit_log_chain',
    'DROP TRIGGER audit_log_chain ON audit_log',
    `CREATE TRIGGER mine BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
    'SET session_replication_role = replica',
    `INSERT INTO audit_chain SELECT position + 10, gen_random_uuid(), hash, previous_hash FROM audit_chain`,
    `UPDATE audit_chain SET position = position + 10`,
    'DELETE FROM audit_chain',
    'TRUNCATE audit_chain',
    `INSERT INTO audit_unsealed (entry_id, entry_text) SELECT entry_id, 'x' FROM audit_log`,
    `UPDATE audit_unsealed SET entry_text = 'x'`,
    'DELETE FROM audit_unsealed',
    'TRUNCATE audit_unsealed',
    'DROP TABLE audit_unsealed',
    'ALTER TABLE audit_unsealed DISABLE TRIGGER ALL',
    'ALTER FUNCTION seal_audit_entries(integer) RENAME TO gone',
    'DROP TABLE audit_chain',
    `CREATE OR REPLACE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    'ALTER FUNCTION audit_hash(bytea, audit_log) RENAME TO gone',
    `SET ROLE ${role}`,
  ])('the role of the service is refused: %s', async (statement) => {
    const { pool } = fixture.database;
    await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' });
    expect((await fixture.verify()).broken).toBeUndefined();
  });

  test('a table of the same name that is nearer to the caller takes no link away', async () => {
    const client = await fixture.database.pool.connect();
    try {
      await client.query('CREATE TEMP TABLE audit_chain (LIKE public.audit_chain)');
      await client.query(
        `INSERT INTO audit_log (entry_id, at, actor, action, subject) VALUES (gen_random_uuid(), now(), '${ownerRole}', 'x', 'x')`,
      );
      expect((await client.query('SELECT FROM pg_temp.audit_chain')).rows).toEqual([]);
    } finally {
      client.release(true);
    }
    expect((await fixture.verify()).broken).toBeUndefined();
  });
});
