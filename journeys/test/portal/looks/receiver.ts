import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { openTenantKey, type TestService, type TestTenant } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';

/** What a receiver says to everything; it verifies nothing, because the service's clock is not the present. */
export type Said = { status: number; body: string };

/** Registers a receiver as webhook endpoint of a tenant's company; returns what closes it. */
export async function listen(service: TestService, tenant: TestTenant, said: Said): Promise<() => void> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(said.status).end(said.body));
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  const key = await openTenantKey(service, tenant.tenantId);
  await registerEndpoint(service.service.database.db, key, { ...tenant, url, loopbackAllowed: true });
  return () => {
    server.closeAllConnections();
    server.close();
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
