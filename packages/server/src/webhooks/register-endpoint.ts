import { randomBytes } from 'node:crypto';
import { newId } from '../base/id.ts';
import type { Environment } from '../config.ts';
import type { Db } from '../database/connect.ts';
import type { TenantKey } from '../tenants/tenant-keys.ts';
import { ENDPOINT_DEFAULTS, type EndpointChoices } from './endpoint.ts';
import { insertEndpoint } from './endpoint-store.ts';
import { endpointUrlProblem } from './endpoint-url.ts';
import { webhookSecret } from './sign-webhook.ts';

/** What is said of a new endpoint; what is left out is as `ENDPOINT_DEFAULTS` says. */
export type NewEndpoint = Partial<EndpointChoices> & {
  tenantId: string;
  companyId: string;
  url: string;
  environment: Environment;
  loopbackAllowed?: boolean;
  at?: Date;
};

const SECRET_BYTES = 32;

/** Registers an endpoint and gives its secret, the one time that it is seen; an address that may not be dialled is an error. */
export async function registerEndpoint(
  db: Db,
  key: TenantKey,
  { tenantId, environment, loopbackAllowed = false, at = new Date(), ...wanted }: NewEndpoint,
): Promise<{ endpointId: string; secret: string }> {
  const problem = endpointUrlProblem(wanted.url, { loopbackAllowed, environment });
  if (problem) throw new Error(`the endpoint's address ${problem}`);
  const endpointId = newId();
  const secret = webhookSecret(randomBytes(SECRET_BYTES));
  const endpoint = {
    ...ENDPOINT_DEFAULTS,
    ...wanted,
    endpointId,
    authentication: 'none' as const,
    previousSecretEndsAt: undefined,
    loopbackAllowed,
    enabled: true,
    disabledReason: undefined,
    disabledAt: undefined,
    failingSince: undefined,
    failures: 0,
    createdAt: at,
  };
  await insertEndpoint(db, tenantId, endpoint, {
    secret: key.seal('webhook_endpoints', endpointId, 'sealed_secret', Buffer.from(secret, 'utf8')),
    previousSecret: undefined,
    authentication: undefined,
  });
  return { endpointId, secret };
}
