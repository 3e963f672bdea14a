import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseLedger, placeLedger } from '@titular/cli/commands/data/restore-ledger.ts';
import { readConfig } from '@titular/server/config/config.ts';
import { beginLedger } from '@titular/server/erasure/ledger/ledger-file.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandFixture, openCommandFixture } from '../command-fixture.ts';

let fixture: CommandFixture;

beforeAll(async () => {
  fixture = await openCommandFixture();
  // The first command makes the tables.
  await fixture.ask('audit', 'list');
});
afterAll(() => fixture.drop());

/** Longer than a statement of the service may take. */
const OVERLONG = '6 s';

test('a verification has time to count a large table (S47)', async () => {
  const { db } = fixture.database;
  await db.transaction().execute(async (holder) => {
    // Whoever counts the table waits for as long as it is held.
    await sql`LOCK TABLE erasures IN ACCESS EXCLUSIVE MODE`.execute(holder);
    const ended = fixture.run('data', 'verify', '--without-ledger');
    const hasWaited = async (): Promise<boolean> => {
      const { rows } = await sql`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query LIKE 'SELECT count(*)%' AND clock_timestamp() - query_start > ${OVERLONG}::interval`.execute(
        db,
      );
      return rows.length > 0;
    };
    const waited = eventually(async () => expect(await hasWaited()).toBe(true)).then(() => 'waits');
    expect(await Promise.race([waited, ended])).toBe('waits');
    await sql`ROLLBACK`.execute(holder);
    expect((await ended).code).toBe(0);
  });
});

test('a ledger is accepted in words, which the audit log keeps (S48)', async () => {
  const file = join(fixture.directory, 'erasures.ledger');
  expect((await fixture.run('data', 'verify')).errors).toContain(`There is no erasure ledger at ${file}`);
  await beginLedger(file, new Date(0));
  const { id } = await fixture.ask('data', 'accept-ledger');
  expect(id).toMatch(/^[0-9a-f]{64}$/);
  // A dump that is restored gives the log to the role of the service.
  expect(await fixture.ask('data', 'verify')).toMatchObject({ auditRoleSeparate: false });
  const entries = await fixture.ask<{ action: string; after: object }[]>('audit', 'list');
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'deployment.accept-ledger', after: { ledger: id } }),
  );
});

test('a ledger that was brought is put in its place last, and one that is the same is no hindrance (S48)', async () => {
  const [directory, brought] = [join(fixture.directory, 'of-a-restore'), join(fixture.directory, 'brought')];
  await mkdir(directory);
  await beginLedger(brought, new Date());
  const config = readConfig({ TITULAR_DATA_DIR: directory });
  const choose = () =>
    chooseLedger(config, { positionals: [], options: { ledger: brought }, switches: new Set() });
  const choice = await choose();
  const place = join(directory, 'erasures.ledger');
  expect(choice).toEqual({ file: brought, place, isWaived: false });
  await placeLedger(choice);
  expect(await readFile(place)).toEqual(await readFile(brought));
  // The one before was ended after this step.
  expect(await choose()).toEqual(choice);
  await writeFile(place, 'another');
  await expect(choose()).rejects.toThrow('remove one of the two');
});
