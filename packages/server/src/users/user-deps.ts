import type { Kysely } from 'kysely';
import type { Clock } from '../kernel/base/clock.ts';
import type { Log } from '../kernel/base/log.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { SecretHasher } from './authenticators/hash-secret.ts';
import type { RelyingParty } from './authenticators/passkeys.ts';
import type { IdentityProvider } from './provider/open-provider.ts';
import type { AddressLimit } from './sign-in/guard-address.ts';
import type { UserKeys } from './user-keys.ts';

/** What the use cases of people need. */
export type UserDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  log: Log;
  keys: UserKeys;
  hasher: SecretHasher;
  relyingParty: RelyingParty;
  addresses: AddressLimit;
  /** Undefined where no identity provider is configured. */
  provider: IdentityProvider | undefined;
};

/** The browser that a person sits at. */
export type Browser = {
  /** As it is shown in the list of sessions. */
  description: string;
  sourceAddress: string;
};
