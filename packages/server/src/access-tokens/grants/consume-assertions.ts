import type { TenantId } from '../../kernel/base/id.ts';
import { gather } from '../../kernel/database/batches/gather.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { isTenantClosed } from '../../kernel/database/moves/tenant-closed.ts';
import { insertUsedAssertions } from './assertion-store.ts';

/** The one use of an assertion, still to be taken. */
export type AssertionUse = { tenantId: TenantId; hash: Buffer; expiresAt: Date };

/** Takes an assertion for its one use; false when it was taken before, here or by another process. */
export type ConsumeAssertion = (use: AssertionUse) => Promise<boolean>;

type Outcome = boolean | Promise<boolean>;

const nameOf = ({ tenantId, hash }: AssertionUse): string => `${tenantId}/${hash.toString('hex')}`;

/** One commit to disk for all assertions that came while the one before was under way. */
const LIMITS = { mostAsks: 1_000 };

async function consume(db: Db, uses: readonly AssertionUse[]): Promise<boolean[]> {
  const firsts = new Map<string, AssertionUse>();
  for (const use of uses) if (!firsts.has(nameOf(use))) firsts.set(nameOf(use), use);
  // In the order of their keys, so that two processes with the same assertions wait for each other and never in a ring.
  const sorted = [...firsts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
  const taken = new Set((await insertUsedAssertions(db, sorted)).map(nameOf));
  return uses.map((use) => firsts.get(nameOf(use)) === use && taken.has(nameOf(use)));
}

/** Takes those of each tenant by themselves. */
function consumeByTenant(db: Db, uses: readonly AssertionUse[]): Outcome[] {
  const outcomes = new Map<AssertionUse, Promise<boolean>>();
  for (const own of Map.groupBy(uses, ({ tenantId }) => tenantId).values()) {
    const consumed = consume(db, own);
    for (const [index, use] of own.entries())
      outcomes.set(
        use,
        consumed.then((taken) => taken[index] === true),
      );
  }
  return uses.map((use) => outcomes.get(use) ?? false);
}

/** A tenant that moves to another deployment is refused alone. */
async function consumeTogether(db: Db, uses: readonly AssertionUse[]): Promise<Outcome[]> {
  try {
    return await consume(db, uses);
  } catch (error) {
    if (!isTenantClosed(error)) throw error;
    return consumeByTenant(db, uses);
  }
}

/** Takes assertions that arrive while a statement is under way together in the next one. */
export const createAssertionConsumer = (db: Db): ConsumeAssertion =>
  gather((uses: readonly AssertionUse[]) => consumeTogether(db, uses), LIMITS);
