import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Examination, PROBES, type ProbeVerdict } from '@titular/contract';
import type { EndpointId } from '@titular/server/kernel/base/id.ts';
import { beginExamination } from '@titular/server/sandbox/receiver-doctor/examination-store.ts';
import {
  type ExamineDeps,
  examineReceiver,
} from '@titular/server/sandbox/receiver-doctor/examine-receiver.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { createWebhookSender, endpointRules } from '@titular/server/webhooks/index.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { addMember, authenticateAgain, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import {
  startWebhookReceiver,
  type WebhookAnswer,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { register } from '../webhooks/log-fixture.ts';

const TO_REFUSE = ['bad-signature', 'old-secret', 'no-signature', 'old-timestamp', 'changed-body'];

const clock = createManualClock(new Date());

let service: TestService;
let merchant: Merchant;
let developer: PasskeyPerson;
const receivers: WebhookReceiver[] = [];

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
  developer = await addMember(service, merchant.tenant.tenantId, { role: 'developer' });
}, 360_000);
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
  await service?.close();
});
// The cool-downs of one test are none of the next.
afterEach(() => db().deleteFrom('receiver_examinations').execute());

const paramsOf = (endpoint_id: string) => ({ tenant_id: merchant.tenant.tenantId, endpoint_id });
const nameOf = (endpointId: EndpointId) => ({ tenantId: merchant.tenant.tenantId, endpointId });
const examine = (id: string) =>
  developer.browser.send('examinePortalReceiver', { params: paramsOf(id), body: {} });
const read = (id: string): Promise<Examination> =>
  developer.browser.call('readPortalExamination', { params: paramsOf(id) });
const db = () => service.service.database.db;

async function listen(
  options: WebhookReceiverOptions = {},
  changes: Parameters<typeof register>[3] = {},
): Promise<{ receiver: WebhookReceiver; endpointId: EndpointId }> {
  const receiver = await startWebhookReceiver(options);
  receivers.push(receiver);
  const { endpointId, secret } = await register(service, merchant, receiver.url, changes);
  receiver.trust(secret);
  return { receiver, endpointId };
}

const finished = (id: string): Promise<Examination> =>
  eventually(async () => {
    const found = await read(id);
    expect(found.state).toBe('finished');
    return found;
  });

/** Examines a receiver to the end. */
async function examined(id: EndpointId): Promise<Examination> {
  expect(outcomeOf(await examine(id))).toBe('200');
  return finished(id);
}

const probesOf = ({ results }: Examination, verdict: ProbeVerdict): string[] =>
  results.filter((one) => one.verdict === verdict).map(({ probe }) => probe);

const depsOf = (changes: Partial<ExamineDeps> = {}): ExamineDeps => ({
  ...{ db: db(), clock, environment: 'test' },
  tenantKeys: createTenantKeys(db(), service.service.masterKeys),
  endpointRules: (allowed) => endpointRules(service.config, allowed),
  send: createWebhookSender({ clock }).send,
  ...changes,
});

/** Begins an examination that no worker takes up. */
const begin = (id: EndpointId) => beginExamination(db(), nameOf(id), clock.now());

const entriesAbout = (id: string) =>
  db()
    .selectFrom('audit_log')
    .select(['action', 'actor'])
    .where('subject', '=', `webhook-endpoint/${id}`)
    .where('action', '=', 'webhook-endpoint.examine')
    .execute();

