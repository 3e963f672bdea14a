import type { DeploymentKeys, RotateSigningKey } from '@titular/contract';
import { listSigningKeys, rotateSigningKeys, SIGNED_LIFETIMES } from '../../access-tokens/index.ts';
import type { SignedInUser } from '../../kernel/http/portal/portal-route.ts';
import { findDeployment, listMasterKeyUses } from '../../tenants/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';
import type { TenantDeps } from './manage-tenants.ts';

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
    signing: signing.toReversed().map(({ keyId: id, purpose, createdAt, retiredAt }) => ({
      ...{ id, purpose, createdAt: createdAt.toISOString() },
      ...(retiredAt ? { endsAt: retiredAt.toISOString() } : {}),
      isValid: retiredAt === undefined || retiredAt > now,
    })),
    master: all.map(({ masterKeyId: id, ...counts }) => ({
      ...{ id, isPresent: id === masterKeyId, isPrepared: id === prepared },
      ...counts,
    })),
  };
}

/** Adds a signing key as `keys rotate-signing` does; answers all keys. */
export async function rotateKey(
  deps: TenantDeps,
  caller: SignedInUser,
  { purpose }: RotateSigningKey,
): Promise<DeploymentKeys> {
  await rotateSigningKeys(operatorOf(deps, caller), deps.masterKeys, SIGNED_LIFETIMES, purpose);
  return showKeys(deps);
}
