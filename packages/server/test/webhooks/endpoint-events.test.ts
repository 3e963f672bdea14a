import {
  EVENT_EXAMPLES,
  EVENT_SCHEMAS,
  EVENT_TYPES,
  type EventTypeDescription,
  WebhookEvent,
} from '@titular/contract';
import type { EndpointId } from '@titular/server/kernel/base/id.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { newEndpoint, registerReceiver } from './endpoint-fixture.ts';

let service: TestService;
let merchant: Merchant;
let receiver: WebhookReceiver;
let endpointId: EndpointId;
beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  receiver = await startWebhookReceiver();
  const registered = await registerReceiver(service, merchant, receiver.url);
  receiver.trust(registered.secret);
  endpointId = registered.endpointId;
});
afterAll(async () => {
  await receiver.close();
  await service.close();
});

const change = (id: string, body: object) => merchant.call('changeWebhookEndpoint', { id, body });
const deliveriesTo = (id: EndpointId) =>
  service.service.database.db
    .selectFrom('deliveries')
    .select('state')
    .where('endpoint_id', '=', id)
    .execute();

describe('a test event', () => {
  test('sendTestEvent 200: it arrives, signed, at that endpoint alone, whatever it subscribes to', async () => {
    const other = await newEndpoint(merchant);
    await change(endpointId, { eventTypes: ['process.finished'] });
    const { body } = await merchant.call('sendTestEvent', { id: endpointId });
    const { event, headers } = await receiver.next();
    expect(event).toEqual({
      id: body['id'],
      type: 'endpoint.test',
      time: expect.any(String),
      environment: 'test',
      endpointId,
    });
    expect(headers['webhook-id']).toBe(body['id']);
    expect(await deliveriesTo(other)).toEqual([]);
    await change(endpointId, { eventTypes: [] });
  });

  test('sendTestEvent 400: an endpoint that is switched off gets none', async () => {
    const id = await newEndpoint(merchant);
    await change(id, { enabled: false });
    const answer = await merchant.call('sendTestEvent', { id });
    expect([answer.status, answer.body['code']]).toEqual([400, '40070']);
    expect(await deliveriesTo(id)).toEqual([]);
  });
});

describe('what waits', () => {
  /** An endpoint that refuses, so that its delivery waits minutes for the next attempt. */
  async function waitAt(): Promise<EndpointId> {
    const refusing = await startWebhookReceiver();
    const registered = await registerReceiver(service, merchant, refusing.url);
    await merchant.call('changeWebhookEndpoint', {
      id: registered.endpointId,
      body: { intervalSeconds: 86_400 },
    });
    await merchant.call('sendTestEvent', { id: registered.endpointId });
    await refusing.next();
    await refusing.close();
    await eventually(async () =>
      expect((await merchant.call('readWebhookEndpoint', { id: registered.endpointId })).body).toMatchObject({
        failures: 1,
      }),
    );
    expect(await deliveriesTo(registered.endpointId)).toEqual([{ state: 'pending' }]);
    return registered.endpointId;
  }

  test('changeWebhookEndpoint 200: is ended as soon as its endpoint is switched off', async () => {
    const id = await waitAt();
    await change(id, { enabled: false });
    await eventually(async () => expect(await deliveriesTo(id)).toEqual([{ state: 'failed' }]));
  });

  test('deleteWebhookEndpoint 200: is ended as soon as its endpoint is deleted, and its log stays', async () => {
    const id = await waitAt();
    await merchant.call('deleteWebhookEndpoint', { id });
    await eventually(async () => expect(await deliveriesTo(id)).toEqual([{ state: 'failed' }]));
    const kept = await service.service.database.db
      .selectFrom('deliveries')
      .select('skipped')
      .where('endpoint_id', '=', id)
      .execute();
    expect(kept).toEqual([{ skipped: true }]);
  });
});

describe('the catalogue', () => {
  const list = async () =>
    (await merchant.call('listEventTypes')).body['eventTypes'] as EventTypeDescription[];

  test('listEventTypes 200: tells every type with all of its fields and a body that has its shape', async () => {
    const catalogue = await list();
    expect(catalogue.map(({ type }) => type)).toEqual(EVENT_TYPES);
    for (const { type, meaning, fields, example } of catalogue) {
      expect(meaning).not.toBe('');
      expect(example).toEqual(EVENT_EXAMPLES[type]);
      expect(Value.Check(EVENT_SCHEMAS[type], example), type).toBe(true);
      expect(Value.Check(WebhookEvent, { ...example, more: 1 }), type).toBe(false);
      const { properties, required } = EVENT_SCHEMAS[type];
      expect(fields.map(({ name }) => name)).toEqual(Object.keys(properties));
      expect(fields.filter(({ optional }) => !optional).map(({ name }) => name)).toEqual(required);
      for (const { name, description } of fields) expect(description, `${type} ${name}`).not.toBe('');
      expect(fields).toContainEqual(
        expect.objectContaining({ name: 'type', type: 'string', values: [type] }),
      );
    }
  });

  test('listEventTypes 400: a request with 17 KiB of headers is not served', async () => {
    const answer = await fetch(`${service.url}/api/public/v1/event-types`, {
      headers: { authorization: `Bearer ${merchant.token}`, 'x-filler': 'x'.repeat(17_000) },
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: '40001' }]);
  });
});
