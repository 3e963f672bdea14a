import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type Socket } from 'node:net';
import { newId } from '@titular/server/base/id.ts';
import { connect, type Database } from '@titular/server/database/connect.ts';
import { fixedMasterKeys, parseMasterKey } from '@titular/server/tenants/master-key.ts';
import { createTenantKeys, newWrappedDataKey, type TenantKeys } from '@titular/server/tenants/tenant-keys.ts';
import { insertCompany, insertTenant } from '@titular/server/tenants/tenant-store.ts';
import { type DeliverDeps, deliverWebhook } from '@titular/server/webhooks/deliver-webhook.ts';
import { recordEvent } from '@titular/server/webhooks/record-event.ts';
import { registerEndpoint } from '@titular/server/webhooks/register-endpoint.ts';
import { createManualClock } from '@titular/test-kit';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

let clone: ClonedDatabase;
let database: Database;
let tenantKeys: TenantKeys;
const tenantId = newId();
const clock = createManualClock();
const closers: (() => void)[] = [];

beforeAll(async () => {
  clone = await cloneDatabase();
  database = connect(clone.connectionString, 5, () => undefined);
  const masterKey = parseMasterKey(randomBytes(32).toString('base64'));
  await insertTenant(database.db, tenantId, 'Tenant', newWrappedDataKey(masterKey, tenantId));
  tenantKeys = createTenantKeys(database.db, await fixedMasterKeys(masterKey));
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

type Heard = { headers: Record<string, string>; body: string };
type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** A receiver on loopback that keeps what it hears and answers as told. */
async function receive(answer: Answer): Promise<{ url: string; heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString('utf8'),
      });
      answer(request, response, heard.length);
    });
  });
  return { url: `${await listen(server)}/hook`, heard };
}

async function receiveRaw(onSocket: (socket: Socket) => void): Promise<string> {
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  return listen(server);
}

async function listen(
  server: ReturnType<typeof createHttpServer> | ReturnType<typeof createSocketServer>,
): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

const deps = (changes: Partial<DeliverDeps> = {}): DeliverDeps => ({
  db: database.db,
  clock,
  tenantKeys,
  environment: 'test',
  random: () => 0.5,
  ...changes,
});

/** A company whose only endpoint is the url, with one finished transaction on its way to it. */
async function send(url: string, settings: { timeoutMs?: number; maximumAttempts?: number } = {}) {
  const companyId = newId();
  await insertCompany(database.db, tenantId, companyId, 'Shop');
  const endpoint = await registerEndpoint(database.db, await tenantKeys(tenantId), {
    tenantId,
    companyId,
    url,
    environment: 'test',
    loopbackAllowed: true,
    ...settings,
  });
  const transactionId = newId();
  await database.db.transaction().execute((trx) =>
    recordEvent(trx, {
      tenantId,
      companyId,
      transactionId,
      type: 'transaction.finished',
      status: 'approved',
      sequence: 3,
      at: clock.now(),
    }),
  );
  const { delivery_id: deliveryId } = await database.db
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('endpoint_id', '=', endpoint.endpointId)
    .executeTakeFirstOrThrow();
  return { ...endpoint, deliveryId, transactionId };
}

const readDelivery = (deliveryId: string) =>
  database.db
    .selectFrom('deliveries')
    .select(['state', 'attempts', 'next_attempt_at'])
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirstOrThrow();

