import { listOverdue } from '@titular/server/erasure/overdue.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { listRetention } from '@titular/server/modules.ts';
import { placeLegalHold } from '@titular/server/transactions/change/legal-hold.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { addAttempts, addFrames, addTransactions } from '@titular/test-kit/fill-volume.ts';
import { runQueue } from '@titular/test-kit/service-tasks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

const LONG_AGO = "now() - interval '2000 days'";

let volume: VolumeFixture;

type Subjects = { transactionId: string; processId: string };
let held: Subjects;
let free: Subjects;

/** A thing about a transaction `$2` or a process `$3` of tenant `$1` that is long overdue, and how it is found again. */
type Kind = { insert?: string; found: string };

const row = (table: string, columns: string, values: string, found: string): Kind => ({
  insert: `INSERT INTO ${table} (tenant_id, ${columns}) SELECT tenant_id, ${values}
    FROM (SELECT $1::uuid AS tenant_id, $2::uuid AS transaction_id, $3::uuid AS process_id) AS about`,
  found: `${table} WHERE ${found}`,
});

const ofTransaction = 'tenant_id = $1 AND transaction_id = $2';
const ofSubject = 'tenant_id = $1 AND subject_id = $2';
const ofProcess = 'tenant_id = $1 AND process_id = $3';
const digest = "sha256(convert_to(transaction_id::text, 'UTF8'))";
const lowId = "('00000000-0000-7000-8000' || right(transaction_id::text, 13))::uuid";

const KINDS: Readonly<Record<string, Kind>> = {
  pictures: {
    found: `capture_frames f JOIN capture_attempts a USING (tenant_id, attempt_id)
      WHERE f.tenant_id = $1 AND a.subject_id = $2 AND f.step = 0`,
  },
  prints: row(
    'frame_prints',
    'attempt_id, step, subject_kind, subject_id, parts, sealed_print, kept_at',
    `gen_random_uuid(), 0, 'transaction', transaction_id, '{1}', '', ${LONG_AGO}`,
    ofSubject,
  ),
  transactions: { found: `transactions WHERE ${ofTransaction} AND erased_at IS NULL` },
  processes: { found: `processes WHERE ${ofProcess} AND erased_at IS NULL` },
  faces: row(
    'face_templates',
    'template_id, identity_hash, engine_version, sealed_descriptor, place, subject_kind, subject_id, created_at, identity_key',
    `gen_random_uuid(), ${digest}, 'v', '', 1, 'transaction', transaction_id, ${LONG_AGO}, 'cpf'`,
    ofSubject,
  ),
  'withdrawn-faces': row(
    'face_templates',
    'template_id, identity_hash, engine_version, sealed_descriptor, place, subject_kind, subject_id, created_at, identity_key, erase_at',
    `gen_random_uuid(), ${digest}, 'v', '', 2, 'transaction', transaction_id, now(), 'cpf', ${LONG_AGO}`,
    `${ofSubject} AND place = 2`,
  ),
  'face-changes': row(
    'face_changes',
    'identity_key, engine_version, change, template_id, at',
    `'cpf', transaction_id::text, 9, transaction_id, ${LONG_AGO}`,
    'tenant_id = $1 AND template_id = $2',
  ),
  devices: row(
    'capture_devices',
    'attempt_id, subject_kind, subject_id, device_hash, identity_hash, used_at',
    `gen_random_uuid(), 'transaction', transaction_id, ${digest}, ${digest}, ${LONG_AGO}`,
    ofSubject,
  ),
  'page-sessions': row(
    'capture_sessions',
    'session_id, subject_kind, subject_id, secret_hash, created_at, expires_at',
    `gen_random_uuid(), 'transaction', transaction_id, ${digest}, now(), ${LONG_AGO}`,
    ofSubject,
  ),
  'page-events': row(
    'page_event_counts',
    'company_id, event, browser, seen, day',
    `transaction_id, 'opened', 'chrome', 1, (${LONG_AGO})::date`,
    'tenant_id = $1 AND company_id = $2',
  ),
  links: row(
    'capture_links',
    'subject_kind, subject_id, code_hash, expires_at',
    `'transaction', transaction_id, ${digest}, ${LONG_AGO}`,
    ofSubject,
  ),
  'idempotency-answers': row(
    'idempotency_keys',
    'key_hash, request_hash, expires_at, subject_id',
    `${digest}, 'x', ${LONG_AGO}, transaction_id`,
    ofSubject,
  ),
  'erasure-proposals': row(
    'erasure_proposals',
    'proposal_id, proposed_by, proposed_at, expires_at, identity_hash, sealed_identity',
    `transaction_id, gen_random_uuid(), ${LONG_AGO}, ${LONG_AGO}, convert_to(transaction_id::text, 'UTF8'), ''`,
    'tenant_id = $1 AND proposal_id = $2',
  ),
  exports: row(
    'exports',
    'export_id, user_id, kind, state, is_own, sealed_filter, first_id, reached_id, created_at, expires_at',
    `transaction_id, transaction_id, 'audit', 'ready', false, '', transaction_id, transaction_id, ${LONG_AGO}, ${LONG_AGO}`,
    'tenant_id = $1 AND export_id = $2',
  ),
  events: row(
    'events',
    'event_id, company_id, type, transaction_id, created_at',
    `${lowId}, gen_random_uuid(), 'transaction.finished', transaction_id, ${LONG_AGO}`,
    ofTransaction,
  ),
  'webhook-answers': {
    insert: `WITH d AS (
      INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state)
      SELECT tenant_id, event_id, event_id, gen_random_uuid(), 'delivered' FROM events WHERE ${ofTransaction} AND $3::uuid IS NOT NULL
      RETURNING tenant_id, delivery_id)
      INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms, response_excerpt)
      SELECT tenant_id, delivery_id, 1, ${LONG_AGO}, 1, 'x' FROM d`,
    found: `delivery_attempts a JOIN events e ON e.tenant_id = a.tenant_id AND e.event_id = a.delivery_id
      WHERE e.tenant_id = $1 AND e.transaction_id = $2 AND response_excerpt IS NOT NULL`,
  },
  'webhook-attempts': {
    insert: `INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms)
      SELECT tenant_id, delivery_id, 2, ${LONG_AGO}, 1 FROM deliveries d JOIN events e USING (tenant_id, event_id)
      WHERE ${ofTransaction} AND $3::uuid IS NOT NULL`,
    found: `delivery_attempts WHERE tenant_id = $1 AND number = 2
      AND delivery_id = ('00000000-0000-7000-8000' || right($2::text, 13))::uuid`,
  },
  'platform-events': row(
    'platform_events',
    'event_id, process_id, received_at',
    `process_id::text, process_id, ${LONG_AGO}`,
    ofProcess,
  ),
  traces: row(
    'subject_traces',
    'subject_id, traceparent, created_at',
    `transaction_id, '00-${'4'.repeat(32)}-${'2'.repeat(16)}-01', ${LONG_AGO}`,
    ofSubject,
  ),
  'api-calls': row(
    'api_calls',
    'call_id, account, operation, method, path, status, duration_ms, source_address, at, transaction_id',
    `gen_random_uuid(), 'shop', 'readTransaction', 'GET', '/', 200, 1, '127.0.0.1', ${LONG_AGO}, transaction_id`,
    ofTransaction,
  ),
};

