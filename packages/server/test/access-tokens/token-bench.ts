import { randomBytes } from 'node:crypto';
import { SCOPES } from '@titular/contract';
import { createAccessTokens } from '@titular/server/access-tokens/create-access-tokens.ts';
import { issueAccessToken } from '@titular/server/access-tokens/issue-access-token.ts';
import { registerServiceAccount } from '@titular/server/access-tokens/register-service-account.ts';
import {
  findClientSecret,
  findServiceAccountByClientId,
} from '@titular/server/access-tokens/service-account-store.ts';
import { newId } from '@titular/server/base/id.ts';
import { createLog } from '@titular/server/base/log.ts';
import { digest } from '@titular/server/base/secret.ts';
import { connect } from '@titular/server/database/connect.ts';
import { parseMasterKey } from '@titular/server/tenants/master-key.ts';
import { newWrappedDataKey } from '@titular/server/tenants/tenant-keys.ts';
import { insertTenant } from '@titular/server/tenants/tenant-store.ts';
import { createManualClock } from '@titular/test-kit';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';

const ISSUER = 'https://titular.example:8443';
const ACCOUNT = 'shop';

/** The noun alone on a database of its own, with one account and a clock that the test moves. */
export async function openTokenBench() {
  const cloned = await cloneDatabase();
  const { db, close } = connect(cloned.connectionString, 4, () => undefined);
  const masterKey = parseMasterKey(randomBytes(32).toString('base64'));
  const clock = createManualClock();
  const tenantId = newId();
  await insertTenant(db, tenantId, 'Bench', newWrappedDataKey(masterKey, tenantId));
  const credentials = await registerServiceAccount(db, { tenantId, account: ACCOUNT, scopes: [...SCOPES] });
  const realm = { issuer: ISSUER, environment: 'test' as const };
  const deps = { ...realm, db, masterKey, clock, log: createLog('silent') };
  const tokens = await createAccessTokens(deps);
  const secret = await findClientSecret(db, digest(credentials.clientSecret));
  const account = await findServiceAccountByClientId(db, credentials.clientId);
  if (!secret || !account) throw new Error('the account was just made');

  const issue = async (changes: { credentialId?: string; scopes?: string[] } = {}): Promise<string> => {
    const granted = { credentialId: secret.secretId, scopes: [...SCOPES], ...changes };
    const issuer = { ...realm, clock, signingKeys: tokens.signingKeys };
    return (await issueAccessToken(issuer, account, granted)).access_token;
  };
  return {
    ...deps,
    ...tokens,
    ...credentials,
    tenantId,
    account: ACCOUNT,
    secretId: secret.secretId,
    issue,
    async drop(): Promise<void> {
      await close();
      await cloned.drop();
    },
  };
}

/** What `openTokenBench` gives. */
export type TokenBench = Awaited<ReturnType<typeof openTokenBench>>;
