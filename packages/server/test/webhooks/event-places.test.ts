import { type CompanyId, newId } from '@titular/server/kernel/base/id.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { readEventHorizon } from '@titular/server/webhooks/events/event-store.ts';
import { recordEvent } from '@titular/server/webhooks/events/record-event.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, openFixture } from './webhook-fixture.ts';

let fixture: Fixture;
let companyId: CompanyId;

beforeAll(async () => {
  fixture = await openFixture();
  companyId = await fixture.newCompany();
});
afterAll(() => fixture.close());

/** An event that is written and committed only when told. */
async function begin() {
  const { tenantId, clock } = fixture;
  const subject = { type: 'process.finished', processId: newId() } as const;
  const written = Promise.withResolvers<void>();
  const committing = Promise.withResolvers<void>();
  const done = fixture.database.db.transaction().execute(async (trx) => {
    await recordEvent(trx, { tenantId, companyId, subject, at: clock.now() });
    written.resolve();
    await committing.promise;
  });
  await written.promise;
  const commit = (): Promise<void> => {
    committing.resolve();
    return done;
  };
  return { processId: subject.processId, commit };
}

async function listUpTo(horizon: string): Promise<(string | null)[]> {
  const rows = await fixture.database.db
    .selectFrom('events')
    .select('subject_id')
    .where('position', '<=', horizon)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.subject_id);
}

test('who reads up to the horizon never finds a new event before it, and whoever writes waits for nobody', async () => {
  const { db } = fixture.database;
  const [early, middle, late] = [await begin(), await begin(), await begin()];
  await late.commit();
  expect(await listUpTo(await readEventHorizon(db))).toEqual([]);
  await middle.commit();
  expect(await listUpTo(await readEventHorizon(db))).toEqual([]);
  await early.commit();
  expect(await listUpTo(await readEventHorizon(db))).toEqual(
    [early, middle, late].map((one) => one.processId),
  );
});

test('readers beside many writers see each event once and in one order', async () => {
  const { db } = fixture.database;
  const writers = connect(fixture.connectionString, 8, () => undefined);
  const start = await readEventHorizon(db);
  const seen: string[] = [];
  let cursor = start;
  const read = async (): Promise<void> => {
    const horizon = await readEventHorizon(db);
    const rows = await db
      .selectFrom('events')
      .select(['event_id', 'position'])
      .where('position', '>', cursor)
      .where('position', '<=', horizon)
      .orderBy('position')
      .execute();
    seen.push(...rows.map((row) => row.event_id));
    cursor = rows.at(-1)?.position ?? cursor;
  };
  let isWriting = true;
  const { tenantId, clock } = fixture;
  const write = async (): Promise<void> => {
    for (let count = 0; count < 60; count += 1) {
      const subject = { type: 'process.finished', processId: newId() } as const;
      await writers.db
        .transaction()
        .execute((trx) => recordEvent(trx, { tenantId, companyId, subject, at: clock.now() }));
    }
  };
  const writing = Promise.all(Array.from({ length: 8 }, write)).finally(() => {
    isWriting = false;
  });
  while (isWriting) await read();
  await writing;
  await read();
  await writers.close();
  const kept = await db
    .selectFrom('events')
    .select('event_id')
    .where('position', '>', start)
    .orderBy('position')
    .execute();
  expect(seen).toEqual(kept.map((row) => row.event_id));
  expect(seen).toHaveLength(480);
});

test('a transaction takes one lock for all its events, also after one that was taken back', async () => {
  const { db } = fixture.database;
  const { tenantId, clock } = fixture;
  const countLocks = async (trx: typeof db): Promise<number> => {
    const { rows } = await sql`
      SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`.execute(trx);
    return rows.length;
  };
  for (const count of [3, 1]) {
    await db.transaction().execute(async (trx) => {
      for (let event = 0; event < count; event += 1) {
        const subject = { type: 'process.finished', processId: newId() } as const;
        await recordEvent(trx, { tenantId, companyId, subject, at: clock.now() });
      }
      expect(await countLocks(trx)).toBe(1);
    });
  }
});