const readAttempts = (deliveryId: string) =>
  database.db
    .selectFrom('delivery_attempts')
    .select(['number', 'response_status', 'response_excerpt', 'error'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute();

describe('a delivery', () => {
  test('verifies with an independent library, tells nothing of the person, and ends with a 2xx (R40, R42)', async () => {
    for (const status of [200, 201, 204]) {
      const { url, heard } = await receive((_request, response) => response.writeHead(status).end());
      const sent = await send(url);
      await deliverWebhook(deps(), tenantId, sent.deliveryId);
      const [first] = heard;
      const event = new Webhook(sent.secret).verify(first?.body ?? '', first?.headers ?? {});
      expect(event).toEqual({
        id: expect.any(String),
        type: 'transaction.finished',
        time: clock.now().toISOString(),
        environment: 'test',
        transactionId: sent.transactionId,
        status: 'approved',
        sequence: 3,
      });
      expect(await readDelivery(sent.deliveryId)).toMatchObject({ state: 'delivered', attempts: 1 });
    }
  });

  test('is tried again with the same id and the same bytes at a new time (R41)', async () => {
    const { url, heard } = await receive((_request, response, count) =>
      response.writeHead(count < 3 ? 500 : 200).end('no'),
    );
    const { deliveryId, secret } = await send(url);
    for (const pause of [5, 300, 0]) {
      await deliverWebhook(deps(), tenantId, deliveryId);
      const { next_attempt_at: next, state } = await readDelivery(deliveryId);
      if (state === 'pending') expect(next?.getTime()).toBe(clock.now().getTime() + pause * 1000);
      clock.advanceSeconds(pause);
    }
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'delivered', attempts: 3 });
    expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(heard.map(({ body }) => body)).size).toBe(1);
    expect(new Set(heard.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
    expect(heard[1]?.headers['webhook-signature']).not.toBe(heard[0]?.headers['webhook-signature']);
    expect(new Webhook(secret)).toBeTruthy();
    expect(await readAttempts(deliveryId)).toHaveLength(3);
  });

  test.each([301, 302, 307, 400, 404, 500, 502, 503, 504])(
    'an answer of %s is a failed attempt, and nothing is followed (R42)',
    async (status) => {
      const { url, heard } = await receive((_request, response) =>
        response.writeHead(status, { location: '/elsewhere' }).end('x'.repeat(9000)),
      );
      const { deliveryId } = await send(url);
      await deliverWebhook(deps(), tenantId, deliveryId);
      expect(heard).toHaveLength(1);
      expect(await readDelivery(deliveryId)).toMatchObject({ state: 'pending', attempts: 1 });
      const [attempt] = await readAttempts(deliveryId);
      expect(attempt?.response_status).toBe(status);
      expect(attempt?.response_excerpt).toHaveLength(4096);
    },
  );

  test('410 disables the endpoint, and what was still on its way to it ends (R42)', async () => {
    const { url, heard } = await receive((_request, response) => response.writeHead(410).end());
    const { deliveryId, endpointId } = await send(url);
    await deliverWebhook(deps(), tenantId, deliveryId);
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'failed' });
    const endpoint = await database.db
      .selectFrom('webhook_endpoints')
      .select('enabled')
      .where('endpoint_id', '=', endpointId)
      .executeTakeFirstOrThrow();
    expect(endpoint.enabled).toBe(false);
    await deliverWebhook(deps(), tenantId, deliveryId);
    expect(heard).toHaveLength(1);
  });

  test.each([
    ['503', '120', 120],
    ['429', '99999999', 24 * 3600],
    ['503', 'nonsense', 5],
    ['500', '120', 5],
  ])('%s with Retry-After %s waits %s seconds (R42)', async (status, retryAfter, seconds) => {
    const { url } = await receive((_request, response) =>
      response.writeHead(Number(status), { 'retry-after': retryAfter }).end(),
    );
    const { deliveryId } = await send(url);
    await deliverWebhook(deps(), tenantId, deliveryId);
    const { next_attempt_at: next } = await readDelivery(deliveryId);
    expect(next?.getTime()).toBe(clock.now().getTime() + seconds * 1000);
  });

  test('gives up after the last attempt', async () => {
    const { url } = await receive((_request, response) => response.writeHead(500).end());
    const { deliveryId } = await send(url, { maximumAttempts: 2 });
    for (let count = 0; count < 3; count += 1) await deliverWebhook(deps(), tenantId, deliveryId);
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'failed', attempts: 2 });
  });

  test('an attempt whose outcome was not kept is made again under the same id (R45)', async () => {
    const { url, heard } = await receive((_request, response) => response.writeHead(200).end());
    const { deliveryId } = await send(url);
    const dies = { now: () => (heard.length > 0 ? fail() : clock.now()) };
    const fail = (): never => {
      throw new Error('the process died between sending and keeping');
    };
    await expect(deliverWebhook(deps({ clock: dies }), tenantId, deliveryId)).rejects.toThrow('died');
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'pending', attempts: 0 });
    await deliverWebhook(deps(), tenantId, deliveryId);
    expect(heard).toHaveLength(2);
    expect(heard[1]?.headers['webhook-id']).toBe(heard[0]?.headers['webhook-id']);
  });
});

describe('a receiver that misbehaves is cut off (R43)', () => {
  const header = 'HTTP/1.1 200 OK\r\n';
  test.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['trickles its headers', (socket) => void socket.write('HTTP/1.1 2')],
    ['trickles its body', (socket) => void socket.write(`${header}content-length: 10\r\n\r\nx`)],
    ['closes at once', (socket) => void socket.destroy()],
    ['speaks another protocol', (socket) => void socket.write('220 smtp ready\r\n')],
    ['sends headers without end', (socket) => void socket.write(`${header}x: ${'y'.repeat(100_000)}`)],
  ])('one that %s', async (_what, behave) => {
    const { deliveryId } = await send(await receiveRaw(behave), { timeoutMs: 300 });
    await deliverWebhook(deps(), tenantId, deliveryId);
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'pending', attempts: 1 });
    const [attempt] = await readAttempts(deliveryId);
    expect(attempt?.error).toBeTruthy();
  });

  test('one that sends without end is read up to 64 KiB and counts by its status', async () => {
    let sent = 0;
    const url = await receiveRaw((socket) => {
      socket.write(`${header}connection: close\r\n\r\n`);
      const more = (): void => {
        while (!socket.destroyed && sent < 100_000_000 && socket.write(Buffer.alloc(65_536, 120)))
          sent += 65_536;
      };
      socket.on('drain', more);
      more();
    });
    const { deliveryId } = await send(url);
    await deliverWebhook(deps(), tenantId, deliveryId);
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'delivered' });
    expect(sent).toBeLessThan(50_000_000);
  });
});

test('event, delivery and job stand or fall with the change they belong to (R76)', async () => {
  const companyId = newId();
  await insertCompany(database.db, tenantId, companyId, 'Shop');
  await registerEndpoint(database.db, await tenantKeys(tenantId), {
    tenantId,
    companyId,
    url: 'https://shop.example/hook',
    environment: 'test',
  });
  const transactionId = newId();
  const change = database.db.transaction().execute(async (trx) => {
    await recordEvent(trx, {
      tenantId,
      companyId,
      transactionId,
      type: 'transaction.finished',
      status: 'expired',
      sequence: 2,
      at: clock.now(),
    });
    throw new Error('the change failed');
  });
  await expect(change).rejects.toThrow('the change failed');
  const events = await database.db
    .selectFrom('events')
    .select('event_id')
    .where('transaction_id', '=', transactionId)
    .execute();
  expect(events).toEqual([]);
});
