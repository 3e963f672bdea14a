import type { DeploymentKey, OpenDeploymentKey } from '../tenants/index.ts';
import { nameKey } from './people/name.ts';

/** What the key of the deployment for people is good for: it seals their secrets, and hashes the names under which somebody tries to sign in. */
export type UserKeys = {
  seal(authenticatorId: string, field: SecretField, plain: Uint8Array): Promise<Buffer>;
  unseal(authenticatorId: string, field: SecretField, sealed: Uint8Array): Promise<Buffer>;
  sealSeed(holderHash: Buffer, seed: Uint8Array): Promise<Buffer>;
  unsealSeed(holderHash: Buffer, sealed: Uint8Array): Promise<Buffer>;
  /** Finds the failures under a name without keeping what was typed; each way to prove oneself has its own. */
  nameHash(way: CountedWay, name: string): Promise<Buffer>;
  pepper(): Promise<Buffer>;
  /** Seals what a visit to the identity provider needs at its end, by the digest of its state. */
  sealVisit(stateHash: Buffer, plain: Uint8Array): Promise<Buffer>;
  unsealVisit(stateHash: Buffer, sealed: Uint8Array): Promise<Buffer>;
  /** Seals how far a verification of the audit log came, so that a tenant's page can carry it and learns nothing of it. */
  sealWalk(tenantId: string, plain: Uint8Array): Promise<Buffer>;
  unsealWalk(tenantId: string, sealed: Uint8Array): Promise<Buffer>;
};

/** How somebody tries to prove who they are: at the door, or by a password again in a session, which no stranger reaches. */
export type CountedWay = 'password' | 'recovery' | 'password again';

/** The sealed columns of an authenticator. */
export type SecretField = 'sealed_password' | 'sealed_totp_seed';

/** Uses the key of the deployment for people, which master keys wrap. */
export function createUserKeys(open: OpenDeploymentKey): UserKeys {
  const withKey = async <T>(use: (key: DeploymentKey) => T): Promise<T> => use(await open());
  return {
    seal: (id, field, plain) => withKey((key) => key.seal('user_authenticators', id, field, plain)),
    unseal: (id, field, sealed) => withKey((key) => key.unseal('user_authenticators', id, field, sealed)),
    sealSeed: (holder, seed) =>
      withKey((key) => key.seal('portal_ceremonies', holder.toString('hex'), 'sealed_totp_seed', seed)),
    unsealSeed: (holder, sealed) =>
      withKey((key) => key.unseal('portal_ceremonies', holder.toString('hex'), 'sealed_totp_seed', sealed)),
    nameHash: (way, name) => withKey((key) => key.hash(`sign-in by ${way}`, nameKey(name))),
    sealVisit: (state, plain) =>
      withKey((key) => key.seal('provider_visits', state.toString('hex'), 'sealed_visit', plain)),
    unsealVisit: (state, sealed) =>
      withKey((key) => key.unseal('provider_visits', state.toString('hex'), 'sealed_visit', sealed)),
    sealWalk: (tenantId, plain) => withKey((key) => key.seal('audit_chain', tenantId, 'walk', plain)),
    unsealWalk: (tenantId, sealed) => withKey((key) => key.unseal('audit_chain', tenantId, 'walk', sealed)),
    pepper: () => withKey((key) => key.hash('pepper of passwords')),
  };
}
