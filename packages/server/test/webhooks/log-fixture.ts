import { EventRecord, WebhookEvent } from '@titular/contract';
import type { EndpointId } from '@titular/server/kernel/base/id.ts';
import type { NewEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { openTenantKey, type TestService } from '@titular/test-kit';
import { Value } from 'typebox/value';
import { expect } from 'vitest';
import type { Merchant } from '../transactions/api.ts';

/** Registers an endpoint of the merchant's company that may point to loopback. */
export async function register(
  service: TestService,
  { tenant }: Merchant,
  url: string,
  changes: Partial<NewEndpoint> = {},
): Promise<{ endpointId: EndpointId; secret: string }> {
  const key = await openTenantKey(service, tenant.tenantId);
  const { tenantId, companyId } = tenant;
  const wanted = { tenantId, companyId, url, environment: 'test', loopbackAllowed: true } as const;
  return registerEndpoint(service.service.database.db, key, { ...wanted, ...changes });
}

/** Ends one transaction of the merchant, which is one event; gives its id. */
export async function finish(merchant: Merchant, changes: Record<string, unknown> = {}): Promise<string> {
  const id = String((await merchant.create(changes)).body['id']);
  await merchant.cancel(id);
  return id;
}

/** A page of the log, as it was answered. */
export type Page = { events: EventRecord[]; cursor: string; hasMore: boolean; nextCursor?: string };

/** Reads a page; each event must be the body of a webhook, and its company. */
export async function readPage(merchant: Merchant, query: Record<string, string> = {}): Promise<Page> {
  const page = (await merchant.call('listEvents', { query })).body as Page;
  for (const event of page.events) {
    expect(Value.Check(EventRecord, event)).toBe(true);
    const { companyId: _, ...body } = event;
    expect(Value.Check(WebhookEvent, body)).toBe(true);
  }
  return page;
}

/** The one event of a transaction. */
export async function eventOf(merchant: Merchant, transaction: string): Promise<EventRecord> {
  const [event] = (await readPage(merchant, { transaction })).events;
  if (!event) throw new Error('the transaction has no event');
  return event;
}
