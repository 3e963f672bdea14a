import type { AttemptView } from '@titular/contract';
import { addTenant, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, Phone, perform } from '../../server/test/captures/phone.ts';
import { createEventHandler, Titular, verifyWebhook } from '../src/index.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ env: { TITULAR_WEBHOOK_LOOPBACK: 'on' } });
});
afterAll(() => service.close());

/** A person with a camera goes through the page behind a one-time address. */
async function showFace(address: string): Promise<void> {
  const phone = new Phone(service);
  await phone.open({ code: codeOf(address) });
  await phone.consent();
  const { body } = await phone.start();
  await perform(phone, body as unknown as AttemptView, 'a');
}

test('a process is finished by a person, told by webhook, and used for a card that is approved without another selfie', async () => {
  const { clientId, clientSecret, companyId } = await addTenant(service);
  const credentials = { kind: 'clientSecret', clientId, clientSecret } as const;
  const reads: string[] = [];
  const hooks = { onRequest: ({ operation }: { operation: string }) => void reads.push(operation) };
  const client = new Titular({ baseUrl: service.url, credentials, hooks });
  let secret = '';
  const handle = createEventHandler({
    'process.finished': (event) => client.events.accept(event),
    'transaction.finished': (event) => client.events.accept(event),
  });
  const receiver = await startWebhookReceiver({
    answer: async ({ body: payload, headers }) => {
      await handle(await verifyWebhook({ payload, headers, secrets: [secret] }));
      return { status: 204 };
    },
  });
  try {
    ({ secret } = await client.webhookEndpoints.create({ company: companyId, url: receiver.url }));
    receiver.trust(secret);

    const cpf = newCpf();
    const { process: started } = await client.processes.create({
      person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: cpf, friendlyName: 'Maria da Silva' },
      callbackUri: '/',
      purpose: 'identityverification',
    });
    const waiting = client.processes.waitForFinal(started.id, { events: 'only' });
    await showFace(started.userRedirectUrl);
    const { process: finished } = await waiting;
    expect(finished).toMatchObject({ state: 'PROCESS_STATE_FINISHED', result: 'PROCESS_RESULT_OK' });

    const { id, link } = await client.transactions.create({
      identity: { key: 'cpf', value: cpf },
      orderNumber: 'order-1001',
      company: companyId,
      card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' },
      additionalInfo: { processID: started.id },
    });
    expect(link).toBe(undefined);
    expect(await client.waitForFinal(id, { events: 'only' })).toMatchObject({ status: 'approved' });
    expect((await client.transactions.receipt(id)).receipt).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const { history } = await client.processes.history(started.id);
    expect(history.at(-1)).toMatchObject({ event: 'reuse', transactionId: id });
    expect(await client.transactions.history(id)).toMatchObject({
      status: 'approved',
      processId: started.id,
    });
    expect(reads.filter((one) => one === 'readProcess').length).toBe(2);
  } finally {
    await receiver.close();
  }
});
