import { addTenant, newCpf, newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CreateTransactionRequest,
  createEventHandler,
  type EventRecord,
  Titular,
  verifyWebhook,
  type WebhookEndpoint,
} from '../src/index.ts';
import { offeredOperations } from './client-methods.ts';

const JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/;

let service: TestService;
let receiver: WebhookReceiver;
let client: Titular;
let company: string;
let endpoint: WebhookEndpoint;
let secret: string;
/** What the receiver answers, first to last; then 204. */
const planned: number[] = [];
/** Operations that the service answered with a success. */
const served = new Set<string>();

beforeAll(async () => {
  service = await startTestService({ env: { TITULAR_WEBHOOK_LOOPBACK: 'on' } });
  const { clientId, clientSecret, companyId } = await addTenant(service);
  company = companyId;
  receiver = await startWebhookReceiver({ answer: () => ({ status: planned.shift() ?? 204 }) });
  const onResponse = ({ operation, status }: { operation: string; status: number }): void => {
    if (status === 200 && operation !== 'issueToken') served.add(operation);
  };
  const credentials = { kind: 'clientSecret', clientId, clientSecret } as const;
  client = new Titular({ baseUrl: service.url, credentials, hooks: { onResponse } });
  const url = receiver.url;
  ({ secret, ...endpoint } = await client.webhookEndpoints.create({ company, url, maximumAttempts: 1 }));
  receiver.trust(secret);
});
afterAll(async () => {
  await receiver.close();
  await service.close();
});

const body = (changes: Record<string, unknown> = {}): CreateTransactionRequest =>
  newTransactionBody(company, changes) as CreateTransactionRequest;

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
}

/** Waits until an event's attempt is kept: what is sent again while its attempt is under way is sent only if that one fails. */
const delivered = (eventId: string) =>
  expect
    .poll(async () => (await client.events.get(eventId)).deliveries)
    .toMatchObject([{ state: 'delivered' }]);

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

describe('webhook endpoints of the running service', () => {
  test('are listed, read and changed as they were made', async () => {
    expect(await client.webhookEndpoints.get(endpoint.id)).toEqual(endpoint);
    expect(await all(client.webhookEndpoints.list({ company }))).toEqual([endpoint]);
    const changes = { description: 'the shop', statuses: [], timeoutSeconds: 20 };
    expect(await client.webhookEndpoints.change(endpoint.id, changes)).toEqual({ ...endpoint, ...changes });
    const { description, ...bare } = { ...endpoint, ...changes };
    expect(await client.webhookEndpoints.change(endpoint.id, { description: null })).toEqual(bare);
    endpoint = bare;
  });

  test('get a test event, whose delivery is told, counted and sent again', async () => {
    const { id: eventId } = await client.webhookEndpoints.sendTest(endpoint.id);
    expect((await receiver.next()).event).toMatchObject({ id: eventId, type: 'endpoint.test' });
    const listDelivered = async () => all(client.deliveries.list(endpoint.id, { state: 'delivered' }));
    await expect.poll(listDelivered).toMatchObject([{ eventId, state: 'delivered', attempts: 1 }]);
    const [delivery] = await listDelivered();
    if (!delivery) throw new Error('nothing was delivered');
    const { history } = await client.deliveries.get(delivery.id);
    expect(history).toMatchObject([{ number: 1, responseStatus: 204 }]);
    expect(await client.deliveries.resend(delivery.id)).toMatchObject({ id: delivery.id });
    expect((await receiver.next()).event?.id).toBe(eventId);
    await expect
      .poll(() => client.webhookEndpoints.backlog(endpoint.id))
      .toEqual({ waiting: 0, more: false });
  });

  test('get again what failed, by one request', async () => {
    const since = new Date(Date.now() - 60_000).toISOString();
    planned.push(500);
    const { id: eventId } = await client.webhookEndpoints.sendTest(endpoint.id);
    await receiver.next();
    const failed = () => all(client.deliveries.list(endpoint.id, { state: 'failed' }));
    await expect.poll(failed).toMatchObject([{ eventId, state: 'failed' }]);
    const resent = await client.webhookEndpoints.resendFailed(endpoint.id, { since });
    expect(resent).toEqual({ deliveries: 1, hasMore: false });
    expect((await receiver.next()).event?.id).toBe(eventId);
  });

  test('sign by a new secret and the old one, each of which verifies', async () => {
    const rotated = await client.webhookEndpoints.rotateSecret(endpoint.id, { overlapSeconds: 3600 });
    expect(rotated.previousSecretEndsAt).toBeTruthy();
    await client.webhookEndpoints.sendTest(endpoint.id);
    const { body: payload, headers } = await receiver.next();
    for (const one of [secret, rotated.secret])
      expect(await verifyWebhook({ payload, headers, secrets: [one] })).toMatchObject({
        type: 'endpoint.test',
      });
    const ended = await client.webhookEndpoints.rotateSecret(endpoint.id, { overlapSeconds: 0 });
    expect(ended.previousSecretEndsAt).toBe(undefined);
    secret = ended.secret;
    receiver.trust(secret);
    expect(await codeOf(client.webhookEndpoints.rotateSecret(endpoint.id))).toBe(undefined);
    expect(await codeOf(client.webhookEndpoints.rotateSecret(endpoint.id))).toBe('40072');
  });

  test('are gone once they were deleted', async () => {
    const more = await client.webhookEndpoints.create({ company, url: `${receiver.url}/more` });
    expect((await all(client.webhookEndpoints.list({ limit: 1 }))).map(({ id }) => id)).toEqual([
      more.id,
      endpoint.id,
    ]);
    expect(await client.webhookEndpoints.delete(more.id)).toMatchObject({ id: more.id });
    expect(await codeOf(client.webhookEndpoints.delete(more.id))).toBe('40406');
  });
});

