import { deleteExpiredAssertions } from '@titular/server/access-tokens/grants/assertion-store.ts';
import { deleteExpiredRevocations } from '@titular/server/access-tokens/tokens/revoked-token-store.ts';
import { deleteOldImageHashes } from '@titular/server/captures/attack-signals/frame-hash-store.ts';
import { deleteExpiredLinks } from '@titular/server/captures/links/link-store.ts';
import { deleteOldPageEvents } from '@titular/server/captures/page-events/page-event-store.ts';
import { deleteExpiredSessions } from '@titular/server/captures/subjects/erase-captures-store.ts';
import { deleteOldChanges } from '@titular/server/faces/gallery/gallery-store.ts';
import { deleteExpiredAnswers } from '@titular/server/idempotency/idempotency-store.ts';
import { deleteAll, startRun, untilNone } from '@titular/server/kernel/database/batches/until-none.ts';
import { deleteDueRows } from '@titular/server/kernel/database/partitions/delete-due.ts';
import { apiCalls } from '@titular/server/kernel/database/partitions/partitioned-tables.ts';
import { deleteOldPlatformEvents } from '@titular/server/processes/external/platform-store.ts';
import { explain, nodesOf, type Statement } from '@titular/test-kit/explain.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from './volume-fixture.ts';

const DUE = 20_000;
const KEPT = 1_000;
const MAX_BATCH = 2_000;
/** As `deleteAll` has it. */
const BY_INDEX = { enable_seqscan: 'off', enable_bitmapscan: 'off', enable_sort: 'off' };

let volume: VolumeFixture;

beforeAll(async () => {
  volume = await openVolume();
});
afterAll(() => volume.close());

type Delete = (db: VolumeFixture['db'], now: Date, limit: number) => Promise<number>;
type DeleteSome = Parameters<typeof deleteAll>[2];
type Kind = { columns: string; values: string; at: string; deleteSome: Delete };

const ids = "'transaction', gen_random_uuid(), sha256(convert_to(n::text || 'x', 'UTF8'))";

/** Rows of each table that a job empties by time, with a time `at` that says when they are due. */
const KINDS: Readonly<Record<string, Kind>> = {
  capture_links: {
    columns: 'subject_kind, subject_id, code_hash, expires_at',
    values: ids,
    at: 'at',
    deleteSome: deleteExpiredLinks,
  },
  idempotency_keys: {
    columns: 'key_hash, request_hash, expires_at',
    values: "sha256(convert_to(n::text, 'UTF8')), sha256(convert_to(n::text, 'UTF8'))",
    at: 'at',
    deleteSome: deleteExpiredAnswers,
  },
  used_assertions: {
    columns: 'assertion_hash, expires_at',
    values: "sha256(convert_to(n::text, 'UTF8'))",
    at: 'at',
    deleteSome: deleteExpiredAssertions,
  },
  revoked_tokens: {
    columns: 'token_id, expires_at',
    values: 'gen_random_uuid()',
    at: 'at',
    deleteSome: deleteExpiredRevocations,
  },
  capture_sessions: {
    columns: 'session_id, subject_kind, subject_id, secret_hash, created_at, expires_at',
    values: "gen_random_uuid(), 'transaction', gen_random_uuid(), sha256(convert_to(n::text, 'UTF8')), now()",
    at: 'at',
    deleteSome: deleteExpiredSessions,
  },
  frame_prints: {
    columns: 'attempt_id, step, subject_kind, subject_id, parts, sealed_print, kept_at',
    values: "gen_random_uuid(), 0, 'transaction', gen_random_uuid(), ARRAY[n::bigint], ''",
    at: 'at',
    deleteSome: deleteOldImageHashes,
  },
  api_calls: {
    columns: 'call_id, account, operation, method, path, status, duration_ms, source_address, at',
    // Of keys that no day has, so that they are in the default partition, whose rows go one by one.
    values:
      "('f' || substr(gen_random_uuid()::text, 2))::uuid, 'shop', 'readTransaction', 'GET', '/', 200, 1, '127.0.0.1'",
    at: 'at',
    deleteSome: (db, now, limit) => deleteDueRows(db, apiCalls, 'api_calls_default', now, limit),
  },
  face_changes: {
    columns: 'identity_key, engine_version, change, template_id, at',
    values: "'cpf', 'v', n, gen_random_uuid()",
    at: 'at',
    deleteSome: deleteOldChanges,
  },
  page_event_counts: {
    columns: 'company_id, event, browser, seen, day',
    values: "gen_random_uuid(), 'opened', 'chrome', 1",
    at: 'at::date',
    deleteSome: deleteOldPageEvents,
  },
  platform_events: {
    columns: 'event_id, process_id, received_at',
    values: 'n::text, gen_random_uuid()',
    at: 'at',
    deleteSome: deleteOldPlatformEvents,
  },
};

