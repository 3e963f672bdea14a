import { gunzipSync } from 'node:zlib';
import type { SearchTransactions, TransactionExport, TransactionStatus } from '@titular/contract';
import { searchPortalTransactions } from '@titular/server/cases/lists/search-transactions.ts';
import { endExportsOf } from '@titular/server/exports/erase-store.ts';
import type { Reader } from '@titular/server/exports/reach.ts';
import { startExport } from '@titular/server/exports/start-export.ts';
import { type ExportDeps, partPlace, type StoredExport } from '@titular/server/exports/stored-export.ts';
import { writeExport, writeNextPart } from '@titular/server/exports/write-export.ts';
import type { WriteLimits } from '@titular/server/exports/write-step.ts';
import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { LOCKS_HERE } from '@titular/test-kit/database/locks-here.ts';
import { addTransactions, type Owner } from '@titular/test-kit/fill-volume.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';
import { addReader, idsOf } from './export-fixture.ts';

const COUNT = 900;
const FILTERS = 40;
let volume: VolumeFixture;
let second: Owner;
let deps: ExportDeps;

beforeAll(async () => {
  volume = await openVolume();
  second = await volume.addCompany();
  const at = (n: string) => `now() - (${n}) * interval '30 seconds'`;
  const status = `(ARRAY['expired', 'canceled', 'absent-holder', 'approved'])[1 + n % 4]`;
  const times = { createdAt: at('n'), finishedAt: at('n'), expiresAt: at('n'), status };
  await addTransactions(volume.filler, volume.owner, { ...times, count: COUNT, salt: 0 });
  await addTransactions(volume.filler, second, { ...times, count: 100, salt: 1_000_000 });
  await volume.filler.query(`UPDATE transactions SET module = 'pre' WHERE order_number LIKE '%3'`);
  await volume.filler.query(`UPDATE transactions SET has_identity_changed = order_number LIKE '%7'`);
  deps = {
    db: volume.db,
    clock: volume.clock,
    environment: 'test',
    tenantKeys: createTenantKeys(volume.db, volume.masterKeys),
  };
}, 360_000);
beforeEach(async () => {
  await volume.db.deleteFrom('exports').execute();
});
afterAll(() => volume.close());

const member = (companies?: readonly CompanyId[]): Promise<Reader> => addReader(volume, companies);

/** Every row of the list, page by page. */
async function listAll(exporter: Reader, filter: SearchTransactions): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = { ...filter, limit: 100, ...(cursor ? { cursor } : {}) };
    const { transactions, nextCursor } = await searchPortalTransactions(deps, exporter, page);
    ids.push(...transactions.map(({ id }) => id));
    cursor = nextCursor;
  } while (cursor !== undefined);
  return ids;
}

/** The whole file, as it would be put together by its reader. */
async function fileOf({ tenantId, exportId }: StoredExport): Promise<string> {
  const key = await deps.tenantKeys(tenantId);
  const parts = await volume.db
    .selectFrom('export_parts')
    .select(['part', 'sealed_lines'])
    .where('export_id', '=', exportId)
    .orderBy('part')
    .execute();
  expect(parts.map(({ part }) => part)).toEqual(parts.map((_part, index) => index));
  return parts
    .map(({ part, sealed_lines }) =>
      gunzipSync(key.unseal(...partPlace({ exportId }, part), sealed_lines)).toString('utf8'),
    )
    .join('');
}

const begin = (exporter: Reader, filter: TransactionExport = {}): Promise<StoredExport> =>
  startExport(deps, exporter, { kind: 'transactions', filter });

const stateOf = (exportId: string) =>
  volume.db
    .selectFrom('exports')
    .select(['state', 'row_count', 'is_whole', 'part_count'])
    .where('export_id', '=', exportId)
    .executeTakeFirstOrThrow();

const STEPS: WriteLimits = {
  ...{ maxRows: 50_000, maxBytes: 2 ** 26, partRows: 70, partBytes: 2 ** 20, stepMs: 60_000 },
};
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Filters that a list has, by a seed that is printed where one of them fails. */
const SEED = Date.now() % 2_147_483_646;
let state = SEED + 1;
function random(): number {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
}

function anyFilter(): TransactionExport {
  const maybe = <T>(...values: T[]): T | undefined =>
    random() < 0.4 ? values[Math.floor(random() * values.length)] : undefined;
  const chosen = {
    status: maybe<TransactionStatus[]>(['expired'], ['canceled', 'approved'], ['shared']),
    company: maybe(volume.owner.companyId, second.companyId),
    module: maybe('post' as const, 'pre' as const),
    createdFrom: maybe(hoursAgo(5)),
    createdBefore: maybe(hoursAgo(1)),
    identityChanged: maybe(true, false),
  };
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
}