describe('transactions of the running service', () => {
  test('that are approved have a receipt and an event, which is pulled, read and sent again under its id', async () => {
    const { id } = await client.transactions.create(body());
    expect((await client.sandbox.scenarios()).scenarios.map(({ name }) => name)).toContain('approved');
    expect(await client.sandbox.step(id, { event: 'approve' })).toMatchObject({ status: 'approved' });
    expect((await client.transactions.receipt(id)).receipt).toMatch(JWS);
    const { event } = await receiver.next();
    if (event?.type !== 'transaction.finished') throw new Error(`unexpected ${event?.type}`);
    const record: EventRecord = { ...event, companyId: company };
    expect(await all(client.events.list({ transaction: id }))).toEqual([record]);
    await delivered(event.id);
    const { deliveries, ...read } = await client.events.get(event.id);
    expect([read, deliveries.length]).toEqual([record, 1]);
    const resent = { id: event.id, type: event.type, deliveries: 1 };
    expect(await client.events.resend(event.id)).toEqual(resent);
    expect((await receiver.next()).event).toEqual(event);
    await delivered(event.id);
    expect(await client.transactions.resendEvent(id)).toEqual({
      ...resent,
      status: 'approved',
      sequence: event.sequence,
    });
    expect((await receiver.next()).event).toEqual(event);
  });

  test('that ended while nobody listened are pulled page by page, from where the last reader was', async () => {
    const start = client.events.list({ after: 'latest' }).pages();
    const { value } = await start[Symbol.asyncIterator]().next();
    const after = (value as { cursor: string }).cursor;
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { id } = await client.transactions.create(body());
      await client.transactions.cancel(id);
      ids.push(id);
    }
    const handled: string[] = [];
    const handle = createEventHandler({
      'transaction.finished': ({ transactionId }) => void handled.push(transactionId),
    });
    for await (const event of client.events.list({ after, limit: 2 })) await handle(event);
    for await (const event of client.events.list({ after, type: 'transaction.finished' }))
      await handle(event);
    expect(handled).toEqual(ids);
    for (const _ of ids) await receiver.next();
  });

  test('may be preceded by a reference face, which is read and withdrawn', async () => {
    const identity = { key: 'cpf', value: newCpf() };
    const photographs = [(await poseFrame('a', 'front')).toString('base64')];
    const provenance = { source: 'onboarding', date: '2026-03-02', consentReference: 'consent-4711' };
    const made = await client.references.create({ identity, photographs, ...provenance });
    expect(made).toMatchObject({ ...provenance, photographs: 1, faces: 1 });
    expect(await client.references.get(made.id)).toEqual(made);
    expect(await client.references.delete(made.id)).toMatchObject({ id: made.id });
    expect(await codeOf(client.references.get(made.id))).toBe('40413');
  });

  test('of a person who is erased are gone, with a receipt that is kept', async () => {
    const identity = { key: 'cpf', value: newCpf() };
    const { id } = await client.transactions.create(body({ identity }));
    const erasure = await client.persons.erase({ identity, reference: 'ticket-4711' });
    expect(erasure).toMatchObject({ reference: 'ticket-4711', counts: { transactions: 1 } });
    expect(erasure.receipt).toMatch(JWS);
    expect(await client.erasures.get(erasure.id)).toEqual(erasure);
    expect(await codeOf(client.transactions.receipt(id))).toBe('40049');
    expect(await client.transactions.history(id)).toMatchObject({ status: 'canceled' });
  });

  test('and processes are made, read, traced, listed and given a new link, and what is left is told', async () => {
    const { id } = await client.transactions.create(body());
    expect(await client.transactions.get(id)).toEqual({ status: 'waiting' });
    expect((await client.transactions.renewLink(id)).id).toBe(id);
    expect((await all(client.transactions.list({ status: 'waiting' }))).map((one) => one.id)).toEqual([id]);
    const person = { duiType: 'DUI_TYPE_BR_CPF', duiValue: newCpf() } as const;
    const wanted = { person, callbackUri: '/', purpose: 'creditprocess' } as const;
    const { process: started } = await client.processes.create(wanted);
    expect((await client.processes.get(started.id)).process.state).toBe('PROCESS_STATE_CREATED');
    expect((await client.processes.renewLink(started.id)).process.id).toBe(started.id);
    expect((await client.processes.history(started.id)).history.length).toBeGreaterThan(0);
    expect((await client.limits()).limits.length).toBe(2);
  });
});

test('every operation that the client offers was served above', () => {
  expect([...served].sort()).toEqual([...offeredOperations].sort());
});
