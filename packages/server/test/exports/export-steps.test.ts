import { gunzipSync } from 'node:zlib';
import { deleteOldExports } from '@titular/server/exports/export-store.ts';
import type { Reader } from '@titular/server/exports/index.ts';
import { startExport } from '@titular/server/exports/start-export.ts';
import { type ExportDeps, partPlace, type StoredExport } from '@titular/server/exports/stored-export.ts';
import { recordFailure, writeExport, writeNextPart } from '@titular/server/exports/write-export.ts';
import type { WriteLimits } from '@titular/server/exports/write-step.ts';
import { newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { LOCKS_HERE } from '@titular/test-kit/database/locks-here.ts';
import { addTransactions } from '@titular/test-kit/fill-volume.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';
import { codeOf } from '../portal/case-fixture.ts';
import { connectFaulty, FAULTS } from '../transactions/faulty-database.ts';
import { addReader, idsOf, linesOf } from './export-fixture.ts';

const COUNT = 30;
let volume: VolumeFixture;
let deps: ExportDeps;
let reader: Reader;

beforeAll(async () => {
  volume = await openVolume();
  const at = `now() - n * interval '30 seconds'`;
  await addTransactions(volume.filler, volume.owner, {
    ...{ count: COUNT, salt: 0, status: `'expired'` },
    ...{ createdAt: at, finishedAt: at, expiresAt: at },
  });
  const tenantKeys = createTenantKeys(volume.db, volume.masterKeys);
  deps = { db: volume.db, clock: volume.clock, environment: 'test', tenantKeys };
}, 360_000);
beforeEach(async () => {
  await volume.db.deleteFrom('exports').execute();
  await volume.db.deleteFrom('nodes').execute();
  reader = await addReader(volume);
});
afterAll(() => volume.close());

const STEPS: WriteLimits = {
  ...{ maxRows: 50_000, maxBytes: 2 ** 26, partRows: 10, partBytes: 2 ** 20, stepMs: 60_000 },
};
const begin = (filter = {}): Promise<StoredExport> =>
  startExport(deps, reader, { kind: 'transactions', filter });
const write = (begun: StoredExport, limits = STEPS) => writeExport(deps, begun, undefined, limits);
const query = (text: string, values: unknown[] = []) => volume.filler.query(text, values);

async function fileOf({ tenantId, exportId }: StoredExport): Promise<{ text: string; sizes: number[] }> {
  const key = await deps.tenantKeys(tenantId);
  const rows = await volume.db
    .selectFrom('export_parts')
    .selectAll()
    .where('export_id', '=', exportId)
    .orderBy('part')
    .execute();
  const texts = rows.map(({ part, sealed_lines }) =>
    gunzipSync(key.unseal(...partPlace({ exportId }, part), sealed_lines)).toString('utf8'),
  );
  return { text: texts.join(''), sizes: texts.map((text) => text.length) };
}

const rowOf = ({ exportId }: StoredExport) =>
  volume.db.selectFrom('exports').selectAll().where('export_id', '=', exportId).executeTakeFirst();
const entriesOf = ({ exportId }: StoredExport) =>
  volume.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('subject', '=', `export/${exportId}`)
    .orderBy('entry_id')
    .execute();

/** Locks a table, begins a step, waits until it wants that table, and does something before it goes on. */
async function between<T>(table: string, step: () => Promise<T>, work: () => Promise<unknown>): Promise<T> {
  const guard = await volume.pool.connect();
  try {
    await guard.query('BEGIN');
    await guard.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const stepping = step();
    await eventually(async () => {
      const { rows } = await query(
        `SELECT FROM ${LOCKS_HERE} WHERE relation = '${table}'::regclass AND NOT granted`,
      );
      expect(rows.length).toBeGreaterThan(0);
    });
    await work();
    await guard.query('COMMIT');
    return await stepping;
  } finally {
    guard.release();
  }
}

describe('a step', () => {
  test('leaves out a row that moved on after it was found, so that every row fits the filter (P14)', async () => {
    const begun = await begin({ status: ['expired'] });
    const { rows } = await query('SELECT max(transaction_id::text) AS id FROM transactions');
    const moved = rows[0].id;
    const move = (status: string) =>
      query('UPDATE transactions SET status = $2 WHERE transaction_id = $1', [moved, status]);
    await between(
      'companies',
      () => writeNextPart(deps, begun, STEPS),
      () => move('approved'),
    );
    await write(begun);
    await move('expired');
    const ids = idsOf((await fileOf(begun)).text);
    expect(ids).toHaveLength(COUNT - 1);
    expect(ids).not.toContain(moved);
  });

  test('locks no transaction, and has what is due ended before in a commit of its own (P14)', async () => {
    const { rows } = await query('SELECT max(transaction_id::text) AS id FROM transactions');
    const due = rows[0].id;
    await query(`UPDATE transactions SET status = 'waiting', finished_at = NULL WHERE transaction_id = $1`, [
      due,
    ]);
    const begun = await begin();
    await between(
      'export_parts',
      () => writeNextPart(deps, begun, STEPS),
      async () => {
        const free = await query('SELECT status FROM transactions FOR UPDATE NOWAIT');
        expect(free.rows.map(({ status }) => status)).toEqual(Array(COUNT).fill('expired'));
        const held = await query(
          `SELECT DISTINCT mode FROM ${LOCKS_HERE} WHERE relation = 'transactions'::regclass AND pid <> pg_backend_pid()`,
        );
        expect(held.rows).toEqual([{ mode: 'AccessShareLock' }]);
      },
    );
    expect(linesOf((await fileOf(begun)).text)[0]).toContain(',expired,');
  });

  test('is written whole or not at all whichever statement fails and however, and the next goes on (P14)', async () => {
    const faulty = connectFaulty(volume.connectionString, volume);
    const within = { ...deps, db: faulty.database.db };
    try {
      for (const fault of FAULTS) {
        let hasFailed = true;
        for (let nth = 1; hasFailed; nth += 1) {
          const begun = await begin();
          faulty.failAt(nth, fault);
          await writeNextPart(within, begun, STEPS).catch(() => undefined);
          hasFailed = faulty.mend();
          await write(begun);
          const ids = idsOf((await fileOf(begun)).text);
          expect([new Set(ids).size, ids.length], `${fault} at ${nth}`).toEqual([COUNT, COUNT]);
          await volume.db.deleteFrom('exports').execute();
        }
      }
    } finally {
      await faulty.database.close();
    }
  }, 360_000);
});

describe('a file', () => {
  test('fails after five failures in a row, says so in the log, and frees its place (P14)', async () => {
    const begun = await begin();
    await writeNextPart(deps, begun, STEPS);
    expect(await codeOf(() => begin())).toBe('42907');
    const failed: boolean[] = [];
    for (let count = 0; count < 5; count += 1) failed.push(await recordFailure(deps, begun));
    expect(failed).toEqual([false, false, false, false, true]);
    expect(await rowOf(begun)).toMatchObject({ state: 'failed' });
    expect((await fileOf(begun)).text).toBe('');
    expect((await entriesOf(begun)).at(-1)?.action).toBe('export.fail');
    expect(await writeNextPart(deps, begun, STEPS)).toBe(true);
    expect((await begin()).state).toBe('writing');
  });

  test('fails where it is still written after twenty minutes, and lasts an hour from when it was asked for (P14)', async () => {
    const begun = await begin();
    expect(begun.expiresAt.getTime() - begun.createdAt.getTime()).toBe(3_600_000);
    await query(`UPDATE exports SET created_at = now() - interval '20 minutes'`);
    await write(begun);
    expect(await rowOf(begun)).toMatchObject({ state: 'failed', expires_at: begun.expiresAt });
  });

  test('counts against the tenant while it is written, with a refusal of its own (P14)', async () => {
    for (let count = 0; count < 3; count += 1) {
      await begin();
      reader = await addReader(volume);
    }
    expect(await codeOf(() => begin())).toBe('42908');
  });

  test('ends at the next step once its owner is no member, and a lost company counts no more (P32, P33)', async () => {
    const begun = await begin();
    await writeNextPart(deps, begun, STEPS);
    await query('UPDATE user_memberships SET active = false WHERE user_id = $1', [reader.userId]);
    expect(await writeNextPart(deps, begun, STEPS)).toBe(true);
    expect(await rowOf(begun)).toBeUndefined();
    expect((await entriesOf(begun)).at(-1)).toEqual({ action: 'export.end', after: { because: 'reach' } });
    await query('UPDATE user_memberships SET active = true WHERE user_id = $1', [reader.userId]);
    const wide = await begin();
    reader = { ...reader, companies: [volume.owner.companyId] };
    expect((await begin()).exportId).not.toBe(wide.exportId);
    expect(await rowOf(wide)).toBeUndefined();
  });

  test('is cut by bytes into parts, and ends with the newest rows where it has too many of them (P14)', async () => {
    const begun = await begin();
    await write(begun, { ...STEPS, partBytes: 500, maxBytes: 1_500 });
    const { text, sizes } = await fileOf(begun);
    const row = await rowOf(begun);
    expect(row).toMatchObject({ state: 'ready', is_whole: false });
    expect(sizes.length).toBeGreaterThan(2);
    expect(row?.row_count).toBe(linesOf(text).length);
    expect(row?.row_count).toBeLessThan(COUNT);
    expect(idsOf(text).at(-1)).toBe(row?.reached_id);
  });

  test('is not written beside a node of an earlier release, whose erasures would not end it (P16)', async () => {
    await query(`INSERT INTO nodes (node_id, name, version, master_key_ids) VALUES ($1, 'old', '0', '{}')`, [
      newId(),
    ]);
    const begun = await begin();
    await write(begun);
    expect(await rowOf(begun)).toMatchObject({ state: 'writing', part_count: 0 });
    await volume.db.updateTable('nodes').set({ ends_exports: true }).execute();
    await write(begun);
    expect(await rowOf(begun)).toMatchObject({ state: 'ready' });
  });

  test('of a tenant that moves stays, and holds up no other when its hour is over (P14)', async () => {
    const moving = await begin();
    const other = newId() as TenantId;
    await query(
      `INSERT INTO exports SELECT (jsonb_populate_record(e, jsonb_build_object('tenant_id', $1::text))).* FROM exports e`,
      [other],
    );
    await query(`UPDATE exports SET expires_at = now() - interval '1 second'`);
    await query(
      `INSERT INTO tenant_moves (tenant_id, side, move_id, phase, peer) VALUES ($1, 'source', $2, 'copying', 'b')`,
      [moving.tenantId, newId()],
    );
    expect(await deleteOldExports(volume.db, 1)).toBe(1);
    expect(await rowOf(moving)).toBeDefined();
    await volume.db.deleteFrom('tenant_moves').execute();
    expect(await deleteOldExports(volume.db, 1)).toBe(1);
  });
});
