import type { PublicSigningJwk } from '@titular/contract';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** What a key of the service signs; a key never serves two purposes. */
export type SigningPurpose = 'access-token' | 'sdk-token';

/** A key pair as stored: the private half sealed with the master key. */
export type StoredSigningKey = {
  keyId: string;
  purpose: SigningPurpose;
  publicJwk: PublicSigningJwk;
  sealedPrivateJwk: Buffer;
  createdAt: Date;
};

const ADVISORY_LOCK_KEY = 7_483_502;

/** All keys that are not retired, the oldest first. */
export async function findSigningKeys(db: Db): Promise<StoredSigningKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['key_id', 'purpose', 'public_jwk', 'sealed_private_jwk', 'created_at'])
    .where('retired_at', 'is', null)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.map((row) => ({
    keyId: row.key_id,
    purpose: row.purpose,
    publicJwk: row.public_jwk as PublicSigningJwk,
    sealedPrivateJwk: row.sealed_private_jwk,
    createdAt: row.created_at,
  }));
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
      created_at: key.createdAt,
      retired_at: null,
    })
    .execute();
}

/** Makes other processes that want to add keys wait until this database transaction ends. */
export async function lockSigningKeys(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK_KEY})`.execute(db);
}
