import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Examination, PROBES, type ProbeVerdict } from '@titular/contract';
import type { EndpointId } from '@titular/server/kernel/base/id.ts';
import {
  type ExamineDeps,
  examineReceiver,
} from '@titular/server/sandbox/receiver-doctor/examine-receiver.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { endpointRules } from '@titular/server/webhooks/index.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { addMember, authenticateAgain, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { newEndpoint } from '../webhooks/endpoint-fixture.ts';
import { register } from '../webhooks/log-fixture.ts';

const TO_REFUSE = ['bad-signature', 'old-secret', 'no-signature', 'old-timestamp', 'changed-body'];

let service: TestService;
let merchant: Merchant;
let developer: PasskeyPerson;
const receivers: WebhookReceiver[] = [];

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  developer = await addMember(service, merchant.tenant.tenantId, { role: 'developer' });
}, 120_000);
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
  await service?.close();
});

const paramsOf = (endpoint_id: string) => ({ tenant_id: merchant.tenant.tenantId, endpoint_id });
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

const probesOf = ({ results }: Examination, verdict: ProbeVerdict): string[] =>
  results.filter((one) => one.verdict === verdict).map(({ probe }) => probe);

const depsOf = (): ExamineDeps => ({
  db: db(),
  clock: service.clock,
  tenantKeys: createTenantKeys(db(), service.service.masterKeys),
  environment: 'test',
  endpointRules: (allowed) => endpointRules(service.config, allowed),
});

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
    expect(outcomeOf(await examine(endpointId))).toBe('200');
    const found = await finished(endpointId);
    expect(found.results.map(({ probe }) => probe)).toEqual(PROBES);
    expect(probesOf(found, 'right')).toEqual(PROBES);
    expect(receiver.deliveries.map(({ body }) => body)).toEqual(found.results.map(({ request }) => request));
    expect(receiver.deliveries.map(({ headers }) => headers['webhook-id'])).toEqual(
      found.results.map(({ webhookId }) => webhookId),
    );
    expect(found.results[1]?.webhookId).toBe(found.results[0]?.webhookId);
    expect(await entriesAbout(endpointId)).toEqual([
      { action: 'webhook-endpoint.examine', actor: `user:${developer.userId}` },
    ]);
    const deliveries = await db()
      .selectFrom('deliveries')
      .select('delivery_id')
      .where('endpoint_id', '=', endpointId)
      .execute();
    expect(deliveries).toEqual([]);
  });

  test('finds what a receiver takes that verifies nothing', async () => {
    const careless = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(200).end());
    });
    await once(careless.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(careless.address() as AddressInfo).port}/hook`;
    const { endpointId } = await register(service, merchant, url);
    await examine(endpointId);
    expect(probesOf(await finished(endpointId), 'wrong')).toEqual(TO_REFUSE);
    careless.close();
  });

  test('says of one that refuses everything that its refusals show nothing', async () => {
    const { endpointId } = await listen({ answer: () => ({ status: 400 }) });
    await examine(endpointId);
    const found = await finished(endpointId);
    expect(probesOf(found, 'unknown')).toEqual(TO_REFUSE);
    expect(probesOf(found, 'wrong')).toHaveLength(PROBES.length - TO_REFUSE.length);
  });

  test('takes the secret before for right while a rotation overlaps, and refused as well', async () => {
    const { endpointId } = await listen();
    await authenticateAgain(developer);
    await developer.browser.call('rotatePortalSecret', {
      params: paramsOf(endpointId),
      body: { overlapSeconds: 600 },
    });
    await examine(endpointId);
    const found = await finished(endpointId);
    const old = found.results.find(({ probe }) => probe === 'old-secret');
    expect(old).toMatchObject({ expected: 'either', status: 204, verdict: 'right' });
  });

  test('runs once at a time for an endpoint, however often it is asked for', async () => {
    const held: (() => void)[] = [];
    const { receiver, endpointId } = await listen({
      answer: async ({ refusal }, count) => {
        if (count <= 1) await new Promise<void>((resolve) => held.push(resolve));
        return { status: refusal === undefined ? 204 : 400 };
      },
    });
    await Promise.all([examine(endpointId), examine(endpointId)]);
    await eventually(() => expect(held).toHaveLength(1));
    expect(((await examine(endpointId)).body as Examination).state).toBe('running');
    held[0]?.();
    await finished(endpointId);
    expect(receiver.deliveries).toHaveLength(PROBES.length);
    expect(await entriesAbout(endpointId)).toHaveLength(1);
    await examine(endpointId);
    await eventually(() => expect(receiver.deliveries).toHaveLength(2 * PROBES.length));
    expect(await entriesAbout(endpointId)).toHaveLength(2);
  });

  test('goes on where a process died, with the same ids', async () => {
    const { receiver, endpointId } = await listen();
    await examine(endpointId);
    const { results } = await finished(endpointId);
    await db()
      .updateTable('receiver_examinations')
      .set({ finished_at: null, results: JSON.stringify(results.slice(0, 5)) })
      .where('endpoint_id', '=', endpointId)
      .execute();
    await examineReceiver(depsOf(), { tenantId: merchant.tenant.tenantId, endpointId });
    expect(receiver.deliveries).toHaveLength(PROBES.length + 7);
    expect((await read(endpointId)).results.map(({ webhookId }) => webhookId)).toEqual(
      results.map(({ webhookId }) => webhookId),
    );
  });

  test('sends nothing to an address that the rules of deliveries refuse', async () => {
    const { receiver, endpointId } = await listen({}, { loopbackAllowed: false });
    await examine(endpointId);
    const found = await finished(endpointId);
    expect(receiver.deliveries).toEqual([]);
    expect(found.results.every(({ status, error }) => status === undefined && error !== undefined)).toBe(
      true,
    );
  });

  test('never runs in production', async () => {
    const { receiver, endpointId } = await listen();
    const name = { tenantId: merchant.tenant.tenantId, endpointId };
    await expect(examineReceiver({ ...depsOf(), environment: 'production' }, name)).rejects.toThrow(
      'no sandbox',
    );
    expect(receiver.deliveries).toEqual([]);
  });

  test('is refused for an endpoint that is off, and for one that the person does not see (P33)', async () => {
    const off = await newEndpoint(merchant);
    await db()
      .updateTable('webhook_endpoints')
      .set({ enabled: false })
      .where('endpoint_id', '=', off)
      .execute();
    expect(outcomeOf(await examine(off))).toBe('40070');
    const foreign = await newEndpoint(await newMerchant(service));
    for (const id of [foreign, 'x', crypto.randomUUID()]) {
      expect(outcomeOf(await examine(id))).toBe('40420');
      const reading = await developer.browser.send('readPortalExamination', { params: paramsOf(id) });
      expect(outcomeOf(reading)).toBe('40420');
    }
    expect(await entriesAbout(off)).toEqual([]);
  });
});