describe('the receiver doctor (F9)', () => {
  test('finds nothing wrong with a receiver that verifies with a library, and says what was sent', async () => {
    const { receiver, endpointId } = await listen();
    expect((await read(endpointId)).state).toBe('none');
    const found = await examined(endpointId);
    expect(found.ended).toBe('whole');
    expect(found.results.map(({ probe }) => probe)).toEqual(PROBES);
    expect(probesOf(found, 'right')).toEqual(PROBES.filter((probe) => probe !== 'old-secret'));
    const sent = found.results.filter(({ request }) => request !== undefined);
    expect(receiver.deliveries.map(({ body }) => body)).toEqual(sent.map(({ request }) => request));
    expect(receiver.deliveries.map(({ headers }) => headers['webhook-id'])).toEqual(
      sent.map(({ webhookId }) => webhookId),
    );
    expect(found.results[1]?.webhookId).toBe(found.results[0]?.webhookId);
    expect(await entriesAbout(endpointId)).toEqual([
      { action: 'webhook-endpoint.examine', actor: `user:${developer.userId}` },
    ]);
  });

  test('changes neither deliveries, events, health nor back-off of the endpoint', async () => {
    const { endpointId } = await listen({ answer: () => ({ status: 500 }) });
    const standing = () =>
      Promise.all([
        db().selectFrom('deliveries').select('delivery_id').where('endpoint_id', '=', endpointId).execute(),
        db().selectFrom('events').select('event_id').execute(),
        db()
          .selectFrom('webhook_endpoints')
          .select(['failures', 'failing_since', 'rests_until', 'enabled'])
          .where('endpoint_id', '=', endpointId)
          .execute(),
      ]);
    const before = await standing();
    await examined(endpointId);
    expect(await standing()).toEqual(before);
  });

  test('finds what a receiver takes that verifies nothing', async () => {
    const careless = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(200).end());
    });
    await once(careless.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(careless.address() as AddressInfo).port}/hook`;
    const { endpointId } = await register(service, merchant, url);
    const wrong = probesOf(await examined(endpointId), 'wrong');
    expect(wrong).toEqual(TO_REFUSE.filter((probe) => probe !== 'old-secret'));
    careless.close();
  });

  test('says of one that refuses everything that its refusals show nothing', async () => {
    const { endpointId } = await listen({ answer: () => ({ status: 400 }) });
    const found = await examined(endpointId);
    expect(probesOf(found, 'unknown')).toEqual(TO_REFUSE);
    expect(probesOf(found, 'wrong')).toHaveLength(PROBES.length - TO_REFUSE.length);
  });

  test('tries the secret before: either way while it overlaps, refused after that, unknown without one', async () => {
    const { receiver, endpointId } = await listen();
    const oldOf = async () =>
      (await examined(endpointId)).results.find(({ probe }) => probe === 'old-secret');
    const none = await oldOf();
    expect(none).toEqual({
      ...{ probe: 'old-secret', expected: 'refused', verdict: 'unknown', reason: 'no-old-secret' },
    });
    await authenticateAgain(developer);
    const { secret } = await developer.browser.call('rotatePortalSecret', {
      params: paramsOf(endpointId),
      body: { overlapSeconds: 600 },
    });
    clock.advanceSeconds(61);
    expect(await oldOf()).toMatchObject({ expected: 'either', status: 204, verdict: 'right' });
    clock.advanceSeconds(61);
    await db()
      .updateTable('webhook_endpoints')
      .set({ previous_secret_ends_at: clock.now() })
      .where('endpoint_id', '=', endpointId)
      .execute();
    expect(await oldOf()).toMatchObject({ expected: 'refused', status: 204, verdict: 'wrong' });
    clock.advanceSeconds(61);
    receiver.trust(secret);
    expect(await oldOf()).toMatchObject({ expected: 'refused', status: 400, verdict: 'right' });
    clock.advanceSeconds(-183);
  });

  test('goes on where a process died, with the same ids', async () => {
    const { receiver, endpointId } = await listen();
    const { results } = await examined(endpointId);
    await db()
      .updateTable('receiver_examinations')
      .set({ finished_at: null, ended: null, results: JSON.stringify(results.slice(0, 5)) })
      .where('endpoint_id', '=', endpointId)
      .execute();
    await examineReceiver(depsOf(), nameOf(endpointId));
    const again = await finished(endpointId);
    expect(receiver.deliveries).toHaveLength(2 * PROBES.length - 5 - 2);
    expect(again.results.map(({ webhookId }) => webhookId)).toEqual(
      results.map(({ webhookId }) => webhookId),
    );
  });

  test('keeps one result of two runs at the same probe', async () => {
    const { receiver, endpointId } = await listen();
    await begin(endpointId);
    await Promise.all([
      examineReceiver(depsOf(), nameOf(endpointId)),
      examineReceiver(depsOf(), nameOf(endpointId)),
    ]);
    const found = await finished(endpointId);
    expect(found.results.map(({ probe }) => probe)).toEqual(PROBES);
    expect(receiver.deliveries).toHaveLength(PROBES.length);
  });

  test('says that nothing was sent to an address that the rules of deliveries refuse, and stops at the fourth', async () => {
    const { receiver, endpointId } = await listen({}, { loopbackAllowed: false });
    const found = await examined(endpointId);
    expect(receiver.deliveries).toEqual([]);
    expect(probesOf(found, 'not-sent')).toEqual(PROBES.slice(0, 4));
    expect(found.ended).toBe('unanswered');
  });

  test('tells silence from what was not sent, and stops at the fourth', async () => {
    const silent = () => new Promise<WebhookAnswer>(() => undefined);
    const { receiver, endpointId } = await listen({ answer: silent }, { timeoutMs: 200 });
    const found = await examined(endpointId);
    expect(probesOf(found, 'no-answer')).toEqual(PROBES.slice(0, 4));
    expect(receiver.deliveries).toHaveLength(4);
  });

  test.each([
    ['gone', { status: 410 }, 60],
    ['asked-to-wait', { status: 429, headers: { 'retry-after': '300' } }, 300],
    ['asked-to-wait', { status: 503, headers: { 'retry-after': '5' } }, 60],
  ] as const)('ends as %s at %o, and rests %i seconds', async (ended, answer, seconds) => {
    const { receiver, endpointId } = await listen({ answer: () => answer });
    expect((await examined(endpointId)).ended).toBe(ended);
    expect(receiver.deliveries).toHaveLength(1);
    const refused = await examine(endpointId);
    expect(outcomeOf(refused)).toBe('42909');
    expect(refused.headers['retry-after']).toBe(String(seconds));
  });

  test('takes a 401 for the answer, and fetches no second token for the same probe', async () => {
    let asked = 0;
    const tokens = createServer((request, response) => {
      asked += 1;
      const token = { access_token: `token-${asked}`, token_type: 'Bearer', expires_in: 3600 };
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token));
    });
    await once(tokens.listen(0, '127.0.0.1'), 'listening');
    const tokenUrl = `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/`;
    const { receiver, endpointId } = await listen(
      { answer: () => ({ status: 401 }) },
      {
        authentication: {
          ...{ kind: 'oauth2', tokenUrl, clientId: 'a', clientSecret: 'b' },
        },
      },
    );
    const found = await examined(endpointId);
    const sent = found.results.filter(({ request }) => request !== undefined);
    expect(receiver.deliveries).toHaveLength(sent.length);
    expect(asked).toBe(found.results.filter(({ status }) => status === 401).length);
    expect(probesOf(found, 'unknown')).toEqual(TO_REFUSE);
    tokens.close();
  });
});
