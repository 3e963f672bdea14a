import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../kernel/base/clock.ts';
import { lowestId, type TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { digest, sameDigest } from '../kernel/base/secret.ts';
import { inTransaction } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { IDEMPOTENCY_SECONDS, type KeyedRequest } from './answer-once.ts';
import { claimIdempotencyKey, findTenantOfKey, lockKeyOfNewTenant } from './idempotency-store.ts';

/** An id is made a moment before or after the time that its key ends by. */
const SPREAD_SECONDS = 60;

/**
 * Makes a tenant once for each key, which is kept for a day with the tenant that it made: no other has one yet. The same key with another
 * body is 40028. Its digests have no key of a tenant; keys are random, and the name stands beside them in clear.
 */
export async function makeTenantOnce(
  { db, clock }: { db: Kysely<Tables>; clock: Clock },
  { key, operation = '', body }: KeyedRequest,
  make: (trx: Kysely<Tables>) => Promise<TenantId>,
): Promise<TenantId> {
  const keyHash = digest(JSON.stringify([operation, key]));
  const requestHash = digest(JSON.stringify(body));
  return inTransaction(db, async (trx) => {
    await lockKeyOfNewTenant(trx, keyHash);
    const now = clock.now();
    const firstId = lowestId(addSeconds(now, -IDEMPOTENCY_SECONDS - SPREAD_SECONDS));
    const kept = await findTenantOfKey(trx, keyHash, { firstId, now });
    if (kept && !sameDigest(kept.requestHash, requestHash)) throw new Refusal('40028');
    if (kept) return kept.tenantId;
    const tenantId = await make(trx);
    const expiresAt = addSeconds(now, IDEMPOTENCY_SECONDS);
    await claimIdempotencyKey(
      trx,
      tenantId,
      { keyHash, requestHash, meaningHash: requestHash, expiresAt },
      now,
    );
    return tenantId;
  });
}
