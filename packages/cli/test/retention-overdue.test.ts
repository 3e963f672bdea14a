import type { CompanyId, TenantId } from '@titular/server/kernel/base/id.ts';
import { listRetention } from '@titular/server/modules.ts';
import { asId } from '@titular/test-kit';
import { addTransactions } from '@titular/test-kit/fill-volume.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandFixture, openCommandFixture } from './command-fixture.ts';

let fixture: CommandFixture;
let tenantId: TenantId;
let companyId: CompanyId;

beforeAll(async () => {
  fixture = await openCommandFixture();
  tenantId = asId(String((await fixture.ask('tenants', 'create', 'One'))['tenant']));
  const made = await fixture.ask('companies', 'create', 'Shop', '--tenant', tenantId);
  companyId = asId(String(made['company']));
});
afterAll(() => fixture.drop());

const HOURS_LATE = 2;
const late = (days: number) => `now() - interval '${days} days ${HOURS_LATE} hours'`;
const query = (text: string, values: unknown[] = [tenantId]) => fixture.database.pool.query({ text, values });

const insert = (table: string, columns: string, values: string) =>
  query(`INSERT INTO ${table} (tenant_id, ${columns}) VALUES ($1, ${values})`);

/** Makes one thing of the class that has been overdue for two hours. */
const MAKE: Readonly<Record<string, () => Promise<unknown>>> = {
  pictures: async () => {
    const times = { createdAt: late(31), expiresAt: late(31), finishedAt: late(30) };
    await addTransactions(
      fixture.database.pool,
      { tenantId, companyId },
      { ...times, count: 1, status: "'expired'", salt: 0 },
    );
  },
  prints: () =>
    insert(
      'frame_prints',
      'attempt_id, step, subject_kind, subject_id, parts, sealed_print, kept_at',
      `gen_random_uuid(), 0, 'transaction', gen_random_uuid(), '{1}', '', ${late(90)}`,
    ),
  transactions: async () => {
    const times = { createdAt: late(541), expiresAt: late(541), finishedAt: late(540) };
    await addTransactions(
      fixture.database.pool,
      { tenantId, companyId },
      { ...times, count: 1, status: "'expired'", salt: 1 },
    );
    await query('DELETE FROM capture_dues WHERE tenant_id = $1');
  },
  processes: () =>
    query(
      `INSERT INTO processes (tenant_id, process_id, company_id, status, purpose, identity_key, identity_hash, sealed_identity,
        created_at, expires_at, finished_at)
      VALUES ($1, gen_random_uuid(), $2, 'ok', 'creditprocess', 'cpf', '', '', ${late(541)}, ${late(541)}, ${late(540)})`,
      [tenantId, companyId],
    ).then(() => query('DELETE FROM capture_dues WHERE tenant_id = $1')),
  faces: () =>
    insert(
      'face_templates',
      'template_id, identity_hash, engine_version, sealed_descriptor, place, subject_kind, subject_id, created_at, identity_key',
      `gen_random_uuid(), '', 'v', '', 1, 'transaction', gen_random_uuid(), ${late(1095)}, 'cpf'`,
    ).then(() => query('DELETE FROM face_changes WHERE tenant_id = $1')),
  'withdrawn-faces': () =>
    insert(
      'face_templates',
      'template_id, identity_hash, engine_version, sealed_descriptor, place, subject_kind, subject_id, created_at, identity_key, erase_at',
      `gen_random_uuid(), '', 'v', '', 1, 'transaction', gen_random_uuid(), now(), 'cpf', ${late(0)}`,
    ).then(() => query('DELETE FROM face_changes WHERE tenant_id = $1')),
  'face-changes': () =>
    insert(
      'face_changes',
      'identity_key, engine_version, change, template_id, at',
      `'cpf', 'v', 9, gen_random_uuid(), ${late(1)}`,
    ),
  devices: () =>
    insert(
      'capture_devices',
      'subject_kind, subject_id, attempt_id, device_hash, identity_hash, used_at',
      `'transaction', gen_random_uuid(), gen_random_uuid(), 'x', 'x', ${late(90)}`,
    ),
  'page-sessions': () =>
    insert(
      'capture_sessions',
      'session_id, subject_kind, subject_id, secret_hash, created_at, expires_at',
      `gen_random_uuid(), 'transaction', gen_random_uuid(), 'x', now(), ${late(7)}`,
    ),
  'page-events': () =>
    insert(
      'page_event_counts',
      'company_id, event, browser, seen, day',
      `gen_random_uuid(), 'opened', 'chrome', 1, (now() AT TIME ZONE 'UTC')::date - 402`,
    ),
  links: () =>
    insert(
      'capture_links',
      'subject_kind, subject_id, code_hash, expires_at',
      `'transaction', gen_random_uuid(), 'x', ${late(7)}`,
    ),
  'idempotency-answers': () =>
    insert('idempotency_keys', 'key_hash, request_hash, expires_at', `'x', 'x', ${late(0)}`),
  'webhook-answers': async () => {
    await makeOf('events');
    await query(`UPDATE events SET created_at = now(), event_id = gen_random_uuid() WHERE tenant_id = $1`);
    await query(`INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state)
      SELECT tenant_id, gen_random_uuid(), event_id, gen_random_uuid(), 'delivered' FROM events WHERE tenant_id = $1`);
    await query(`INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms, response_excerpt)
      SELECT tenant_id, delivery_id, 1, ${late(30)}, 1, 'x' FROM deliveries WHERE tenant_id = $1`);
  },
  events: () =>
    insert(
      'events',
      'event_id, company_id, type, created_at, subject_id',
      `'00000000-0000-7000-8000-000000000001', gen_random_uuid(), 'process.failed', ${late(90)}, gen_random_uuid()`,
    ),
  'webhook-attempts': () =>
    insert(
      'delivery_attempts',
      'delivery_id, number, started_at, duration_ms',
      `(lpad(to_hex((extract(epoch FROM ${late(98)}) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid, 1, now(), 1`,
    ),
  'platform-events': () =>
    insert('platform_events', 'event_id, process_id, received_at', `'x', gen_random_uuid(), ${late(7)}`),
  traces: () =>
    insert(
      'subject_traces',
      'subject_id, traceparent, created_at',
      `gen_random_uuid(), '00-${'4'.repeat(32)}-${'2'.repeat(16)}-01', ${late(14)}`,
    ),
  'api-calls': () =>
    insert(
      'api_calls',
      'call_id, account, operation, method, path, status, duration_ms, source_address, at',
      `gen_random_uuid(), 'shop', 'readTransaction', 'GET', '/', 200, 1, '127.0.0.1', ${late(14)}`,
    ),
  exports: () =>
    insert(
      'exports',
      'export_id, user_id, kind, state, is_own, sealed_filter, first_id, reached_id, created_at, expires_at',
      `gen_random_uuid(), gen_random_uuid(), 'audit', 'ready', false, '', gen_random_uuid(), gen_random_uuid(), ${late(1)}, ${late(0)}`,
    ),
  'erasure-proposals': () =>
    insert(
      'erasure_proposals',
      'proposal_id, proposed_by, proposed_at, expires_at, identity_hash, sealed_identity',
      `gen_random_uuid(), gen_random_uuid(), ${late(1)}, ${late(0)}, '', ''`,
    ),
};