const ask = (text: string, { transactionId, processId }: Subjects) =>
  volume.pool.query({ text, values: [volume.owner.tenantId, transactionId, processId] });

/** What is found of it, with all parameters used. */
const countOf = async ({ found }: Kind, about: Subjects): Promise<number> =>
  Number(
    (await ask(`SELECT count(*) FROM ${found} AND ($1::uuid, $2::uuid, $3::uuid) IS NOT NULL`, about)).rows[0]
      .count,
  );

/** Two finished transactions with pictures, each with a process of its own; nothing of them is to be kept any longer. */
async function addSubjects(): Promise<Subjects[]> {
  const plan = { status: "'inconclusive'", createdAt: LONG_AGO, finishedAt: LONG_AGO, expiresAt: LONG_AGO };
  await addTransactions(volume.filler, volume.owner, { ...plan, count: 2, salt: 0 });
  await addAttempts(volume.filler, volume.owner, { from: "'-infinity'", before: 'now()' });
  await addFrames(volume.filler, volume.owner, { pictureBytes: 3_000, attempts: 2 });
  await volume.pool.query(`
    UPDATE transactions SET reference_process_id = gen_random_uuid();
    INSERT INTO processes (tenant_id, process_id, company_id, status, purpose, identity_key, identity_hash, sealed_identity,
      created_at, expires_at, finished_at)
    SELECT tenant_id, reference_process_id, company_id, 'ok', 'creditprocess', 'cpf', '', '', created_at, expires_at, finished_at
    FROM transactions`);
  const { rows } = await volume.pool.query('SELECT transaction_id, reference_process_id FROM transactions');
  return rows.map((one) => ({ transactionId: one.transaction_id, processId: one.reference_process_id }));
}

/** How rows of a class are made and counted; each class has its own. */
function kindOf(key: string): Kind {
  const kind = KINDS[key];
  if (!kind) throw new Error(`no rows are made for the class ${key}`);
  return kind;
}

/** Runs everything that cleans up by time, as the schedule has it. */
async function cleanUp(): Promise<void> {
  const deps = { db: volume.db, pool: volume.pool, clock: volume.clock, log: createLog('silent') };
  await runQueue(deps, 'clean-up');
}

beforeAll(async () => {
  volume = await openVolume();
  [held, free] = (await addSubjects()) as [Subjects, Subjects];
  for (const about of [held, free])
    for (const key of ['events', ...Object.keys(KINDS).filter((one) => one !== 'events')]) {
      const { insert } = kindOf(key);
      if (insert) await ask(insert, about);
    }
  const operator = { db: volume.db, clock: volume.clock, actor: 'test' };
  await placeLegalHold(operator, volume.owner.tenantId, asId(held.transactionId), 'case-1');
  for (const kind of Object.values(KINDS))
    for (const about of [held, free]) expect(await countOf(kind, about)).toBeGreaterThan(0);
  await cleanUp();
});
afterAll(() => volume.close());

describe('what the time of keeping takes of a transaction under a legal hold', () => {
  test.each(listRetention().map(({ key, isHeld }) => [key, isHeld ? 'stay' : 'go'] as const))(
    '%s %s, as the table of what is kept says, and those of one that is not held go',
    async (key, fate) => {
      expect(await countOf(kindOf(key), held)).toBe(fate === 'stay' ? 1 : 0);
      expect(await countOf(kindOf(key), free)).toBe(0);
    },
  );

  test('nothing that is held is told to be overdue', async () => {
    const overdue = (await listOverdue(volume.db, listRetention(), volume.clock.now())).filter(
      (one) => one.dueSince,
    );
    expect(overdue.map(({ key }) => key)).toEqual([]);
  });
});
