import type { ProviderPurpose } from '@titular/contract';
import { deleteOlder } from '../../kernel/database/batches/delete-older.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** A visit as it is kept: who holds it, what it is for, and its sealed secrets. */
export type StoredVisit = {
  stateHash: Buffer;
  holderHash: Buffer;
  purpose: ProviderPurpose;
  sealedVisit: Buffer;
  startedAt: Date;
  expiresAt: Date;
};

/** Adds a visit. */
export async function insertVisit(db: Db, visit: StoredVisit): Promise<void> {
  await db
    .insertInto('provider_visits')
    .values({
      state_hash: visit.stateHash,
      holder_hash: visit.holderHash,
      purpose: visit.purpose,
      sealed_visit: visit.sealedVisit,
      started_at: visit.startedAt,
      expires_at: visit.expiresAt,
    })
    .execute();
}

/** Takes a visit, which is then over whatever comes of it. Another browser, or another purpose, leaves it where it is. */
export async function takeVisit(
  db: Db,
  key: Pick<StoredVisit, 'stateHash' | 'holderHash' | 'purpose'>,
  now: Date,
): Promise<Pick<StoredVisit, 'sealedVisit' | 'startedAt'> | undefined> {
  const row = await db
    .deleteFrom('provider_visits')
    .where('state_hash', '=', key.stateHash)
    .where('holder_hash', '=', key.holderHash)
    .where('purpose', '=', key.purpose)
    .returning(['sealed_visit', 'started_at', 'expires_at'])
    .executeTakeFirst();
  if (!row || row.expires_at <= now) return undefined;
  return { sealedVisit: row.sealed_visit, startedAt: row.started_at };
}

/** Deletes visits that were over before a time. */
export const deleteOldVisits = deleteOlder('provider_visits', 'expires_at');
