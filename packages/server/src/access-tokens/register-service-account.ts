import type { Scope } from '@titular/contract';
import { exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import { newId } from '../base/id.ts';
import { digest, newSecret } from '../base/secret.ts';
import type { Db } from '../database/connect.ts';
import { insertAccountKey, insertClientSecret, insertServiceAccount } from './service-account-store.ts';

/** What the holder of a new account needs; key and secret are seen this once. */
export type NewCredentials = { clientId: string; clientSecret: string; keyId: string; privateKeyPem: string };

/** Adds an account with a generated ES256 key pair, of which only the public half is kept, and a client secret, of which only the digest is. */
export async function registerServiceAccount(
  db: Db,
  { tenantId, account, scopes }: { tenantId: string; account: string; scopes: readonly Scope[] },
): Promise<NewCredentials> {
  const clientId = `tcl_${newId()}`;
  const clientSecret = newSecret('tsk_');
  const keyId = newId();
  const pair = await generateKeyPair('ES256', { extractable: true });
  await insertServiceAccount(db, tenantId, account, clientId, scopes);
  const publicJwk = await exportJWK(pair.publicKey);
  await insertAccountKey(db, tenantId, account, { keyId, algorithm: 'ES256', publicJwk });
  await insertClientSecret(db, tenantId, account, newId(), digest(clientSecret));
  return { clientId, clientSecret, keyId, privateKeyPem: await exportPKCS8(pair.privateKey) };
}
