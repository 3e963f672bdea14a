import { readFile } from 'node:fs/promises';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { insertAnyEntry } from '@titular/test-kit/database/insert-any-entry.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuditFixture, openAuditFixture } from './audit-fixture.ts';
import { forgeriesFrom, SUBJECTS } from './forgeries.ts';

const CHAIN_MIGRATION = new URL(
  '../../src/kernel/database/migrate/migrations/000015-audit-chain.sql',
  import.meta.url,
);
/** Runs what a migration says, as migrations are run. */
async function asOwner(statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: fixture.connectionString });
  await client.connect();
  await client.query(statements);
  await client.end();
}

let fixture: AuditFixture;
beforeEach(async () => {
  fixture = await openAuditFixture();
});
afterEach(() => fixture.drop());

const entryAt = async (position: number): Promise<string> => {
  const { rows } = await sql<{ entry_id: string }>`
    SELECT entry_id FROM audit_chain WHERE position = ${position}`.execute(fixture.database.db);
  return rows[0]?.entry_id ?? '';
};
const chainOf = async () =>
  (
    await sql<{ subject: string; position: string }>`
      SELECT subject, position::text FROM audit_chain JOIN audit_log USING (entry_id) ORDER BY audit_chain.position`.execute(
      fixture.database.db,
    )
  ).rows;

describe('the chain of the audit log (R95)', () => {
  test('has every entry in its order, hashed by the database as this program hashes it, whatever the values hold', async () => {
    await fixture.write(...SUBJECTS);
    const odd = [
      {
        tenantId: newId(),
        action: 'a',
        subject: '',
        before: {},
        after: { 'ä"\n\\': [null, 1e21, 0.1, -0] },
      },
      { tenantId: undefined, action: '山田 🙂', subject: '1:x,', before: { b: 1, aa: { z: true, y: 'é' } } },
    ];
    for (const entry of odd)
      await insertAnyEntry(fixture.database.db, { clock: systemClock, actor: '5:null,-,' }, entry);
    const verdict = await fixture.verify();
    expect(verdict).toMatchObject({ entries: 8, broken: undefined });
    expect((await chainOf()).slice(0, 6)).toEqual(
      SUBJECTS.map((subject, index) => ({ subject, position: String(index + 1) })),
    );
  });

  test('of an empty log holds', async () => {
    expect(await fixture.verify()).toMatchObject({ entries: 0, broken: undefined });
  });

  test('leaves out what is rolled back, without a gap', async () => {
    const { db } = fixture.database;
    await fixture.write('one');
    const entry = { tenantId: undefined, action: 'a', subject: 'undone' };
    const undone = db.transaction().execute(async (trx) => {
      await insertAnyEntry(trx, { clock: systemClock, actor: 'test' }, entry);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await fixture.write('two');
    expect(await fixture.verify()).toMatchObject({ entries: 2, broken: undefined });
  });

  test('is one and unbroken when many write at once, also in transactions that take other locks before and after', async () => {
    const { db } = fixture.database;
    await sql`CREATE TABLE counters (id int PRIMARY KEY, value int NOT NULL)`.execute(db);
    await sql`INSERT INTO counters VALUES (0, 0), (1, 0)`.execute(db);
    const write = (trx: typeof db, subject: string) =>
      insertAnyEntry(
        trx,
        { clock: systemClock, actor: 'test' },
        { tenantId: undefined, action: 'a.change', subject },
      );
    const count = (trx: typeof db, id: number) =>
      sql`UPDATE counters SET value = value + 1 WHERE id = ${id}`.execute(trx);
    // Were the chain locked where an entry is written, the first would wait for the row of the second, and that for the chain.
    const orders = [
      async (trx: typeof db, name: string) => {
        await write(trx, name);
        await count(trx, 0);
        await write(trx, name);
      },
      async (trx: typeof db, name: string) => {
        await count(trx, 0);
        await write(trx, name);
        await count(trx, 1);
      },
    ];
    const writers = Array.from({ length: 80 }, (_, index) =>
      db.transaction().execute((trx) => orders[index % 2]?.(trx, `writer/${index}`) ?? Promise.resolve()),
    );
    await Promise.all(writers);
    expect(await fixture.verify()).toMatchObject({ entries: 120, broken: undefined });
    const { rows } = await sql`SELECT value FROM counters ORDER BY id`.execute(db);
    expect(rows).toEqual([{ value: 80 }, { value: 40 }]);
  });

  test('is walked to its end over many pages', async () => {
    await sql`INSERT INTO audit_log (entry_id, at, actor, action, subject)
      SELECT gen_random_uuid(), now(), 'test', 'a.change', 'thing/' || n FROM generate_series(1, 2500) n`.execute(
      fixture.database.db,
    );
    const { entries, lastHash, broken } = await fixture.verify();
    expect([entries, broken]).toEqual([2500, undefined]);
    expect(await fixture.verify(lastHash.toString('hex'))).toMatchObject({ anchorPosition: 2500 });
  });

  test('takes in what was written before there was one, in its order', async () => {
    await fixture.forge(
      'DROP TRIGGER audit_log_chain ON audit_log',
      'DROP TABLE audit_chain',
      'DROP FUNCTION chain_audit_entry, audit_hash, audit_field',
    );
    await fixture.write(...SUBJECTS);
    await asOwner(await readFile(CHAIN_MIGRATION, 'utf8'));
    await fixture.write('seven');
    expect(await fixture.verify()).toMatchObject({ entries: 7, broken: undefined });
    expect((await chainOf()).map(({ subject }) => subject)).toEqual([...SUBJECTS, 'seven']);
  });
});

describe('an audit log that a superuser forged, triggers off (R95)', () => {
  test.each(forgeriesFrom(0))(
    'tells of an entry that was %s, and which it is',
    async (_what, statements, kind, position) => {
      await fixture.write(...SUBJECTS);
      const suspect = position === undefined ? undefined : await entryAt(position);
      await fixture.forge(...statements);
      const { broken, entries } = await fixture.verify();
      expect(broken).toMatchObject({ kind, position });
      expect(entries).toBe((position ?? 7) - 1);
      if (kind === 'altered') expect(broken?.entryId).toBe(suspect);
      expect(broken?.sentence).toContain(broken?.entryId ?? 'an id');
    },
  );

  test('that was cut off at its end, or written anew from an entry on, is found by an anchor, and by that alone', async () => {
    await fixture.write(...SUBJECTS);
    const anchor = (await fixture.verify()).lastHash.toString('hex');
    await fixture.write('seven');
    expect(await fixture.verify(anchor)).toMatchObject({ anchorPosition: 6, broken: undefined });
    const cut = [
      'DELETE FROM audit_log WHERE entry_id IN (SELECT entry_id FROM audit_chain WHERE position > 5)',
      'DELETE FROM audit_chain WHERE position > 5',
    ];
    await fixture.forge(...cut);
    expect(await fixture.verify()).toMatchObject({ entries: 5, broken: undefined });
    expect((await fixture.verify(anchor)).broken).toMatchObject({ kind: 'cut off' });
    await fixture.write('another six');
    expect(await fixture.verify()).toMatchObject({ entries: 6, broken: undefined });
    expect((await fixture.verify(anchor)).broken?.sentence).toContain(anchor);
  });
});
