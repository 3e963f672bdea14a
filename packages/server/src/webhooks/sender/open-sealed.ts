import { WebhookAuthentication } from '@titular/contract';
import { Value } from 'typebox/value';
import type { Clock } from '../../kernel/base/clock.ts';
import type { EndpointId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { TenantKey, TenantKeys } from '../../tenants/index.ts';
import type { Endpoint, SealedEndpoint } from '../endpoints/endpoint.ts';
import { findSealedEndpoint } from '../endpoints/endpoint-store.ts';

/** What is sealed of an endpoint, opened: the secrets that sign now, the present one first, and the credentials. */
type Opened = { secrets: string[]; authentication: WebhookAuthentication };

/** An endpoint with what is sealed of it, opened. */
export type OpenedEndpoint = Opened & {
  endpoint: Endpoint;
  /** The secret before, kept though its overlap has ended. */
  endedSecret: string | undefined;
};

/** Opens what is sealed of an endpoint; the secret before counts until `previousSecretEndsAt`. */
export function openSealed(
  key: TenantKey,
  endpointId: EndpointId,
  sealed: SealedEndpoint,
  { previousSecretEndsAt: end, now }: { previousSecretEndsAt: Date | undefined; now: Date },
): Opened {
  const unseal = (field: string, bytes: Buffer): string =>
    key.unseal('webhook_endpoints', endpointId, field, bytes).toString('utf8');
  const secrets = [unseal('sealed_secret', sealed.secret)];
  if (sealed.previousSecret && end && end > now)
    secrets.push(unseal('sealed_previous_secret', sealed.previousSecret));
  const authentication = sealed.authentication
    ? Value.Parse(WebhookAuthentication, JSON.parse(unseal('sealed_authentication', sealed.authentication)))
    : ({ kind: 'none' } as const);
  return { secrets, authentication };
}

/** An endpoint that was not deleted, ready to be sent to. */
export async function findOpenedEndpoint(
  { db, clock, tenantKeys }: { db: Db; clock: Clock; tenantKeys: TenantKeys },
  tenantId: TenantId,
  endpointId: EndpointId,
): Promise<OpenedEndpoint | undefined> {
  const found = await findSealedEndpoint(db, tenantId, endpointId);
  if (!found) return undefined;
  const { endpoint, sealed } = found;
  const { previousSecretEndsAt } = endpoint;
  const key = await tenantKeys(tenantId);
  const opened = openSealed(key, endpointId, sealed, { previousSecretEndsAt, now: clock.now() });
  const isEnded = sealed.previousSecret !== undefined && opened.secrets.length === 1;
  const unseal = (bytes: Buffer): string =>
    key.unseal('webhook_endpoints', endpointId, 'sealed_previous_secret', bytes).toString('utf8');
  const endedSecret = isEnded && sealed.previousSecret ? unseal(sealed.previousSecret) : undefined;
  return { endpoint, ...opened, endedSecret };
}
