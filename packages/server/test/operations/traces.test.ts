import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { findFreePort, newCpf, newTransactionBody, openTenantKey, startTestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { expect, onTestFinished, test } from 'vitest';
import { codeOf, Phone, perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { type SentSpan, startCollector } from './trace-fixture.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

/** A service with a receiver of its webhooks, and a merchant whose create names a trace. */
async function start(env: Record<string, string>) {
  const service = await startTestService({ env, clock: createRunningClock() });
  onTestFinished(() => service.close());
  const receiver = await startWebhookReceiver({});
  onTestFinished(() => receiver.close());
  const merchant = await newMerchant(service);
  const { tenantId, companyId } = merchant.tenant;
  const { db } = service.service.database;
  const wanted = { tenantId, companyId, url: receiver.url, loopbackAllowed: true } as const;
  receiver.trust((await registerEndpoint(db, await openTenantKey(service, tenantId), wanted)).secret);
  const create = (changes: Record<string, unknown> = {}) =>
    merchant.createRaw(JSON.stringify(newTransactionBody(companyId, changes)), { traceparent: TRACEPARENT });
  const capture = async (link: unknown): Promise<void> => {
    const phone = new Phone(service);
    await phone.open({ code: codeOf(link) });
    await phone.consent();
    await perform(phone, (await phone.start()).body as never, 'a');
  };
  return { service, receiver, merchant, create, capture };
}

const waitForEnd = (merchant: Merchant, id: unknown): Promise<void> =>
  eventually(async () => expect((await merchant.read(String(id))).body['status']).toBe('approved'));

test("one trace leads from a trusted proxy's traceparent through job and engine to the webhook's request, and names nobody (S43)", async () => {
  const collector = await startCollector();
  const { receiver, merchant, create, capture } = await start({
    TITULAR_OTLP_URL: collector.url,
    TITULAR_TRUSTED_PROXIES: '127.0.0.1',
  });
  const cpf = newCpf();
  const planted = { orderNumber: 'order-canary-Qwertz', redirectUrl: 'https://shop.example/canary-Asdfgh' };
  const card = {
    binDigits: '53217788',
    lastDigits: '9182',
    name: 'Zulmira Quixadaense',
    expirationDate: '12/39',
  };
  const { body } = await create({ ...planted, identity: { key: 'cpf', value: cpf }, card });
  await capture(body['link']);
  await waitForEnd(merchant, body['id']);
  const { headers } = await receiver.next();
  expect(String(headers['traceparent'])).toMatch(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-01$`));

  const own = (): SentSpan[] => collector.spans().filter(({ traceId }) => traceId === TRACE_ID);
  const names = ['POST createTransaction', 'createTransaction', 'insert subject_traces', 'submitFrame'];
  names.push('engine analyse', 'job decide-transaction', 'webhook attempt');
  await eventually(() => expect(own().map(({ name }) => name)).toEqual(expect.arrayContaining(names)));
  const spans = own();
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const parents = spans.map(({ parentSpanId = '' }) => parentSpanId).filter((id) => !ids.has(id));
  // Whatever begins in another process hangs below the merchant's span, or one that is still to come.
  expect(parents).toContain('00f067aa0ba902b7');
  // What the phone's request did belongs to this trace, and leads to the request's own.
  expect(spans.find(({ name }) => name === 'submitFrame')?.links?.[0]?.traceId).not.toBe(TRACE_ID);
  // Times and ids have any digits.
  const sent = collector.bodies.join('\n').replaceAll(/"\w*(?:UnixNano|Id)":"\w+"/g, '');
  for (const canary of [
    cpf,
    '53217788',
    '9182"',
    'Quixadaense',
    'Qwertz',
    'Asdfgh',
    merchant.tenant.tenantId,
  ])
    expect(sent).not.toContain(canary);
});

test('a traceparent from elsewhere begins no trace of that name (S43)', async () => {
  const collector = await startCollector();
  const { create } = await start({ TITULAR_OTLP_URL: collector.url, TITULAR_TRUSTED_PROXIES: '10.0.0.1' });
  expect((await create()).status).toBe(200);
  await eventually(() =>
    expect(collector.spans().map(({ name }) => name)).toContain('POST createTransaction'),
  );
  expect(collector.spans().filter(({ traceId }) => traceId === TRACE_ID)).toEqual([]);
});

test('nothing is stored, sent or put into webhooks without a collector (S43)', async () => {
  const { service, receiver, merchant, create, capture } = await start({
    TITULAR_TRUSTED_PROXIES: '127.0.0.1',
  });
  const { body } = await create();
  await capture(body['link']);
  await waitForEnd(merchant, body['id']);
  expect((await receiver.next()).headers).not.toHaveProperty('traceparent');
  const { db } = service.service.database;
  expect(await db.selectFrom('subject_traces').selectAll().execute()).toEqual([]);
});

test('a collector that is away holds nothing up, and the stop neither (S43)', async () => {
  const port = await findFreePort();
  const { service, create, merchant, capture } = await start({
    TITULAR_OTLP_URL: `http://127.0.0.1:${port}/v1/traces`,
  });
  const { body } = await create();
  await capture(body['link']);
  await waitForEnd(merchant, body['id']);
  await service.close();
});

test('of a share of 0 nothing is recorded, but a trusted proxy decides for its requests (S43)', async () => {
  const collector = await startCollector();
  const { create, merchant } = await start({
    TITULAR_OTLP_URL: collector.url,
    TITULAR_TRACE_SHARE: '0',
    TITULAR_TRUSTED_PROXIES: '127.0.0.1',
  });
  await merchant.create();
  await create();
  await eventually(() => expect(collector.spans().length).toBeGreaterThan(3));
  expect(new Set(collector.spans().map(({ traceId }) => traceId))).toEqual(new Set([TRACE_ID]));
});
