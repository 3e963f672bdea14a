import { shareCaseVersion, type VersionRequest } from '@titular/server/cases/read/version-store.ts';
import type { SubjectKind } from '@titular/server/kernel/database/subject-ref.ts';
import { createCompany, createTenant } from '@titular/server/tenants/administer-tenants.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { explain, nodesOf, rowsRead, type Statement } from '@titular/test-kit/explain.ts';
import { addAttempts, addFrames, addTransactions, type Owner } from '@titular/test-kit/fill-volume.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

const TENANTS = 40;
const CASES_OF_EACH = 150;
/** Cases that one statement reads at most. */
const MOST_CASES = 16;
/** Most rows that a statement may read for each of its cases; each has one or two of every kind. */
const MOST_ROWS = 50;

let volume: VolumeFixture;

/** Adds a process beside each transaction, with the same id. */
const ADD_PROCESSES = `
  INSERT INTO processes (tenant_id, process_id, company_id, status, purpose, identity_key, identity_hash, sealed_identity,
    created_at, expires_at, finished_at)
  SELECT tenant_id, transaction_id, company_id, 'ok', 'carpurchase', 'cpf', identity_hash, '', created_at, expires_at, finished_at
  FROM transactions`;

/** What belongs to each transaction, and to the process beside it. */
const ADD_REST: readonly string[] = [
  `INSERT INTO process_history (tenant_id, process_id, version, event, to_status, actor, at, transaction_id)
    SELECT tenant_id, transaction_id, 1, 'use', 'ok', 'service', created_at, transaction_id FROM transactions`,
  `INSERT INTO capture_links (tenant_id, code_hash, subject_id, expires_at, subject_kind)
    SELECT tenant_id, sha256(convert_to(transaction_id::text || n, 'UTF8')), transaction_id, expires_at, 'transaction'
    FROM transactions, generate_series(1, 2) AS n`,
  `INSERT INTO capture_sessions (tenant_id, session_id, subject_id, secret_hash, created_at, expires_at, subject_kind)
    SELECT tenant_id, gen_random_uuid(), transaction_id, sha256(convert_to(transaction_id::text, 'UTF8')), created_at, expires_at, 'transaction'
    FROM transactions`,
  `INSERT INTO capture_signs (tenant_id, subject_id, attempt_number, sign, seen, first_at, last_at, subject_kind)
    SELECT tenant_id, transaction_id, 1, 'frames_repeated', 1, created_at, created_at, 'transaction' FROM transactions`,
  `INSERT INTO webhook_endpoints (tenant_id, endpoint_id, company_id, url, sealed_secret)
    SELECT tenant_id, company_id, company_id, 'https://shop.example/hooks', '' FROM companies`,
  `INSERT INTO events (tenant_id, event_id, company_id, type, created_at, transaction_id, subject_id)
    SELECT tenant_id, transaction_id, company_id, 'transaction.finished', created_at, transaction_id, transaction_id FROM transactions`,
  `INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, finished_at)
    SELECT tenant_id, event_id, event_id, company_id, 'delivered', created_at FROM events`,
  `INSERT INTO delivery_claims (tenant_id, endpoint_id, delivery_id, process_id, expires_at)
    SELECT tenant_id, endpoint_id, delivery_id, gen_random_uuid(), finished_at FROM deliveries`,
  `INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms)
    SELECT tenant_id, delivery_id, 1, finished_at, 5 FROM deliveries`,
  `INSERT INTO api_calls (tenant_id, call_id, at, account, operation, method, path, status, duration_ms, source_address, transaction_id, process_id)
    SELECT tenant_id, gen_random_uuid(), created_at, 'shop', 'readTransaction', 'GET', '/', 200, 1, '127.0.0.1', transaction_id, transaction_id
    FROM transactions, generate_series(1, 2)`,
  `INSERT INTO case_notes (tenant_id, transaction_id, note_id, author, written_at)
    SELECT tenant_id, transaction_id, gen_random_uuid(), 'user:' || gen_random_uuid(), created_at FROM transactions`,
  `INSERT INTO audit_log (entry_id, tenant_id, at, actor, action, subject)
    SELECT gen_random_uuid(), tenant_id, created_at, 'user:' || gen_random_uuid(), 'links.renew', kind || '/' || transaction_id
    FROM transactions, unnest(ARRAY['transaction', 'process']) AS kind`,
];

async function addTenant(number: number): Promise<Owner> {
  const operator = { db: volume.db, clock: volume.clock, actor: 'test' as const };
  const tenantId = await createTenant(operator, volume.masterKeys, { name: `Tenant ${number}` });
  return { tenantId, companyId: await createCompany(operator, tenantId, { name: `Shop ${number}` }) };
}

/** Thousands of cases of many tenants, each with one or two rows of everything that its version is made of. */
beforeAll(async () => {
  volume = await openVolume();
  const at = "now() - n * interval '30 seconds'";
  const plan = { count: CASES_OF_EACH, status: "'approved'", createdAt: at, finishedAt: at, expiresAt: at };
  for (let number = 0; number < TENANTS; number += 1) {
    const owner = await addTenant(number);
    await addTransactions(volume.filler, owner, { ...plan, salt: number * CASES_OF_EACH });
    await addAttempts(volume.filler, owner, { from: "'-infinity'", before: "'infinity'" });
    await addFrames(volume.filler, owner, { pictureBytes: 64, attempts: CASES_OF_EACH });
  }
  await volume.filler.query(ADD_PROCESSES);
  for (const statement of ADD_REST) await volume.filler.query(statement);
  await volume.filler.query('VACUUM ANALYZE');
}, 360_000);
afterAll(() => volume.close());

/** Cases of as many tenants. */
async function casesOf(kind: SubjectKind, count: number): Promise<VersionRequest[]> {
  const { rows } = await volume.pool.query<{ tenant_id: string; id: string }>(`
    SELECT DISTINCT ON (tenant_id) tenant_id, transaction_id AS id FROM transactions ORDER BY tenant_id, md5(transaction_id::text)
    LIMIT ${count}`);
  return rows.map(({ tenant_id, id }) => ({
    tenantId: asId(tenant_id),
    subject: { kind, id: asId(id) },
    now: volume.clock.now(),
  }));
}

/** The statement that reads the versions of so many cases together, as a process sends it. */
async function statementAbout(kind: SubjectKind, count: number): Promise<Statement> {
  const recorder = volume.record();
  const requests = await casesOf(kind, count);
  expect(requests.length).toBe(count);
  const versions = await Promise.all(requests.map((request) => shareCaseVersion(recorder.db, request)));
  expect(new Set(versions.map((one) => one?.version)).size).toBe(count);
  const [statement, ...others] = recorder.statements;
  expect(others).toEqual([]);
  return statement as Statement;
}

describe.each(['transaction', 'process'] as const)('versions of many cases of kind %s', (kind) => {
  test.each([1, MOST_CASES])(
    'are read by indexes alone, %i together, and by few rows for each (P52, P55)',
    async (count) => {
      const statement = await statementAbout(kind, count);
      // As the connections of the portal run it (`isByIndex`).
      const { plan } = await explain(volume.pool, statement, { enable_seqscan: 'off', jit: 'off' });
      const nodes = nodesOf(plan);
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      expect(nodes.filter((node) => node['Node Type'].startsWith('Index')).length).toBeGreaterThan(10);
      expect(rowsRead(plan)).toBeLessThanOrEqual(count * MOST_ROWS);
    },
  );
});
