import { MAX_FRAME_BYTES } from '@titular/contract';
import { newCpf, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { openCamera, perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { registerReceiver } from '../webhooks/endpoint-fixture.ts';

const PERSON = { cpf: newCpf(), card: '55556666', name: 'Zuleica Canario', order: 'CANARY-ORDER-77' };

/** Traffic of one merchant that reaches every metric, and what no series may name of it. */
export type Traffic = {
  merchant: Merchant;
  /** Of person, card, order, tenant, account, token, link and address. */
  canaries: string[];
  /** Makes two captures, from create to decision and webhook, requests that are refused, and a job. */
  make(): Promise<void>;
  close(): Promise<void>;
};

type Parts = { service: TestService; merchant: Merchant; receiver: WebhookReceiver };

async function makeCapture({ service, merchant, receiver }: Parts, orderNumber: string): Promise<string[]> {
  const { phone, attempt, id, link, token } = await openCamera(service, merchant, {
    identity: { key: 'cpf', value: PERSON.cpf },
    card: { binDigits: PERSON.card, lastDigits: '7778', name: PERSON.name },
    orderNumber,
  });
  const told = { browser: 'chromium', events: ['opened', 'camera_denied'] };
  await phone.call('reportPageEvents', 'POST', '/events', told);
  expect((await perform(phone, attempt, 'a')).outcome).toBe('completed');
  await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
  await receiver.next();
  return [id, link, token, attempt.attemptId, phone.cookie ?? ''];
}

/** What is refused, and what nobody has asked for in this form. */
async function beRefused({ service, merchant }: Parts): Promise<void> {
  await fetch(`${service.url}/${PERSON.order}/${PERSON.cpf}?name=${encodeURIComponent(PERSON.name)}`);
  await merchant.createRaw(JSON.stringify({ [PERSON.order]: PERSON.cpf }));
  await merchant.read(merchant.tenant.tenantId);
  const wrong = { grant_type: PERSON.order, client_id: merchant.tenant.clientId, client_secret: PERSON.cpf };
  await fetch(`${service.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(wrong) });
  await fetch(`${service.url}/capture/session/attempts/${PERSON.cpf}/frames/0`, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg', 'user-agent': PERSON.name },
    body: Buffer.alloc(MAX_FRAME_BYTES / 2),
  });
  const limited = await newMerchant(service, { ratePerSecond: 1, rateBurst: 1 });
  await Promise.all([limited.list(), limited.list(), limited.list()]);
}

/** Adds a merchant with a receiver of webhooks to a service. */
export async function openTraffic(service: TestService): Promise<Traffic> {
  const merchant = await newMerchant(service);
  const receiver = await startWebhookReceiver();
  const { endpointId, secret } = await registerReceiver(service, merchant, receiver.url);
  receiver.trust(secret);
  const canaries = [...Object.values(PERSON), endpointId, secret, merchant.token, receiver.url];
  canaries.push(...Object.values(merchant.tenant).filter((value) => value !== 'shop'));
  const parts = { service, merchant, receiver };
  const make = async (): Promise<void> => {
    for (let round = 0; round < 2; round += 1)
      canaries.push(...(await makeCapture(parts, `${PERSON.order}-${canaries.length}`)));
    await beRefused(parts);
    const { db } = service.service.database;
    await sql`SELECT graphile_worker.add_job('expire-transactions')`.execute(db);
  };
  return { merchant, canaries, make, close: () => receiver.close() };
}
