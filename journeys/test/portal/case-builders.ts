import type { CreateTransactionResponse } from '@titular/contract';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { fetchToken, newTransactionBody, openTenantKey } from '@titular/test-kit';
import { type AddedPicture, addPicture } from '@titular/test-kit/portal/add-picture.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from '@titular/test-kit/webhook-receiver.ts';
import type { PortalJourney } from './portal-fixture.ts';

const API = '/api/public/v1/walletid';

/** The merchant of a journey: makes transactions and lets things happen to them, over the API alone. */
export type PortalMerchant = {
  create(changes?: Record<string, unknown>): Promise<Required<CreateTransactionResponse>>;
  step(id: string, event: string): Promise<void>;
  addPicture(id: string): Promise<AddedPicture>;
  /** Registers a receiver as webhook endpoint of the company, tried so often. */
  listen(options?: WebhookReceiverOptions, maximumAttempts?: number): Promise<WebhookReceiver>;
};

/** Opens the merchant's way to the API of a journey's service. */
export async function openMerchant({ service, tenant }: PortalJourney): Promise<PortalMerchant> {
  const token = await fetchToken(service, tenant);
  const { db } = service.service.database;
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`${service.url}${API}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    create: async (changes = {}) =>
      (await post(
        '/transaction',
        newTransactionBody(tenant.companyId, changes),
      )) as Required<CreateTransactionResponse>,
    step: async (id, event) => void (await post(`/sandbox/transactions/${id}/steps`, { event })),
    addPicture: (id) =>
      addPicture(
        { db, tenantKeys: createTenantKeys(db, service.service.masterKeys), clock: service.clock },
        tenant.tenantId,
        id,
      ),
    async listen(options, maximumAttempts) {
      const receiver = await startWebhookReceiver(options);
      const key = await openTenantKey(service, tenant.tenantId);
      const target = {
        ...{ ...tenant, url: receiver.url, loopbackAllowed: true },
        ...(maximumAttempts !== undefined && { maximumAttempts }),
      };
      const { secret } = await registerEndpoint(db, key, target);
      receiver.trust(secret);
      return receiver;
    },
  };
}
