import { randomBytes } from 'node:crypto';
import { sealAuditLog, startSealer } from '@titular/server/audit/seal-audit-log.ts';
import { separationStatements } from '@titular/server/audit/separate-audit-role.ts';
import { verifyAuditLog } from '@titular/server/audit/verify-audit-log.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { addSweeps } from '@titular/server/kernel/jobs/sweep-store.ts';
import { sweepOnce } from '@titular/server/kernel/jobs/sweeps.ts';
import { insertAnyEntry } from '@titular/test-kit/database/insert-any-entry.ts';
import { ownerRole } from '@titular/test-kit/database/test-server.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { goBackTo } from '../kernel/database/earlier-schema.ts';
import { type AuditFixture, asSuperuserIn, openAuditFixture } from './audit-fixture.ts';

let fixture: AuditFixture;
beforeEach(async () => {
  fixture = await openAuditFixture();
});
afterEach(() => fixture.drop());

const silent = createLog('silent');
/** Verifies without sealing before. */
const verifyNow = () => verifyAuditLog(fixture.database.db, undefined, () => undefined);

describe('an entry that waits for its place in the chain (S13, S58)', () => {
  test('is counted by a walk that may not write, and breaks nothing; its place is that of its sealing', async () => {
    await fixture.writeUnsealed('one');
    await fixture.writeUnsealed('two');
    expect(await verifyNow()).toMatchObject({ entries: 0, waiting: 2, broken: undefined });
    await sealAuditLog(fixture.database.db);
    await fixture.writeUnsealed('three');
    expect(await verifyNow()).toMatchObject({ entries: 2, waiting: 1, broken: undefined });
    expect(await fixture.verify()).toMatchObject({ entries: 3, waiting: 0, broken: undefined });
  });

  test('is none where its change was rolled back', async () => {
    const undone = fixture.database.db.transaction().execute(async (trx) => {
      const entry = { tenantId: undefined, action: 'a', subject: 'undone' };
      await insertAnyEntry(trx, { clock: systemClock, actor: 'test' }, entry);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await fixture.verify()).toMatchObject({ entries: 0, waiting: 0, broken: undefined });
  });

  test('cannot be taken from those that wait before it has its place', async () => {
    await fixture.writeUnsealed('one');
    await expect(sql`DELETE FROM audit_unsealed`.execute(fixture.database.db)).rejects.toThrow('no place');
    expect(await verifyNow()).toMatchObject({ waiting: 1 });
  });

  test.each<[string, string, string]>([
    ['altered', `UPDATE audit_log SET actor = 'nobody' WHERE subject = 'two'`, 'altered'],
    ['removed', `DELETE FROM audit_log WHERE subject = 'two'`, 'missing'],
    [
      'altered in what waits',
      `UPDATE audit_unsealed SET entry_text = replace(entry_text, 'two', 'owt')`,
      'altered',
    ],
    ['taken from what waits', 'DELETE FROM audit_unsealed', 'unchained'],
    ['held back', `UPDATE audit_unsealed SET written_at = now() - interval '61 seconds'`, 'unsealed'],
  ])(
    'and was %s by a superuser, triggers off, is found before it is sealed, and after',
    async (what, forgery, kind) => {
      await fixture.write('one');
      await fixture.writeUnsealed('two');
      await fixture.forge(forgery);
      const before = (await verifyNow()).broken;
      expect(before?.kind).toBe(kind);
      expect(before?.sentence).toContain(before?.entryId);
      const after = (await fixture.verify()).broken;
      // What was only held back is sealed late, as it was written.
      expect(after?.kind).toBe(what === 'held back' ? undefined : kind);
    },
  );

  test('that was sealed already and is put among those that wait again is sealed once, and found', async () => {
    await fixture.write('one', 'two');
    await fixture.forge(`INSERT INTO audit_unsealed (entry_id, entry_text, written_at)
      SELECT entry_id, 'x', now() FROM audit_log WHERE subject = 'one'`);
    await fixture.writeUnsealed('three');
    const { entries, broken } = await fixture.verify();
    expect([entries, broken?.kind]).toEqual([3, 'altered']);
  });
});

describe('the sealer (S58)', () => {
  test('gives 1,000 entries of 8 writers their places in one chain, in two processes, each once', async () => {
    const other = connect(fixture.connectionString, 8, () => undefined);
    onTestFinished(other.close);
    const processes = [fixture.database, other];
    const sealers = processes.map(({ db, pool }) => startSealer(db, [pool], silent));
    const write = async (writer: number): Promise<void> => {
      const { db } = processes[writer % 2] ?? other;
      for (let at = 0; at < 125; at += 1) {
        const entry = { tenantId: undefined, action: 'a.change', subject: `${writer}/${at}` };
        await insertAnyEntry(db, { clock: systemClock, actor: `writer ${writer}` }, entry);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
    for (const { stop } of sealers) await stop();
    expect(await verifyNow()).toMatchObject({ entries: 1_000, waiting: 0, broken: undefined });
    const { rows } = await sql<{ subjects: string[] }>`
      SELECT array_agg(subject ORDER BY position) AS subjects FROM audit_chain JOIN audit_log USING (entry_id)
      GROUP BY actor`.execute(fixture.database.db);
    for (const { subjects } of rows) {
      const numbers = subjects.map((subject) => Number(subject.split('/')[1]));
      expect(numbers).toEqual(Array.from({ length: 125 }, (_, at) => at));
    }
  });

  test('seals what a process left that died, and what the release before wrote, when its sweep comes', async () => {
    await fixture.writeUnsealed('left');
    const { db, pool } = fixture.database;
    await pool.query(`INSERT INTO audit_log (entry_id, at, actor, action, subject)
      VALUES (gen_random_uuid(), now(), 'the release before', 'a.change', 'x')`);
    const sealer = startSealer(db, [], silent);
    await addSweeps(db, ['audit']);
    await sweepOnce(db, [sealer.sweep]);
    await sealer.idle();
    expect(await verifyNow()).toMatchObject({ entries: 2, waiting: 0, broken: undefined });
  });
});

describe('the migration to sealing (S14, S58)', () => {
  test('leaves a log with a role of its own to that role, once the service may act as it; nobody else is needed', async () => {
    const { database, connectionString } = fixture;
    await goBackTo(database.pool, 79);
    const role = `auditor_${randomBytes(6).toString('hex')}`;
    const before = separationStatements(role, ownerRole)
      .filter((statement) => !/keep_unsealed|seal_audit|TABLE audit_unsealed/.test(statement))
      .map((statement) => statement.replace(', audit_unsealed', ''));
    await asSuperuserIn(connectionString, async (client) => {
      for (const statement of before) await client.query(statement);
    });
    onTestFinished(async () => {
      await asSuperuserIn('@/postgres?', (client) => client.query(`DROP ROLE IF EXISTS ${role}`));
    });
    onTestFinished(() => fixture.drop());
    await fixture.writeUnsealed('before');
    await expect(migrate(connectionString)).rejects.toThrow('000080');
    await asSuperuserIn(connectionString, (client) => client.query(`GRANT ${role} TO ${ownerRole}`));
    await migrate(connectionString);
    await asSuperuserIn(connectionString, (client) => client.query(`REVOKE ${role} FROM ${ownerRole}`));
    await fixture.write('after');
    expect(await fixture.verify()).toMatchObject({ entries: 2, waiting: 0, broken: undefined });
    for (const statement of ['DELETE FROM audit_unsealed', 'ALTER TABLE audit_unsealed DISABLE TRIGGER ALL'])
      await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});
