import type { DeploymentKeys, RotateSigningKey, SigningKeyRow } from '@titular/contract';
import {
  listSigningKeys,
  rotateSettledSigningKeys,
  SIGNED_LIFETIMES,
  signsFrom,
} from '../../access-tokens/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { SignedInUser } from '../../kernel/http/portal/portal-route.ts';
import { findDeployment, listMasterKeyUses } from '../../tenants/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';
import type { TenantDeps } from './manage-tenants.ts';

type SigningKey = Awaited<ReturnType<typeof listSigningKeys>>[number];

function describeSigningKey(key: SigningKey, all: readonly SigningKey[], now: Date): SigningKeyRow {
  const { keyId: id, purpose, createdAt, retiredAt } = key;
  const isValid = (one: SigningKey): boolean => one.retiredAt === undefined || one.retiredAt > now;
  const from = signsFrom(
    key,
    all.filter((one) => one.purpose === purpose && isValid(one)),
    now,
  );
  return {
    ...{ id, purpose, createdAt: createdAt.toISOString(), isValid: isValid(key) },
    ...(from ? { signsFrom: from.toISOString() } : {}),
    ...(retiredAt ? { endsAt: retiredAt.toISOString() } : {}),
  };
}

/** Signing keys, the newest first, and master keys that wrap something or are prepared; ids and times alone. */
export async function showKeys({ db, clock }: PortalDeps): Promise<DeploymentKeys> {
  const now = clock.now();
  const signing = await listSigningKeys(db);
  const uses = await listMasterKeyUses(db);
  const { masterKeyId, preparedMasterKeyId: prepared } = await findDeployment(db);
  const isUsed = uses.some((use) => use.masterKeyId === prepared);
  const spare = { tenants: 0, signingKeys: 0, deploymentKeys: 0 };
  const all = prepared === undefined || isUsed ? uses : [...uses, { masterKeyId: prepared, ...spare }];
  return {
    signing: signing.map((key) => describeSigningKey(key, signing, now)).toReversed(),
    master: all.map(({ masterKeyId: id, ...counts }) => ({
      ...{ id, isPresent: id === masterKeyId, isPrepared: id === prepared },
      ...counts,
    })),
  };
}

/** Adds a signing key as `keys rotate-signing` does, and answers all keys; 40098 while the newest does not sign yet. */
export async function rotateKey(
  deps: TenantDeps,
  caller: SignedInUser,
  { purpose }: RotateSigningKey,
): Promise<DeploymentKeys> {
  const operator = operatorOf(deps, caller);
  const made = await rotateSettledSigningKeys(operator, deps.masterKeys, SIGNED_LIFETIMES, purpose);
  if (!made) throw new Refusal('40098');
  return showKeys(deps);
}
