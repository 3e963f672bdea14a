import { type ChildProcess, spawn } from 'node:child_process';
import { once as occurs } from 'node:events';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { readExportPart } from '@titular/server/exports/index.ts';
import type { Reader } from '@titular/server/exports/reach.ts';
import { startExport } from '@titular/server/exports/start-export.ts';
import { type ExportDeps, partPlace, type StoredExport } from '@titular/server/exports/stored-export.ts';
import { writeExport } from '@titular/server/exports/write-export.ts';
import type { WriteLimits } from '@titular/server/exports/write-step.ts';
import { once } from '@titular/server/kernel/caches/once.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { LOCKS_HERE } from '@titular/test-kit/database/locks-here.ts';
import { addTransactions } from '@titular/test-kit/fill-volume.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';
import { codeOf } from '../portal/case-fixture.ts';
import { addReader } from './export-fixture.ts';

const CHILD = fileURLToPath(new URL('./write-child.ts', import.meta.url));
const COUNT = 300;
/** The advisory lock that a held insert waits for. */
const HELD = 90_114;
const LIMITS: WriteLimits = {
  ...{ maxRows: 50_000, maxBytes: 2 ** 26, partRows: 40, partBytes: 2 ** 20, stepMs: 60_000 },
};

let volume: VolumeFixture;
let deps: ExportDeps;
let exporter: Reader;

beforeAll(async () => {
  volume = await openVolume();
  await addTransactions(volume.filler, volume.owner, {
    ...{ count: COUNT, salt: 0, status: `'expired'`, createdAt: `now() - n * interval '30 seconds'` },
    ...{ finishedAt: 'now()', expiresAt: `now() - interval '1 minute'` },
  });
  deps = {
    db: volume.db,
    clock: volume.clock,
    environment: 'test',
    tenantKeys: createTenantKeys(volume.db, volume.masterKeys),
  };
  exporter = await addReader(volume);
}, 360_000);
beforeEach(async () => {
  await volume.db.deleteFrom('exports').execute();
});
afterAll(() => volume?.close());

const begin = (): Promise<StoredExport> => startExport(deps, exporter, { kind: 'transactions', filter: {} });

function startWriter({ tenantId, exportId }: StoredExport): ChildProcess {
  const told = [volume.connectionString, volume.masterKeyText, tenantId, exportId, JSON.stringify(LIMITS)];
  return spawn(process.execPath, [CHILD, ...told], {
    env: COMPILE_CACHE,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function kill(writer: ChildProcess): Promise<void> {
  const exited = occurs(writer, 'exit');
  writer.kill('SIGKILL');
  await exited;
}

const partsOf = ({ exportId }: Pick<StoredExport, 'exportId'>) =>
  volume.db
    .selectFrom('export_parts')
    .select(['part', 'sealed_lines'])
    .where('export_id', '=', exportId)
    .orderBy('part')
    .execute();

async function fileOf(file: StoredExport): Promise<string> {
  const key = await deps.tenantKeys(file.tenantId);
  return (await partsOf(file))
    .map(({ part, sealed_lines }) =>
      gunzipSync(key.unseal(...partPlace(file, part), sealed_lines)).toString('utf8'),
    )
    .join('');
}

const rowOf = ({ exportId }: StoredExport) =>
  volume.db
    .selectFrom('exports')
    .select(['state', 'row_count', 'part_count', 'is_whole'])
    .where('export_id', '=', exportId)
    .executeTakeFirstOrThrow();

/**
 * Makes the insert of one part, or of the entry about the whole file, wait in the middle of its transaction. A lock of
 * the table would be too late for a writer that ran ahead.
 */
async function holdInsert(
  table: string,
  when: string,
): Promise<{ reached(): Promise<void>; release(): Promise<void> }> {
  const holder = await volume.filler.connect();
  await holder.query(`SELECT pg_advisory_lock(${HELD})`);
  await holder.query(`
    CREATE OR REPLACE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock_shared(${HELD}); RETURN NEW; END';
    CREATE TRIGGER wait_here BEFORE INSERT ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION wait_here()`);
  const release = once(async () => {
    await holder.query(`SELECT pg_advisory_unlock(${HELD}); DROP TRIGGER wait_here ON ${table}`);
    holder.release();
  });
  onTestFinished(release);
  const countWaiting = async (): Promise<number> => {
    const found = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${sql.raw(LOCKS_HERE)}
      WHERE NOT granted AND locktype = 'advisory'`.execute(volume.db);
    return found.rows[0]?.count ?? 0;
  };
  return { reached: () => expect.poll(countWaiting, { timeout: 60_000 }).toBeGreaterThan(0), release };
}

describe('kill -9 of the process that writes a file (P14)', () => {
  test.each([
    { table: 'export_parts', when: 'NEW.part = 0', parts: 0 },
    { table: 'export_parts', when: 'NEW.part = 3', parts: 3 },
    { table: 'audit_log', when: 'true', parts: 7 },
  ])(
    'in the middle of part $parts, at $table, leaves no half file: it is not answered, and another process goes on where it was',
    async ({ table, when, parts }) => {
      const whole = await begin();
      await writeExport(deps, whole, undefined, LIMITS);
      const expected = await fileOf(whole);
      const begun = await begin();
      const held = await holdInsert(table, when);
      const writer = startWriter(begun);
      await held.reached();
      await kill(writer);
      await held.release();
      const { part_count: written, ...left } = await rowOf(begun);
      expect(left.state).toBe('writing');
      expect(written).toBe(parts);
      expect(await partsOf(begun)).toHaveLength(written);
      expect(await codeOf(() => readExportPart(deps, exporter, begun.exportId, 0))).toBe('40055');
      const next = startWriter(begun);
      const [code] = await occurs(next, 'exit');
      expect(code).toBe(0);
      expect(await rowOf(begun)).toMatchObject({ state: 'ready', row_count: COUNT, is_whole: true });
      expect(await fileOf(begun)).toBe(expected);
    },
    120_000,
  );
});
