import { randomBytes } from 'node:crypto';
import type { WebhookAuthentication } from '@titular/contract';
import { type CompanyId, type EndpointId, newId, type TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { TenantKey } from '../../tenants/index.ts';
import { webhookSecret } from '../sender/sign-webhook.ts';
import { ENDPOINT_DEFAULTS, type Endpoint, type EndpointChoices } from './endpoint.ts';
import { insertEndpoint } from './endpoint-store.ts';

/** What is said of a new endpoint; what is left out is as `ENDPOINT_DEFAULTS` says. */
export type NewEndpoint = Partial<EndpointChoices> & {
  tenantId: TenantId;
  companyId: CompanyId;
  url: string;
  authentication?: WebhookAuthentication | undefined;
  loopbackAllowed?: boolean;
  at?: Date;
};

const SECRET_BYTES = 32;
const TABLE = 'webhook_endpoints';

/** A new secret of an endpoint, with its sealed form. */
export function newEndpointSecret(
  key: TenantKey,
  endpointId: EndpointId,
): { secret: string; sealed: Buffer } {
  const secret = webhookSecret(randomBytes(SECRET_BYTES));
  return { secret, sealed: key.seal(TABLE, endpointId, 'sealed_secret', Buffer.from(secret, 'utf8')) };
}

/** A sealed secret as it is sealed when another takes its place. */
export const sealPreviousSecret = (key: TenantKey, endpointId: EndpointId, sealedSecret: Buffer): Buffer =>
  key.seal(
    TABLE,
    endpointId,
    'sealed_previous_secret',
    key.unseal(TABLE, endpointId, 'sealed_secret', sealedSecret),
  );

/** The sealed form of credentials, as JSON; there is none when requests carry none. */
export const sealAuthentication = (
  key: TenantKey,
  endpointId: EndpointId,
  authentication: WebhookAuthentication,
): Buffer | undefined =>
  authentication.kind === 'none'
    ? undefined
    : key.seal(
        TABLE,
        endpointId,
        'sealed_authentication',
        Buffer.from(JSON.stringify(authentication), 'utf8'),
      );

/** Registers an endpoint and gives its secret, the one time that it is seen. The caller has checked address and credentials; every dial checks them again. */
export async function registerEndpoint(
  db: Db,
  key: TenantKey,
  {
    tenantId,
    authentication = { kind: 'none' },
    loopbackAllowed = false,
    at = new Date(),
    ...input
  }: NewEndpoint,
): Promise<{ endpointId: EndpointId; secret: string; endpoint: Endpoint }> {
  const endpointId = newId(at.getTime());
  const { secret, sealed } = newEndpointSecret(key, endpointId);
  const endpoint: Endpoint = {
    ...ENDPOINT_DEFAULTS,
    ...input,
    endpointId,
    authentication: authentication.kind,
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
    secret: sealed,
    previousSecret: undefined,
    authentication: sealAuthentication(key, endpointId, authentication),
  });
  return { endpointId, secret, endpoint };
}
