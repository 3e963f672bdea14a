import type { CompanyId, TenantId } from '@titular/server/kernel/base/id.ts';
import type pg from 'pg';

/** A company in whose name rows are made. */
export type Owner = { tenantId: TenantId; companyId: CompanyId };

const HASH_BYTES = 32;

/** A UUID version 7 of the time `at`, different for each `n`. */
const idOf = (at: string, n: string): string => `
  (lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${n}::text), 1, 3)
   || '8' || substr(md5(${n}::text || 'x'), 1, 15))::uuid`;

const hashOf = (n: string, what: string): string => `sha256(convert_to(${n}::text || '${what}', 'UTF8'))`;

/** Sealed text of the lengths that real ones have, a name of 20 signs among them. */
const sealed = (n: string, bytes: number): string => {
  const hashes = Array.from({ length: Math.ceil(bytes / HASH_BYTES) }, (_, part) => hashOf(n, `s${part}`));
  return `substr(${hashes.join(' || ')}, 1, ${bytes})`;
};

/** What a decision keeps, in its usual length. */
const DECISION = `jsonb_build_object('result', 'approved', 'reasons', '[]'::jsonb, 'signs', '[]'::jsonb, 'distance', 0.41,
  'captures', jsonb_build_array(jsonb_build_object('attempt', gen_random_uuid(), 'digests', repeat(md5(n::text), 12))))`;

/** How rows of transactions are made; times are SQL, from `n`, the number of the row from 1. */
export type TransactionPlan = {
  count: number;
  status: string;
  createdAt: string;
  /** When they ended; `NULL` for open ones. */
  finishedAt: string;
  expiresAt: string;
  /** Tells rows of several plans apart. */
  salt: number;
};

/** Adds transactions of real lengths in one statement. */
export async function addTransactions(
  pool: Pick<pg.Pool, 'query'>,
  { tenantId, companyId }: Owner,
  { count, status, createdAt, finishedAt, expiresAt, salt }: TransactionPlan,
): Promise<void> {
  await pool.query({
    text: `
    INSERT INTO transactions (tenant_id, transaction_id, company_id, status, version, module, order_number, identity_key,
      identity_hash, sealed_identity, card_hash, sealed_card, replica_hash, value, sealed_redirect_url, decision, created_at,
      expires_at, finished_at)
    SELECT $1, ${idOf('created_at', 'k')}, $2, ${status}, 1, 'post', 'order-2026-' || lpad(n::text, 9, '0'), 'cpf',
      ${hashOf('k', 'i')}, ${sealed('k', 43)}, ${hashOf('k', 'c')}, ${sealed('k', 140)}, ${hashOf('k', 'r')}, 129.9,
      ${sealed('k', 90)}, CASE WHEN finished_at IS NULL THEN NULL ELSE ${DECISION} END, created_at, expires_at, finished_at
    FROM (
      SELECT n, n + ${salt} AS k, ${createdAt} AS created_at, ${expiresAt} AS expires_at, ${finishedAt} AS finished_at
      FROM generate_series(1, ${count}) AS n
    ) AS made`,
    values: [tenantId, companyId],
  });
}

/** Adds a completed attempt to each finished transaction of the company in a range of time that has none. */
export async function addAttempts(
  pool: Pick<pg.Pool, 'query'>,
  { tenantId, companyId }: Owner,
  finished: { from: string; before: string },
): Promise<number> {
  const result = await pool.query({
    text: `
    INSERT INTO capture_attempts (tenant_id, attempt_id, session_id, subject_kind, subject_id, number, poses, step, frames_seen, outcome,
      started_at, step_started_at, finished_at, identity_hash, consent_version, consent_language, consented_at)
    SELECT t.tenant_id, ${idOf('t.created_at', "t.transaction_id::text || 'a'")}, gen_random_uuid(), 'transaction', t.transaction_id, 1,
      '{front,left,front,right,up,front}', 6, 40, 'completed', t.created_at, t.created_at, t.finished_at, t.identity_hash,
      '2026-01', 'pt', t.created_at
    FROM transactions t
    WHERE t.tenant_id = $1 AND t.company_id = $2
      AND t.finished_at >= ${finished.from} AND t.finished_at < ${finished.before}
    ON CONFLICT DO NOTHING`,
    values: [tenantId, companyId],
  });
  return result.rowCount ?? 0;
}

/** Adds six frames with pictures of so many bytes, which do not compress, to each attempt of the tenant that has none. */
export async function addFrames(
  pool: Pick<pg.Pool, 'query'>,
  { tenantId }: Owner,
  { pictureBytes, attempts }: { pictureBytes: number; attempts: number },
): Promise<number> {
  await pool.query('CREATE TABLE IF NOT EXISTS bench_noise (bytes bytea NOT NULL)');
  await pool.query('TRUNCATE bench_noise');
  await pool.query(`
    INSERT INTO bench_noise
    SELECT string_agg(uuid_send(gen_random_uuid()), ''::bytea) FROM generate_series(1, ${Math.ceil(pictureBytes / 8)})`);
  const result = await pool.query({
    text: `
    INSERT INTO capture_frames (tenant_id, attempt_id, step, position, pose, engine_version, image_digest, sealed_image,
      sealed_measure, sealed_chip, received_at)
    SELECT a.tenant_id, a.attempt_id, step, step, 'front', 'bench/1', ${hashOf('a.attempt_id', 'd')},
      substr(noise.bytes, 1 + (random() * ${pictureBytes})::integer, ${pictureBytes}), ${sealed('a.attempt_id', 200)}, NULL,
      a.started_at
    FROM (
      SELECT tenant_id, attempt_id, started_at FROM capture_attempts a
      WHERE tenant_id = $1 AND NOT EXISTS (
        SELECT FROM capture_frames f WHERE f.tenant_id = a.tenant_id AND f.attempt_id = a.attempt_id)
      ORDER BY attempt_id LIMIT ${attempts}
    ) AS a CROSS JOIN generate_series(0, 5) AS step CROSS JOIN bench_noise AS noise`,
    values: [tenantId],
  });
  await pool.query('DROP TABLE bench_noise');
  return result.rowCount ?? 0;
}
