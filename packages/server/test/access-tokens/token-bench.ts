import { randomBytes } from 'node:crypto';
import { SCOPES } from '@titular/contract';
import { createServiceAccount } from '@titular/server/access-tokens/accounts/administer-accounts.ts';
import { findClientSecret } from '@titular/server/access-tokens/accounts/client-secret-store.ts';
import { findServiceAccountByClientId } from '@titular/server/access-tokens/accounts/service-account-store.ts';
import { accessTokenRoutes } from '@titular/server/access-tokens/grants/access-token-routes.ts';
import { loadSigningKeys } from '@titular/server/access-tokens/signing-keys/signing-keys.ts';
import { createAccessTokens } from '@titular/server/access-tokens/tokens/create-access-tokens.ts';
import { issueAccessToken } from '@titular/server/access-tokens/tokens/issue-access-token.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { digest } from '@titular/server/kernel/base/secret.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { createTenant } from '@titular/server/tenants/administer-tenants.ts';
import { checkDeployment } from '@titular/server/tenants/check-deployment.ts';
import { fixedMasterKeys, parseMasterKey } from '@titular/server/tenants/keys/master-key.ts';
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
  const masterKeys = await fixedMasterKeys(masterKey);
  await checkDeployment(db, 'test', masterKeys);
  const operator = { db, clock, actor: 'test' };
  const tenantId = await createTenant(operator, masterKeys, { name: 'Bench' });
  const wanted = { tenantId, account: ACCOUNT, scopes: SCOPES, withKey: true, withSecret: true };
  const made = await createServiceAccount(operator, wanted);
  if (!made.key || !made.secret) throw new Error('the account was made with a key and a secret');
  const credentials = { clientId: made.clientId, ...made.key, ...made.secret };
  const realm = { issuer: ISSUER, environment: 'test' as const };
  const log = createLog('silent');
  const signingKeys = await loadSigningKeys({ db, masterKeys, clock });
  const deps = { ...realm, db, masterKeys, signingKeys, clock, log, failedAuthentications: 100_000 };
  const tokens = createAccessTokens(deps);
  const secret = await findClientSecret(db, digest(credentials.clientSecret), clock.now());
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
    connectionString: cloned.connectionString,
    masterKey,
    operator,
    routes: accessTokenRoutes({ ...deps, ...tokens, log }),
    verifyAccessToken: tokens.verify,
    log,
    /** Who holds the token; undefined when it is refused. */
    async verify(token: string, sourceAddress = '127.0.0.1') {
      const check = await tokens.verify(token, sourceAddress);
      return check.kind === 'valid' ? check.caller : undefined;
    },
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
