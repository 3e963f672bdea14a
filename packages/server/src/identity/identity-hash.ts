import type { TenantKey } from '../tenants/index.ts';
import type { Identity } from './identity.ts';

/** The keyed hash by which everything of an identity is found: transactions, statements and faces alike. */
export const identityHash = (key: TenantKey, identity: Identity): Buffer =>
  key.hash('identity', identity.key, identity.value);