/** Makes the oldest row of a class; each class has its own. */
function makeOf(key: string): Promise<unknown> {
  const make = MAKE[key];
  if (!make) throw new Error(`nothing is made for the class ${key}`);
  return make();
}

const TABLES = `delivery_attempts, deliveries, events, transactions, processes, capture_dues, face_prints, frame_prints,
  face_templates, face_changes, capture_devices, capture_sessions, page_event_counts, capture_links, idempotency_keys, platform_events,
  subject_traces, api_calls, exports, erasure_proposals`;

type Told = {
  longestOverdueSeconds: number;
  classes: { class: string; overdueSeconds: number; dueSince: string | null }[];
};

describe('titular retention overdue (F1, S10)', () => {
  test('of an empty deployment tells each class, none overdue', async () => {
    const told = await fixture.ask<Told>('retention', 'overdue');
    expect(told.longestOverdueSeconds).toBe(0);
    expect(told.classes.map((one) => one.class)).toEqual(listRetention().map(({ key }) => key));
    expect((await fixture.run('retention', 'overdue')).output).toContain('Nothing is overdue');
  });

  test.each(listRetention().map(({ key }) => key))(
    'tells how long %s are overdue, and ends with 5',
    async (key) => {
      await fixture.database.pool.query(`TRUNCATE ${TABLES} CASCADE`);
      await makeOf(key);
      const { code, output, errors } = await fixture.run('retention', 'overdue', '--json');
      expect(code).toBe(5);
      expect(errors).toContain(`Overdue for more than an hour: ${key}.`);
      const told = JSON.parse(output) as Told;
      const overdue = told.classes.filter(({ overdueSeconds }) => overdueSeconds > 0);
      expect(overdue.map((one) => one.class)).toEqual([key]);
      expect(told.longestOverdueSeconds).toBeGreaterThanOrEqual(HOURS_LATE * 3_600 - 5);
      if (key !== 'page-events') expect(told.longestOverdueSeconds).toBeLessThan(HOURS_LATE * 3_600 + 60);
    },
  );

  test('what is late by less than an hour is told, and no fault', async () => {
    await fixture.database.pool.query(`TRUNCATE ${TABLES} CASCADE`);
    await insert(
      'idempotency_keys',
      'key_hash, request_hash, expires_at',
      `'x', 'x', now() - interval '50 minutes'`,
    );
    const told = await fixture.ask<Told>('retention', 'overdue');
    expect(told.longestOverdueSeconds).toBeGreaterThanOrEqual(3_000);
  });
});
