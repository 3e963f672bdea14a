import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../kernel/base/clock.ts';
import type { TenantId } from '../kernel/base/id.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { Idle } from '../kernel/http/admission/admission.ts';
import { claimIdempotencyKey, deleteClaim } from './idempotency-store.ts';

/** A piece of work that one request of a tenant does at a time; the lease ends by itself after `lifeMs`, as its holder may have died. */
export type LeasedWork = { nameHash: Buffer; lifeMs: number; waitMs: number };

/** Work that is in one request's hands until it ends the lease. */
export type Lease = { end(): Promise<void> };

const TOKEN_BYTES = 32;
const PAUSE_MS = 100;

/**
 * Takes a lease of work that is done outside any database transaction, so that no connection is held meanwhile. Waits up to `waitMs` without a
 * turn while another request has it; undefined where it still does then.
 */
export async function takeLease(
  { db, clock, idle }: { db: Kysely<Tables>; clock: Clock; idle: Idle },
  tenantId: TenantId,
  { nameHash, lifeMs, waitMs }: LeasedWork,
): Promise<Lease | undefined> {
  const token = randomBytes(TOKEN_BYTES);
  const deadline = performance.now() + waitMs;
  for (;;) {
    const now = clock.now();
    const claim = { keyHash: nameHash, requestHash: token, meaningHash: token };
    const expiresAt = addSeconds(now, lifeMs / 1_000);
    if (await claimIdempotencyKey(db, tenantId, { ...claim, expiresAt }, now))
      // Left in place where the database is away, it ends by itself; what was done stands.
      return { end: () => deleteClaim(db, tenantId, claim).catch(() => undefined) };
    if (performance.now() >= deadline) return undefined;
    await idle(() => pause(PAUSE_MS));
  }
}
