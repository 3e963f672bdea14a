import { applyMigration } from '@titular/server/kernel/database/migrate/apply-migration.ts';
import { parseMigration, readNewestSchema } from '@titular/server/kernel/database/migrate/migration.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseDump } from '../../../../../scripts/docs/database-dump.ts';
import { goBackTo } from './earlier-schema.ts';
import {
  beginLong,
  beginLongWrite,
  type Clone,
  invalidIndexes,
  isWaitedFor,
  openClone,
  openPrograms,
  readSchema,
} from './upgrade-fixture.ts';

/** More than two batches of migration 45. */
const PROCESSES = 1_101;

const NAMED =
  "FROM pg_stat_activity WHERE application_name = 'titular-migrate' AND datname = current_database()";

/** Ends what the server still does for a process that was killed, as a restart of the server would. */
async function endOrphans({ pool }: Clone): Promise<void> {
  await pool.query(`SELECT pg_terminate_backend(pid) ${NAMED}`);
  await eventually(async () => expect((await pool.query(`SELECT ${NAMED}`)).rowCount).toBe(0));
}

async function isUpToDate(clone: Clone, template: string): Promise<void> {
  expect(await readSchema(clone)).toBe(await readNewestSchema());
  expect(await databaseDump(clone.connectionString)).toBe(template);
  expect(await invalidIndexes(clone)).toEqual([]);
}

describe('kill -9 in the middle of a migration, and the same command again (S18, S19)', () => {
  test('of one commit: nothing of it is there, and then all', async () => {
    const clone = await openClone();
    const template = await databaseDump(clone.connectionString);
    await goBackTo(clone.pool, 31);
    const before = await databaseDump(clone.connectionString);
    const start = await openPrograms(clone);
    const endWrite = await beginLongWrite(clone.connectionString, 'processes');
    const killed = start(['migrate']);
    await eventually(async () => expect(await isWaitedFor(clone, 'processes')).toBe(true));
    killed.kill();
    expect(await killed.ended).toBe(null);
    await endOrphans(clone);
    expect(await databaseDump(clone.connectionString)).toBe(before);
    await endWrite();
    const again = start(['migrate']);
    expect([await again.ended, again.output()]).toEqual([
      0,
      expect.stringContaining('000032-capture-dues.sql'),
    ]);
    await isUpToDate(clone, template);
  });

  test('of indexes that are built beside writers: what is left invalid is built anew', async () => {
    const clone = await openClone();
    const template = await databaseDump(clone.connectionString);
    await goBackTo(clone.pool, 32);
    await clone.pool.query('DROP INDEX IF EXISTS transactions_status');
    const start = await openPrograms(clone);
    const endWrite = await beginLongWrite(clone.connectionString, 'transactions');
    const killed = start(['migrate']);
    await eventually(async () => expect(await invalidIndexes(clone)).toEqual(['transactions_status']));
    killed.kill();
    expect(await killed.ended).toBe(null);
    await endOrphans(clone);
    expect(await invalidIndexes(clone)).toEqual(['transactions_status']);
    await endWrite();
    const again = start(['migrate']);
    expect([await again.ended, again.output()]).toEqual([
      0,
      expect.stringContaining('000033-list-indexes.sql'),
    ]);
    await isUpToDate(clone, template);
  });

  test('of a backfill: the batches that were committed stay, and it goes on from there', async () => {
    const clone = await openClone();
    const template = await databaseDump(clone.connectionString);
    await goBackTo(clone.pool, 44);
    await clone.pool.query(`
      INSERT INTO tenants (tenant_id, name, wrapped_data_key, master_key_id) VALUES (gen_random_uuid(), 'T', '', 'k');
      INSERT INTO companies (tenant_id, company_id, name) SELECT tenant_id, gen_random_uuid(), 'C' FROM tenants;
      INSERT INTO processes (tenant_id, process_id, company_id, status, purpose, identity_key, identity_hash,
        sealed_identity, created_at, expires_at)
      SELECT tenant_id, gen_random_uuid(), company_id, 'created', 'creditprocess', 'cpf', '', '', now(), now()
      FROM companies, generate_series(1, ${PROCESSES});
      ALTER TABLE capture_links DISABLE TRIGGER USER;
      INSERT INTO capture_links (tenant_id, transaction_id, code_hash, expires_at)
      SELECT tenant_id, process_id, uuid_send(process_id), now() FROM processes`);
    const kinds = async () =>
      (
        await clone.pool.query(
          'SELECT subject_kind AS kind, count(*)::integer AS count FROM capture_links GROUP BY 1 ORDER BY 1',
        )
      ).rows;
    const start = await openPrograms(clone);
    const endWrite = await beginLong(
      clone.connectionString,
      'SELECT FROM capture_links ORDER BY transaction_id DESC LIMIT 1 FOR UPDATE',
    );
    const killed = start(['migrate']);
    const half = [
      { kind: 'process', count: 1_000 },
      { kind: 'transaction', count: PROCESSES - 1_000 },
    ];
    await eventually(async () => expect(await kinds()).toEqual(half));
    killed.kill();
    expect(await killed.ended).toBe(null);
    await endOrphans(clone);
    expect(await kinds()).toEqual(half);
    await endWrite();
    const again = start(['migrate']);
    expect([await again.ended, again.output()]).toEqual([
      0,
      expect.stringContaining('000045-subject-kinds.batch.sql'),
    ]);
    expect(await kinds()).toEqual([{ kind: 'process', count: PROCESSES }]);
    await clone.pool.query('ALTER TABLE capture_links ENABLE TRIGGER USER');
    await isUpToDate(clone, template);
  });
});