const add = (table: string, { columns, values, at }: Kind, count: number, when: string) =>
  volume.filler.query({
    text: `INSERT INTO ${table} (tenant_id, ${columns})
      SELECT $1, ${values}, ${at} FROM (
        SELECT n, now() + interval '${when}' AS at FROM generate_series(${when.startsWith('-') ? 1 : DUE + 1},
          ${when.startsWith('-') ? count : DUE + count}) AS n) AS made`,
    values: [volume.owner.tenantId],
  });

/** The most rows that any of the statements deleted, when each is run once more on all that was due. */
const mostRows = async (statements: readonly Statement[]): Promise<number> => {
  let most = 0;
  for (const statement of statements.slice(0, 1)) {
    const { plan } = await explain(volume.pool, statement, BY_INDEX);
    most = Math.max(most, ...nodesOf(plan).map((node) => node['Actual Rows'] * node['Actual Loops']));
  }
  return most;
};

describe('clean-up by time', () => {
  test.each(Object.entries(KINDS))(
    'takes 20,000 rows of %s that are due in statements of 2,000 rows at most, and leaves the others (F2, S11)',
    async (table, kind) => {
      await add(table, kind, DUE, '-3 days');
      await add(table, kind, KEPT, '3 days');
      const recorder = volume.record();
      const some: DeleteSome = (trx, limit) => kind.deleteSome(trx, volume.clock.now(), limit);
      await some(recorder.db, MAX_BATCH);
      expect(await mostRows(recorder.statements)).toBeLessThanOrEqual(MAX_BATCH);
      recorder.statements.length = 0;
      expect(await deleteAll(recorder.db, MAX_BATCH, some, startRun(60_000))).toBe(true);
      expect(recorder.statements.length).toBeGreaterThanOrEqual(DUE / MAX_BATCH - 1);
      const { rows } = await volume.pool.query(`SELECT count(*)::integer AS count FROM ${table}`);
      expect(rows[0].count).toBe(KEPT);
    },
  );

  test.each(Object.entries(KINDS))(
    'finds that nothing of %s is due without a look at what is kept (F2, S10)',
    async (_table, kind) => {
      const recorder = volume.record();
      expect(await kind.deleteSome(recorder.db, volume.clock.now(), MAX_BATCH)).toBe(0);
      const [statement] = recorder.statements;
      const { plan } = await explain(volume.pool, statement as Statement, BY_INDEX);
      const types = nodesOf(plan).map((node) => node['Node Type']);
      expect(types).not.toContain('Seq Scan');
    },
  );
});

describe('batches', () => {
  test('shrink where they are cut off or slow, and grow again (F2, S11)', async () => {
    let now = 0;
    const run = { elapsedMs: () => now, limitMs: 60_000 };
    const sizes: number[] = [];
    const costs = [undefined, 400, 40, 40, 40];
    const isDone = await untilNone(
      800,
      async (limit) => {
        sizes.push(limit);
        const cost = costs.shift();
        if (cost === undefined && sizes.length === 1)
          throw Object.assign(new Error('cut'), { code: '57014' });
        now += cost ?? 40;
        return sizes.length > 6 ? 0 : limit;
      },
      run,
    );
    expect(isDone).toBe(true);
    expect(sizes).toEqual([800, 100, 50, 100, 200, 400, 800]);
  });

  test('end with the time of the run, and a statement of one row that is cut off is a fault', async () => {
    let now = 0;
    const run = { elapsedMs: () => (now += 10), limitMs: 100 };
    expect(await untilNone(5, async (limit) => limit, run)).toBe(false);
    const cutOff = async (): Promise<number> => {
      throw Object.assign(new Error('cut'), { code: '57014' });
    };
    await expect(untilNone(1, cutOff)).rejects.toThrow('cut');
  });
});
