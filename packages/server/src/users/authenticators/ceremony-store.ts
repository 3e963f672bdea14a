import { addSeconds } from '../../kernel/base/clock.ts';
import { deleteOlder } from '../../kernel/database/batches/delete-older.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Seconds for which a challenge or a new seed is good. */
const LIFETIME_SECONDS = 300;

/** What a ceremony is for: a challenge of one kind is worth nothing for another. */
export type CeremonyPurpose = 'sign-in' | 'again' | 'passkey' | 'totp';

/** A ceremony under way: a challenge or a sealed seed, and the person it is for. */
export type Ceremony = { userId: string; challenge: Buffer | undefined; sealedTotpSeed: Buffer | undefined };

/** A browser that holds a ceremony, as the digest of what it sends back, and the kind of ceremony. */
export type CeremonyKey = { holderHash: Buffer; purpose: CeremonyPurpose };

/** Begins a ceremony; one of the same kind that the browser held before is over. */
export async function beginCeremony(
  db: Db,
  { holderHash, purpose }: CeremonyKey,
  { userId, challenge, sealedTotpSeed }: Ceremony,
  now: Date,
): Promise<void> {
  const row = {
    challenge: challenge ?? null,
    sealed_totp_seed: sealedTotpSeed ?? null,
    user_id: userId,
    expires_at: addSeconds(now, LIFETIME_SECONDS),
  };
  await db
    .insertInto('portal_ceremonies')
    .values({ holder_hash: holderHash, purpose, ...row })
    .onConflict((conflict) => conflict.columns(['holder_hash', 'purpose']).doUpdateSet(row))
    .execute();
}

/** Takes a ceremony, which is then over whatever comes of it; undefined where there is none, or it is too old. */
export async function takeCeremony(
  db: Db,
  { holderHash, purpose }: CeremonyKey,
  now: Date,
): Promise<Ceremony | undefined> {
  const row = await db
    .deleteFrom('portal_ceremonies')
    .where('holder_hash', '=', holderHash)
    .where('purpose', '=', purpose)
    .returning(['user_id', 'challenge', 'sealed_totp_seed', 'expires_at'])
    .executeTakeFirst();
  if (!row || row.expires_at <= now) return undefined;
  return {
    userId: row.user_id,
    challenge: row.challenge ?? undefined,
    sealedTotpSeed: row.sealed_totp_seed ?? undefined,
  };
}

/** Reads a ceremony that may be tried again, such as a one-time password that was mistyped. */
export async function findCeremony(
  db: Db,
  { holderHash, purpose }: CeremonyKey,
  now: Date,
): Promise<Ceremony | undefined> {
  const row = await db
    .selectFrom('portal_ceremonies')
    .select(['user_id', 'challenge', 'sealed_totp_seed'])
    .where('holder_hash', '=', holderHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return (
    row && {
      userId: row.user_id,
      challenge: row.challenge ?? undefined,
      sealedTotpSeed: row.sealed_totp_seed ?? undefined,
    }
  );
}

/** Deletes ceremonies that were over before a time. */
export const deleteOldCeremonies = deleteOlder('portal_ceremonies', 'expires_at');
