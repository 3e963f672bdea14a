import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Ground, openGround } from './webhook-ground.ts';

let ground: Ground;
const closers: (() => unknown)[] = [];

beforeEach(async () => {
  ground = await openGround();
});
afterEach(async () => {
  await ground.dispatcher.stop();
  for (const close of closers.splice(0)) await close();
  await ground.close();
});

/** A receiver that takes requests and holds its answers; `held` are those that wait. */
async function startHolding(): Promise<{ url: string; held(): number }> {
  let held = 0;
  const server: Server = createServer((request, response) => {
    held += 1;
    response.on('close', () => {
      held -= 1;
    });
    request.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, held: () => held };
}

test('150 endpoints that hang are sent no more at once than there is room for, and a neighbour gets its own at once (R43, R49)', async () => {
  const holding = await startHolding();
  for (let count = 0; count < 150; count += 1) {
    const companyId = await ground.newCompany();
    await ground.register(companyId, holding.url, { timeoutMs: 60_000 });
    for (let event = 0; event < 12; event += 1) await ground.record(companyId);
  }
  await ground.dispatcher.sweep();
  await expect.poll(holding.held, { timeout: 30_000 }).toBeGreaterThan(400);
  const neighbour = await startWebhookReceiver();
  closers.push(neighbour.close);
  const other = await ground.newTenant();
  neighbour.trust((await other.register(neighbour.url)).secret);
  for (let event = 0; event < 20; event += 1) await other.record();
  await ground.dispatcher.sweep();
  await expect.poll(() => neighbour.deliveries.length, { timeout: 30_000 }).toBe(20);
  // All of these are of one tenant, which gets no more than what is left for others.
  expect(holding.held()).toBeLessThanOrEqual(500);
}, 120_000);
