import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { Idle } from '../kernel/http/admission/admission.ts';
import { type Claim, claimForAWhile, countClaims, deleteClaim, HASH_BYTES } from './idempotency-store.ts';

/** A piece of work that one request of a tenant does at a time; the lease ends by itself after `lifeMs`, as its holder may have died. */
export type LeasedWork = { nameHash: Buffer; lifeMs: number; waitMs: number };

/** Work that is in one request's hands until it ends the lease. */
export type Lease = { end(): Promise<void> };

const TOKEN_BYTES = 32;
const PAUSE_MS = 100;
/** No work has a longer life, whatever the settings. */
const MAX_LIFE_MS = 20_000;

// Left in place where the database is away, it ends by itself; what was done stands.
const endClaim = (db: Db, tenantId: TenantId, claim: Claim): Promise<void> =>
  deleteClaim(db, tenantId, claim).catch(() => undefined);

/**
 * Takes a lease of work that is done outside any database transaction, so that no connection is held meanwhile. Waits up to `waitMs` without a
 * turn while another request has it; undefined where it still does then.
 */
export async function takeLease(
  { db, idle }: { db: Kysely<Tables>; idle: Idle },
  tenantId: TenantId,
  { nameHash, lifeMs, waitMs }: LeasedWork,
): Promise<Lease | undefined> {
  const claim = { keyHash: nameHash, requestHash: randomBytes(TOKEN_BYTES) };
  const deadline = performance.now() + waitMs;
  for (;;) {
    if (await claimForAWhile(db, tenantId, claim, { lifeMs, maxLifeMs: MAX_LIFE_MS }))
      return { end: () => endClaim(db, tenantId, claim) };
    if (performance.now() >= deadline) return undefined;
    await idle(() => pause(PAUSE_MS));
  }
}

/** Work of which `free` may be under way at once under one name. */
export type Places = { nameHash: Buffer; free: number };

/** A name with room behind it for what keeps its holders apart. */
const PREFIX_BYTES = 24;

/**
 * Takes a place under each name for `lifeMs`, or none where one of them is full. Whoever calls holds a lock of all names in `trx`. Ended after
 * its commit, by the function it answers.
 */
export async function takePlaces(
  trx: Db,
  tenantId: TenantId,
  names: readonly Places[],
  lifeMs: number,
): Promise<((db: Db) => Promise<void>) | undefined> {
  const prefixes = names.map(({ nameHash, free }) => ({ prefix: nameHash.subarray(0, PREFIX_BYTES), free }));
  for (const { prefix, free } of prefixes)
    if ((await countClaims(trx, tenantId, prefix, MAX_LIFE_MS)) >= free) return undefined;
  const claims = prefixes.map(({ prefix }) => ({
    keyHash: Buffer.concat([prefix, randomBytes(HASH_BYTES - PREFIX_BYTES)]),
    requestHash: randomBytes(TOKEN_BYTES),
  }));
  for (const claim of claims) await claimForAWhile(trx, tenantId, claim, { lifeMs, maxLifeMs: MAX_LIFE_MS });
  return async (db) => {
    for (const claim of claims) await endClaim(db, tenantId, claim);
  };
}
