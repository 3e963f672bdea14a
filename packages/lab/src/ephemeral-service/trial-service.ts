import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCOPES } from '@titular/contract';
import { removeOutsideHome } from '@titular/embedded-postgres/home/locate-home.ts';
import { createServiceAccount } from '@titular/server/access-tokens/index.ts';
import { type Config, MAX_LINK_LIFETIME_SECONDS } from '@titular/server/config/config.ts';
import { NOTED_BY_ENVIRONMENT } from '@titular/server/decision/index.ts';
import type { Clock } from '@titular/server/kernel/base/clock.ts';
import { invariant } from '@titular/server/kernel/base/invariant.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { type Service, startService } from '@titular/server/service.ts';
import { changeSettings, parseSettings } from '@titular/server/settings/index.ts';
import { createCompany, createTenant } from '@titular/server/tenants/index.ts';
import type { OpenTrial, TrialMerchant } from './trial.ts';

const POOL_SIZE = 6;
const ACCOUNT = 'trial';

/** Of the operator's configuration only what judges a capture, the engine, thresholds and challenge; and whether webhooks may go to loopback. */
const trialConfig = (config: Config, dataDirectory: string): Config => ({
  ...config,
  environment: 'test',
  role: 'all',
  host: '127.0.0.1',
  port: 0,
  publicUrl: 'http://127.0.0.1',
  dataDirectory,
  isDataDirectoryGiven: false,
  databaseUrl: undefined,
  embeddedDatabase: true,
  migrate: 'auto',
  databasePoolSize: POOL_SIZE,
  masterKey: undefined,
  masterKeyFile: undefined,
  trustedProxies: [],
  drainSeconds: 0,
  linkLifetimeSeconds: MAX_LINK_LIFETIME_SECONDS,
});

async function makeMerchant({ database, masterKeys }: Service, clock: Clock): Promise<TrialMerchant> {
  const operator = { db: database.db, clock, actor: 'trial' };
  // Faces are known again over all tenants: each presentation is judged as if the deployment had seen none before.
  await database.db.deleteFrom('face_prints').execute();
  const tenantId = await createTenant(operator, masterKeys, { name: 'Trial' });
  const companyId = await createCompany(operator, tenantId, { name: 'Trial' });
  // What a deployment in production lets pass is measured, whatever the environment of the trial lets pass beside.
  const judging = new Map([['noted-signs', NOTED_BY_ENVIRONMENT.production.join(',')]]);
  await changeSettings(operator, { kind: 'company', tenantId, companyId }, parseSettings('company', judging));
  const { clientId, secret } = await createServiceAccount(operator, {
    tenantId,
    account: ACCOUNT,
    scopes: SCOPES,
    withKey: false,
    withSecret: true,
  });
  invariant(secret, 'the account was made with a secret');
  return { companyId, clientId, clientSecret: secret.clientSecret };
}

/** Starts a whole service in a temporary directory; the database of the configuration is neither used nor opened. What a failed start had begun is gone, too. */
export const openTrial: OpenTrial = async (config, challengeLength) => {
  const directory = await mkdtemp(join(tmpdir(), 'titular-trial-'));
  const remove = async (): Promise<void> => {
    await removeOutsideHome(directory);
    await rm(directory, { recursive: true, force: true });
  };
  let nowMs = Date.now();
  const clock: Clock = { now: () => new Date(nowMs) };
  try {
    const service = await startService(trialConfig(config, directory), {
      clock,
      log: createLog('silent'),
      ...(challengeLength ? { challengeLength } : {}),
    });
    const { url } = service;
    if (url === undefined) throw new Error('a trial answers calls');
    let closed: Promise<void> | undefined;
    return {
      url,
      engineVersion: service.engineVersion,
      analyse: (...frame) => service.engine.analyse(...frame),
      nowMs: () => nowMs,
      pass: (milliseconds) => {
        nowMs += milliseconds;
      },
      newMerchant: () => makeMerchant(service, clock),
      close: () => {
        closed ??= service.close().finally(remove);
        return closed;
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
};
