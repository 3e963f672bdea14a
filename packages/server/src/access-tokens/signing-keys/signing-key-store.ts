import type { PublicSigningJwk } from '@titular/contract';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { WrappedKey } from '../../tenants/index.ts';

/** What a key of the service signs; a key never serves two purposes. */
export type SigningPurpose = 'access-token' | 'sdk-token' | 'receipt';

/** A key pair as stored: the private half sealed with the master key. */
export type StoredSigningKey = {
  keyId: string;
  purpose: SigningPurpose;
  publicJwk: PublicSigningJwk;
  sealedPrivateJwk: Buffer;
  masterKeyId: string;
  createdAt: Date;
  /** From when on nothing it signed is accepted; a time to come is the overlap of a rotation. */
  retiredAt: Date | undefined;
};

const ADVISORY_LOCK_KEY = 7_483_502;

const SIGNING_KEY_COLUMNS = [
  'key_id',
  'purpose',
  'public_jwk',
  'sealed_private_jwk',
  'master_key_id',
  'created_at',
  'retired_at',
] as const;

const toSigningKey = (
  row: Pick<Selectable<Tables['signing_keys']>, (typeof SIGNING_KEY_COLUMNS)[number]>,
): StoredSigningKey => ({
  keyId: row.key_id,
  purpose: row.purpose,
  publicJwk: row.public_jwk as PublicSigningJwk,
  sealedPrivateJwk: row.sealed_private_jwk,
  masterKeyId: row.master_key_id,
  createdAt: row.created_at,
  retiredAt: row.retired_at ?? undefined,
});

/** All keys that are not retired at `now`, the oldest first. */
export async function findSigningKeys(db: Db, now: Date): Promise<StoredSigningKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(SIGNING_KEY_COLUMNS)
    .where((row) => row.or([row('retired_at', 'is', null), row('retired_at', '>', now)]))
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.map(toSigningKey);
}

/** Adds a key pair. */
export async function insertSigningKey(db: Db, key: StoredSigningKey): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values({
      key_id: key.keyId,
      purpose: key.purpose,
      public_jwk: JSON.stringify(key.publicJwk),
      sealed_private_jwk: key.sealedPrivateJwk,
      master_key_id: key.masterKeyId,
      created_at: key.createdAt,
      retired_at: key.retiredAt ?? null,
    })
    .execute();
}

/** Makes other processes that want to add keys wait until this database transaction ends. */
export async function lockSigningKeys(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK_KEY})`.execute(db);
}

/** Ends the keys of a purpose, apart from one, at `at`, unless they end sooner already; answers their public parts. */
export async function retireOtherSigningKeys(
  db: Db,
  purpose: SigningPurpose,
  keptKeyId: string,
  at: Date,
): Promise<PublicSigningJwk[]> {
  const rows = await db
    .updateTable('signing_keys')
    .set({ retired_at: at })
    .where('purpose', '=', purpose)
    .where('key_id', '<>', keptKeyId)
    .where((row) => row.or([row('retired_at', 'is', null), row('retired_at', '>', at)]))
    .returning('public_jwk')
    .execute();
  return rows.map((row) => row.public_jwk as PublicSigningJwk);
}

/** Removes up to `limit` keys, private halves and all, that are retired at `now`; answers how many. */
export async function deleteRetiredSigningKeys(db: Db, now: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM signing_keys WHERE key_id = ANY (ARRAY(
      SELECT key_id FROM signing_keys WHERE retired_at <= ${now} LIMIT ${limit}))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Locks up to `limit` keys that are wrapped by another master key. */
export async function lockSigningKeysToRewrap(
  db: Db,
  masterKeyId: string,
  limit: number,
): Promise<StoredSigningKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(SIGNING_KEY_COLUMNS)
    .where('master_key_id', '<>', masterKeyId)
    .orderBy('key_id')
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map(toSigningKey);
}

/** Replaces the wrapping of a private key. */
export async function updateSealedPrivateJwk(db: Db, keyId: string, wrapped: WrappedKey): Promise<void> {
  await db
    .updateTable('signing_keys')
    .set({ sealed_private_jwk: wrapped.bytes, master_key_id: wrapped.masterKeyId })
    .where('key_id', '=', keyId)
    .execute();
}

/** All keys, the retired ones too until they are removed, the oldest first. */
export async function listSigningKeys(db: Db): Promise<StoredSigningKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(SIGNING_KEY_COLUMNS)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.map(toSigningKey);
}
