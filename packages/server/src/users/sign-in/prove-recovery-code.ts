import { Refusal } from '../../kernel/base/refusal.ts';
import { takeRecoveryCode } from '../authenticators/recovery-code-store.ts';
import { findRecoveryCode } from '../authenticators/recovery-codes.ts';
import { findUserByName } from '../people/user-store.ts';
import type { UserDeps } from '../user-deps.ts';
import { clearFailures, takeTry } from './failure-store.ts';
import { guardAddress, slowDown } from './guard-address.ts';
import type { Proven } from './proven.ts';

/** Proves who somebody is by a recovery code, which the session that begins uses up. Its failures are counted apart from those of passwords. */
export function proveRecoveryCode(
  deps: UserDeps,
  { name, code }: { name: string; code: string },
  sourceAddress: string,
): Promise<Proven> {
  const { db, clock, keys, hasher } = deps;
  return guardAddress(deps.addresses, sourceAddress, async () => {
    const nameHash = await keys.nameHash('recovery', name);
    const attempt = await takeTry(db, nameHash, clock.now());
    if (attempt.kind === 'held') throw slowDown(attempt.retryAfterSeconds);
    const user = await findUserByName(db, name);
    const codeId = await findRecoveryCode(db, hasher, user?.userId, code);
    if (!user?.isActive || codeId === undefined) throw new Refusal('40345');
    await clearFailures(db, nameHash);
    return { user, holds: (trx) => takeRecoveryCode(trx, user.userId, codeId) };
  });
}
