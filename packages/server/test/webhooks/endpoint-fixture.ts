import type { EndpointId } from '@titular/server/kernel/base/id.ts';
import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { openTenantKey, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import type { Answer, Merchant } from '../transactions/api.ts';

/** An id that no tenant has an endpoint under. */
export const UNKNOWN = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';

/** An address that an endpoint may have; nothing is ever sent to it. */
export const PUBLIC_URL = 'https://shop.example/webhooks';

/** Asks for an endpoint through the API. */
export const askForEndpoint = (one: Merchant, changes: object = {}): Promise<Answer> =>
  one.call('createWebhookEndpoint', {
    body: { company: one.tenant.companyId, url: PUBLIC_URL, ...changes },
  });

/** Creates an endpoint through the API and gives its id. */
export async function newEndpoint(one: Merchant, changes: object = {}): Promise<EndpointId> {
  const { status, text, body } = await askForEndpoint(one, changes);
  if (status !== 200) throw new Error(text);
  return asId(String(body['id']));
}

/** Registers a receiver on loopback, which the API refuses to. */
export async function registerReceiver(
  service: TestService,
  { tenant: { tenantId, companyId } }: Merchant,
  url: string,
): Promise<{ endpointId: EndpointId; secret: string }> {
  const wanted = { tenantId, companyId, url, environment: 'test', loopbackAllowed: true } as const;
  return registerEndpoint(service.service.database.db, await openTenantKey(service, tenantId), wanted);
}

/** Everything that may be chosen, each unlike its default. */
export const CHOSEN = {
  description: 'Orders, back office',
  eventTypes: ['transaction.finished', 'endpoint.disabled'],
  statuses: ['approved', 'expired'],
  maximumAttempts: 50,
  intervalSeconds: 86_400,
  maximumAtOnce: 500,
  timeoutSeconds: 60,
};
