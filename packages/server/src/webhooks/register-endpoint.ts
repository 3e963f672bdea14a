import { randomBytes } from 'node:crypto';
import type { TransactionStatus } from '@titular/contract';
import { newId } from '../base/id.ts';
import type { Environment } from '../config.ts';
import type { Db } from '../database/connect.ts';
import type { TenantKey } from '../tenants/tenant-keys.ts';
import { insertEndpoint } from './endpoint-store.ts';
import { endpointUrlProblem } from './endpoint-url.ts';
import { webhookSecret } from './sign-webhook.ts';

/** What an operator says of a new endpoint; times in milliseconds, `timeoutMs` up to 60,000. */
export type NewEndpoint = {
  tenantId: string;
  companyId: string;
  url: string;
  environment: Environment;
  loopbackAllowed?: boolean;
  statuses?: readonly TransactionStatus[];
  maximumAttempts?: number;
  timeoutMs?: number;
};

const SECRET_BYTES = 32;
const DEFAULT_ATTEMPTS = 8;
const DEFAULT_TIMEOUT_MS = 15_000;

/** Registers an endpoint and gives its secret, the one time that it is seen; an address that may not be dialled is an error. */
export async function registerEndpoint(
  db: Db,
  key: TenantKey,
  wanted: NewEndpoint,
): Promise<{ endpointId: string; secret: string }> {
  const loopbackAllowed = wanted.loopbackAllowed ?? false;
  const problem = endpointUrlProblem(wanted.url, {
    loopbackAllowed,
    environment: wanted.environment,
    ports: [443, 8443],
  });
  if (problem) throw new Error(`the endpoint's address ${problem}`);
  const endpointId = newId();
  const secret = webhookSecret(randomBytes(SECRET_BYTES));
  await insertEndpoint(db, wanted.tenantId, {
    endpointId,
    companyId: wanted.companyId,
    url: wanted.url,
    sealedSecret: key.seal('webhook_endpoints', endpointId, 'sealed_secret', Buffer.from(secret, 'utf8')),
    statuses: wanted.statuses ?? [],
    maximumAttempts: wanted.maximumAttempts ?? DEFAULT_ATTEMPTS,
    timeoutMs: wanted.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    loopbackAllowed,
    enabled: true,
  });
  return { endpointId, secret };
}
