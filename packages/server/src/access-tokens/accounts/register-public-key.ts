import type { AssertionAlgorithm } from '@titular/contract';
import { calculateJwkThumbprint } from 'jose';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { insertAccountKey } from './account-key-store.ts';
import { checkPublicKey, type KeyFault } from './check-public-key.ts';

/** A key an account wants to sign with; without a key id it is named by its thumbprint (RFC 7638). */
export type PublicKeyRegistration = {
  tenantId: TenantId;
  account: string;
  algorithm: AssertionAlgorithm;
  key: string | Record<string, unknown>;
  keyId?: string;
};

/** The id the key is known by, or why it was not taken. */
export type KeyRegistrationOutcome =
  | { kind: 'registered'; keyId: string }
  | { kind: 'refused'; reason: KeyFault | 'duplicate_key_id' };

/** Adds a public key of the merchant's own to an account; an id once used, even by a key that is retired, is not given again. */
export async function registerPublicKey(
  db: Db,
  registration: PublicKeyRegistration,
): Promise<KeyRegistrationOutcome> {
  const { tenantId, account, algorithm, key } = registration;
  const checked = checkPublicKey(key, algorithm);
  if (checked.kind === 'refused') return checked;
  const { publicJwk } = checked;
  const keyId = registration.keyId ?? (await calculateJwkThumbprint(publicJwk));
  const inserted = await insertAccountKey(db, tenantId, account, { keyId, algorithm, publicJwk });
  return inserted ? { kind: 'registered', keyId } : { kind: 'refused', reason: 'duplicate_key_id' };
}
