import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { openTenantKey, type TestService, type TestTenant } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';

/** What a receiver says to everything; it verifies nothing, because the service's clock is not the present. */
export type Said = { status: number; body: string };

/** Registers a receiver as webhook endpoint of a tenant's company; returns its id, and what closes it. */
export async function listen(
  service: TestService,
  tenant: TestTenant,
  said: Said,
): Promise<{ endpointId: string; endListening(): void }> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(said.status).end(said.body));
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  const key = await openTenantKey(service, tenant.tenantId);
  const target = { ...tenant, url, loopbackAllowed: true, at: service.clock.now() };
  const { endpointId } = await registerEndpoint(service.service.database.db, key, target);
  return {
    endpointId,
    endListening: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Waits until every delivery was tried, so that a clock that is moved then changes no time of them. */
export const triedAll = ({ service }: TestService): Promise<void> =>
  eventually(async () => {
    const waiting = await service.database.db
      .selectFrom('deliveries')
      .select('delivery_id')
      .where('state', '=', 'pending')
      .where('attempts', '=', 0)
      .executeTakeFirst();
    if (waiting) throw new Error('a delivery was not tried yet');
  });

/** The ids of the first event about a transaction, and of its delivery. */
export const firstEvent = ({ service }: TestService, transactionId: string) =>
  service.database.db
    .selectFrom('events as e')
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.tenant_id', '=', 'e.tenant_id').onRef('d.event_id', '=', 'e.event_id'),
    )
    .select(['e.event_id as eventId', 'd.delivery_id as deliveryId'])
    .where('e.transaction_id', '=', asId(transactionId))
    .orderBy('e.event_id')
    .executeTakeFirstOrThrow();
