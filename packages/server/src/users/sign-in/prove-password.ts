import { Refusal } from '../../kernel/base/refusal.ts';
import {
  type Authenticator,
  hasAuthenticator,
  listAuthenticators,
  switchPasswordOff,
  takeTotpStep,
  updatePasswordHash,
} from '../authenticators/authenticator-store.ts';
import { findTotpStep } from '../authenticators/totp.ts';
import { findUserByName, type User } from '../people/user-store.ts';
import type { UserDeps } from '../user-deps.ts';
import type { CountedWay } from '../user-keys.ts';
import { clearFailures, MAX_FAILURES, takeTry } from './failure-store.ts';
import { guardAddress, slowDown } from './guard-address.ts';
import type { Proven } from './proven.ts';

/** What is typed to sign in without a passkey; password and one-time password are judged together. */
export type TypedPassword = { name: string; password: string; code: string };

type Password = Extract<Authenticator, { kind: 'password' }>;

/** Nobody's id: looked up where no account has the name, so that both cases ask the same. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

const findPassword = async ({ db }: UserDeps, user: User | undefined): Promise<Password | undefined> =>
  (await listAuthenticators(db, user?.userId ?? NOBODY)).find(
    (one): one is Password => one.kind === 'password',
  );

/** Compares a password, with one hash whether there is one to compare with or not. */
async function comparePassword(
  { hasher, keys, db }: UserDeps,
  kept: Password | undefined,
  typed: string,
): Promise<boolean> {
  if (!kept) {
    await hasher.pretend(typed);
    return false;
  }
  const { authenticatorId, sealedPassword } = kept;
  const hashed = await keys.unseal(authenticatorId, 'sealed_password', sealedPassword);
  const { isRight, isOutdated } = await hasher.verify(typed, hashed.toString('utf8'));
  if (isRight && isOutdated) {
    const renewed = Buffer.from(await hasher.hash(typed), 'utf8');
    await updatePasswordHash(
      db,
      authenticatorId,
      await keys.seal(authenticatorId, 'sealed_password', renewed),
    );
  }
  return isRight;
}

async function takeCode({ db, keys, clock }: UserDeps, kept: Password, code: string): Promise<boolean> {
  const seed = await keys.unseal(kept.authenticatorId, 'sealed_totp_seed', kept.sealedTotpSeed);
  const now = clock.now();
  const step = findTotpStep(seed, code, kept.totpStep, now);
  return step !== undefined && takeTotpStep(db, kept.authenticatorId, step, now);
}

async function judge(deps: UserDeps, { name, password, code }: TypedPassword): Promise<Proven | undefined> {
  const user = await findUserByName(deps.db, name);
  const kept = await findPassword(deps, user);
  const isRight = await comparePassword(deps, kept, password);
  if (!user?.isActive || !kept || kept.offAt || !isRight) return undefined;
  if (!(await takeCode(deps, kept, code))) return undefined;
  return { user, holds: (trx) => hasAuthenticator(trx, kept) };
}

/**
 * Proves who somebody is by name, password and one-time password, or refuses with 40345, and with 42905 after too many failures. Answer and
 * work are the same whether the account exists or not. `way` is what the failures count with.
 */
export function provePassword(
  deps: UserDeps,
  typed: TypedPassword,
  sourceAddress: string,
  way: CountedWay = 'password',
): Promise<Proven> {
  const { db, clock, keys } = deps;
  return guardAddress(deps.addresses, sourceAddress, async () => {
    const nameHash = await keys.nameHash(way, typed.name);
    const attempt = await takeTry(db, nameHash, clock.now());
    if (attempt.kind === 'held') throw slowDown(attempt.retryAfterSeconds);
    const proven = await judge(deps, typed);
    if (proven) {
      await clearFailures(db, nameHash);
      return proven;
    }
    const known = attempt.failures >= MAX_FAILURES ? await findUserByName(db, typed.name) : undefined;
    if (known) await switchPasswordOff(db, known.userId, clock.now());
    throw new Refusal('40345');
  });
}
