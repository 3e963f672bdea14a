import { sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import { deleteOlder } from '../kernel/database/batches/delete-older.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { SubjectId } from '../kernel/database/subject-ref.ts';

/** A request that named a key: keyed hashes of key, of the body as it was sent and of what the body says, and until when its answer is kept. */
export type IdempotentRequest = {
  keyHash: Buffer;
  requestHash: Buffer;
  meaningHash: Buffer;
  expiresAt: Date;
};

/** A name that is taken, and what only its holder knows. */
export type Claim = Pick<IdempotentRequest, 'keyHash' | 'requestHash'>;

/** Of every keyed hash. */
export const HASH_BYTES = 32;

/** Holds a key until this database transaction ends; false at once when another one holds it, so that nobody waits with a connection in hand. */
export async function lockIdempotencyKey(db: Db, tenantId: TenantId, keyHash: Buffer): Promise<boolean> {
  const name = `${tenantId}/${keyHash.toString('hex')}`;
  const result = await sql<{ held: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS held`.execute(db);
  return result.rows[0]?.held === true;
}

/** Takes a key that is held, when nobody used it or its time has passed; false when there is an answer to it. */
export async function claimIdempotencyKey(
  db: Db,
  tenantId: TenantId,
  request: IdempotentRequest,
  now: Date,
): Promise<boolean> {
  const result = await sql`
    INSERT INTO idempotency_keys AS held (tenant_id, key_hash, request_hash, meaning_hash, expires_at)
    VALUES (${tenantId}, ${request.keyHash}, ${request.requestHash}, ${request.meaningHash}, ${request.expiresAt})
    ON CONFLICT (tenant_id, key_hash) DO UPDATE
      SET request_hash = excluded.request_hash, meaning_hash = excluded.meaning_hash, expires_at = excluded.expires_at, sealed_answer = NULL
      WHERE held.expires_at <= ${now}
    RETURNING key_hash`.execute(db);
  return result.rows.length === 1;
}

/**
 * Takes a name for `lifeMs` by the database's time, when nobody has it; false while somebody does. Whoever has it for longer than `maxLifeMs`
 * from now took it before the database's clock was set back.
 */
export async function claimForAWhile(
  db: Db,
  tenantId: TenantId,
  { keyHash, requestHash }: Claim,
  { lifeMs, maxLifeMs }: { lifeMs: number; maxLifeMs: number },
): Promise<boolean> {
  const result = await sql`
    INSERT INTO idempotency_keys AS held (tenant_id, key_hash, request_hash, expires_at)
    VALUES (${tenantId}, ${keyHash}, ${requestHash}, clock_timestamp() + make_interval(secs => ${lifeMs / 1_000}))
    ON CONFLICT (tenant_id, key_hash) DO UPDATE
      SET request_hash = excluded.request_hash, expires_at = excluded.expires_at
      WHERE held.expires_at NOT BETWEEN clock_timestamp() AND clock_timestamp() + make_interval(secs => ${maxLifeMs / 1_000})
    RETURNING key_hash`.execute(db);
  return result.rows.length === 1;
}

/** How many names with a prefix are taken now, as `claimForAWhile` takes them. */
export async function countClaims(
  db: Db,
  tenantId: TenantId,
  prefix: Buffer,
  maxLifeMs: number,
): Promise<number> {
  const [first, last] = [0x00, 0xff].map((byte) => Buffer.alloc(HASH_BYTES, byte));
  for (const end of [first, last]) prefix.copy(end as Buffer);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM idempotency_keys
    WHERE tenant_id = ${tenantId} AND key_hash BETWEEN ${first} AND ${last} AND sealed_answer IS NULL
      AND expires_at BETWEEN clock_timestamp() AND clock_timestamp() + make_interval(secs => ${maxLifeMs / 1_000})`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Deletes a claim that has no answer, unless somebody else has claimed the key since. */
export async function deleteClaim(
  db: Db,
  tenantId: TenantId,
  { keyHash, requestHash }: Claim,
): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('tenant_id', '=', tenantId)
    .where('key_hash', '=', keyHash)
    .where('request_hash', '=', requestHash)
    .where('sealed_answer', 'is', null)
    .execute();
}

/** An answer with the hashes of its request; what an earlier release kept has none of what the body says. */
export type KeptAnswer = {
  requestHash: Buffer;
  meaningHash: Buffer | undefined;
  sealedAnswer: Buffer | undefined;
};

/** What is kept for a key at `now`. */
export async function findIdempotentAnswer(
  db: Db,
  tenantId: TenantId,
  keyHash: Buffer,
  now: Date,
): Promise<KeptAnswer | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'meaning_hash', 'sealed_answer'])
    .where('tenant_id', '=', tenantId)
    .where('key_hash', '=', keyHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return (
    row && {
      requestHash: row.request_hash,
      meaningHash: row.meaning_hash ?? undefined,
      sealedAnswer: row.sealed_answer ?? undefined,
    }
  );
}

/** Keeps the answer of a key that was taken in the same database transaction. */
export async function updateIdempotentAnswer(
  db: Db,
  tenantId: TenantId,
  keyHash: Buffer,
  answer: { sealed: Buffer; subjectId: SubjectId | undefined },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ sealed_answer: answer.sealed, subject_id: answer.subjectId ?? null })
    .where('tenant_id', '=', tenantId)
    .where('key_hash', '=', keyHash)
    .execute();
}

/** Holds the key of a tenant that is not there yet, until this database transaction ends; waits for who has it. */
export async function lockKeyOfNewTenant(db: Db, keyHash: Buffer): Promise<void> {
  const name = `new tenant/${keyHash.toString('hex')}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** The tenant that a key made, among those with an id from `firstId` on; each is looked up by itself, whatever the table of keys holds. */
export async function findTenantOfKey(
  db: Db,
  keyHash: Buffer,
  { firstId, now }: { firstId: string; now: Date },
): Promise<{ tenantId: TenantId; requestHash: Buffer } | undefined> {
  const { rows } = await sql<{ tenant_id: TenantId; request_hash: Buffer }>`
    SELECT t.tenant_id, k.request_hash FROM tenants t CROSS JOIN LATERAL (
      SELECT request_hash FROM idempotency_keys
      WHERE tenant_id = t.tenant_id AND key_hash = ${keyHash} AND expires_at > ${now} LIMIT 1) AS k
    WHERE t.tenant_id >= ${firstId}::uuid LIMIT 1`.execute(db);
  const [row] = rows;
  return row && { tenantId: row.tenant_id, requestHash: row.request_hash };
}

/** Deletes the answers about transactions and processes; answers how many. */
export async function deleteAnswersAbout(
  db: Db,
  tenantId: TenantId,
  subjectIds: readonly string[],
): Promise<number> {
  const result = await sql`DELETE FROM idempotency_keys
    WHERE tenant_id = ${tenantId} AND subject_id = ANY (${[...subjectIds]}::uuid[])`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Deletes answers whose time has passed. */
export const deleteExpiredAnswers = deleteOlder('idempotency_keys', 'expires_at', '<=');