test('Ctrl-C ends titular migrate with 130 after the try under way, and nothing of the migration is there (S17)', async () => {
  const clone = await openClone();
  await goBackTo(clone.pool, 31);
  const before = await databaseDump(clone.connectionString);
  const start = await openPrograms(clone);
  const endWrite = await beginLongWrite(clone.connectionString, 'processes');
  const interrupted = start(['migrate']);
  await eventually(async () => expect(await isWaitedFor(clone, 'processes')).toBe(true));
  interrupted.kill('SIGINT');
  expect(await interrupted.ended).toBe(130);
  expect(await databaseDump(clone.connectionString)).toBe(before);
  await endWrite();
});

describe('an index that is built beside writers (S18)', () => {
  const MIGRATION = parseMigration(
    '009001-sample.sql',
    '-- expand, min_program 46\nCREATE INDEX CONCURRENTLY transactions_sample ON transactions (tenant_id, order_number);',
  );

  async function openClient({ connectionString }: Clone): Promise<pg.Client> {
    const client = new pg.Client({ connectionString, application_name: 'titular-migrate' });
    client.on('error', () => undefined);
    await client.connect();
    onTestFinished(() => client.end().catch(() => undefined));
    return client;
  }

  const findIndex = async ({ pool }: Clone) =>
    (
      await pool.query(
        "SELECT indexrelid AS oid, indisvalid FROM pg_index WHERE indexrelid = to_regclass('transactions_sample')",
      )
    ).rows[0];

  test('is found invalid after its building was cut off, and built anew; a valid one stays', async () => {
    const clone = await openClone();
    const endWrite = await beginLongWrite(clone.connectionString, 'transactions');
    const cutOff = applyMigration(await openClient(clone), MIGRATION, {});
    cutOff.catch(() => undefined);
    await eventually(async () => expect(await findIndex(clone)).toMatchObject({ indisvalid: false }));
    // Writers go on meanwhile.
    await (await beginLongWrite(clone.connectionString, 'transactions'))();
    await endOrphans(clone);
    await expect(cutOff).rejects.toThrow('migration 009001-sample.sql failed');
    const left = await findIndex(clone);
    expect(left).toMatchObject({ indisvalid: false });
    await endWrite();

    const client = await openClient(clone);
    await applyMigration(client, MIGRATION, {});
    const built = await findIndex(clone);
    expect(built).toMatchObject({ indisvalid: true });
    expect(built.oid).not.toBe(left.oid);

    // As if the process had died between the index and the note that the migration is applied.
    await clone.pool.query('DELETE FROM schema_migrations WHERE number = 9001');
    await applyMigration(client, MIGRATION, {});
    expect(await findIndex(clone)).toEqual(built);
    expect(await readSchema(clone)).toBe(9001);
  });
});