describe('a file', () => {
  test('has the rows of any filter and no others, in the order of the list, also where its job died or ran twice (P14)', async () => {
    for (let count = 0; count < FILTERS; count += 1) {
      const filter = anyFilter();
      const exporter = await member(count % 3 === 0 ? [second.companyId] : undefined);
      const begun = await begin(exporter, filter);
      const twice = [writeNextPart(deps, begun, STEPS), writeNextPart(deps, begun, STEPS)];
      await Promise.all(twice);
      await writeExport(deps, begun, undefined, STEPS);
      expect(idsOf(await fileOf(begun)), `seed ${SEED}: ${JSON.stringify(filter)}`).toEqual(
        await listAll(exporter, filter),
      );
      expect(await writeNextPart(deps, begun, STEPS)).toBe(true);
      await volume.db.deleteFrom('exports').execute();
    }
  }, 360_000);

  test('has nothing that came after it was asked for, and is no longer than its bound (P14)', async () => {
    const exporter = await member();
    const all = await listAll(exporter, {});
    const begun = await begin(exporter);
    await addTransactions(volume.filler, second, {
      ...{ count: 1, status: `'expired'`, salt: 3_000_000 },
      ...{ createdAt: `now() + interval '1 hour'`, finishedAt: 'now()', expiresAt: 'now()' },
    });
    await writeExport(deps, begun, undefined, { ...STEPS, maxRows: 150 });
    expect(idsOf(await fileOf(begun))).toEqual(all.slice(0, 150));
    expect(await stateOf(begun.exportId)).toEqual({
      ...{ state: 'ready', row_count: 150, is_whole: false, part_count: 3 },
    });
    const last = await begin(await member());
    await writeExport(deps, last, undefined, { ...STEPS, maxRows: all.length });
    expect(await stateOf(last.exportId)).toMatchObject({ row_count: all.length, is_whole: true });
  });

  test('is written in runs, each of which goes behind the files that wait (P14)', async () => {
    const begun = await begin(await member());
    const over = { elapsedMs: () => 1, limitMs: 0 };
    await writeExport(deps, begun, over, STEPS);
    expect(await stateOf(begun.exportId)).toMatchObject({ state: 'writing', row_count: 70 });
    const jobs = await volume.db
      .selectFrom('job_outbox')
      .select(['task', 'queue_name', 'job_key'])
      .where('job_key', '=', begun.exportId)
      .execute();
    const job = { task: 'write-export', queue_name: 'exports', job_key: begun.exportId };
    expect(jobs).toEqual([job, job]);
  });

  test('ends with the erasure of a row that it may hold, and else goes on (P16)', async () => {
    const exporter = await member();
    const all = await listAll(exporter, { createdBefore: hoursAgo(0) });
    const begun = await begin(exporter);
    await writeNextPart(deps, begun, STEPS);
    const erase = (id: string | undefined) =>
      volume.db.transaction().execute((trx) => endExportsOf(trx, exporter.tenantId, [id ?? ''], new Date()));
    expect(await erase(all[100])).toBe(0);
    expect(await stateOf(begun.exportId)).toMatchObject({ state: 'writing', row_count: 70 });
    expect(await erase(all[69])).toBe(1);
    expect(await stateOf(begun.exportId)).toMatchObject({ state: 'ended' });
    expect(await fileOf(begun)).toBe('');
    expect(await writeNextPart(deps, begun, STEPS)).toBe(true);
  });

  test.each(['pg_advisory_xact_lock', 'pg_advisory_xact_lock_shared'])(
    'waits for a node of the release before that has its key by %s (P16, R93)',
    async (lock) => {
      const exporter = await member();
      const begun = await begin(exporter);
      let waiting: Promise<unknown> | undefined;
      await volume.db.transaction().execute(async (trx) => {
        await sql`SELECT ${sql.raw(lock)}(7483514, hashtext(${exporter.tenantId}::uuid::text))`.execute(trx);
        // An erasure there keeps a part from being written here, and a part that is written there keeps an erasure here.
        waiting = lock.endsWith('shared')
          ? volume.db.transaction().execute((own) => endExportsOf(own, exporter.tenantId, [], new Date()))
          : writeNextPart(deps, begun, STEPS);
        await eventually(async () => {
          const { rows } = await volume.filler.query(
            `SELECT FROM ${LOCKS_HERE} WHERE locktype = 'advisory' AND NOT granted`,
          );
          expect(rows).toHaveLength(1);
        });
      });
      await waiting;
      expect(await stateOf(begun.exportId)).toMatchObject({ state: 'writing' });
    },
  );

  test('reads nothing while an erasure is under way, and what it left after that (P16)', async () => {
    const exporter = await member();
    const [newest] = await listAll(exporter, { createdBefore: hoursAgo(0) });
    const begun = await begin(exporter);
    let writing: Promise<boolean> | undefined;
    await volume.db.transaction().execute(async (trx) => {
      await endExportsOf(trx, exporter.tenantId, [newest ?? ''], new Date());
      writing = writeNextPart(deps, begun, STEPS);
      await eventually(async () => {
        const { rows } = await volume.filler.query(
          `SELECT FROM ${LOCKS_HERE} WHERE locktype = 'advisory' AND NOT granted`,
        );
        expect(rows).toHaveLength(1);
      });
      await trx
        .updateTable('transactions')
        .set({ order_number: 'erased' })
        .where('transaction_id', '=', (newest ?? '') as never)
        .execute();
    });
    await writing;
    expect((await fileOf(begun)).split('\r\n')[1]).toContain(',erased,');
  });
});
