import { appendFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Titular } from '@titular/client';
import { type Demo, seedDemo } from '@titular/server/start/seed-demo.ts';
import { signWebhook } from '@titular/server/webhooks/sender/sign-webhook.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { postAndHold } from '@titular/test-kit/post-and-hold.ts';
import { startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newNumber } from '../../../examples/shop/src/order-page.ts';
import { installOffline, type Packed, packAll, type Running, start } from './packed.ts';

const OTHER_SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`;
/** A project runs by the Node.js of these tests, whatever the machine has besides. */
const START = 'PATH="$0:$PATH" exec npm start --silent -- "$@"';

let packed: Packed;
let service: TestService;
let demo: Demo;
let client: Titular;

beforeAll(async () => {
  [packed, service] = await Promise.all([packAll(), startTestService()]);
  // The demo's merchant listens one port above the service's: here at one that is free now.
  const beside = { ...service.config, port: (await findFreePort()) - 1 };
  demo = await seedDemo(beside, service.service.database, service.service.masterKeys);
  const { issuer, account, tenantId, keyId, privateKey } = demo;
  client = new Titular({
    baseUrl: issuer,
    credentials: { kind: 'assertion', account, tenantId, keyId, privateKey },
  });
});
afterAll(async () => {
  await service.close();
  rmSync(packed.directory, { recursive: true, force: true });
});

/** Makes a project in an empty directory and installs the client from its tarball. */
async function make(kind: string): Promise<string> {
  const run = start(packed.program, [kind, '--kind', kind], packed.directory, {});
  expect(await run.ended).toBe(0);
  const project = join(packed.directory, kind);
  installOffline(project, join(packed.directory, 'cache'), packed.client);
  return project;
}

const startProject = (project: string, ...words: string[]): Running =>
  start('sh', ['-c', START, dirname(process.execPath), ...words], project);

/** Sends an event as the service does, signed with a secret, and tells the status that came back. */
async function send(secret: string): Promise<number> {
  const event = { id: 'forged', type: 'endpoint.test', time: new Date().toISOString(), environment: 'test' };
  const body = JSON.stringify(event);
  const headers = signWebhook(event.id, new Date(), body, [secret]);
  return (await fetch(demo.webhookUrl, { method: 'POST', body, headers })).status;
}

test('the shop is installed from tarballs without a network, opens, and turns an order to approved by a signed webhook', async () => {
  const shop = startProject(await make('shop'), '--data', service.config.dataDirectory);
  try {
    await eventually(() => expect(shop.output()).toMatch(/open at http:\S+/));
    const [, address = ''] = /open at (http:\S+)/.exec(shop.output()) ?? [];
    const card = { name: 'Maria', binDigits: '41111111', lastDigits: '1111' };
    const body = JSON.stringify({ number: newNumber(), identity: newCpf(), ...card });
    const { id, page } = await (await fetch(`${address}/orders`, { method: 'POST', body })).json();
    await client.sandbox.step(id, { event: 'approve' });
    await eventually(() => expect(shop.output()).toContain(`webhook: ${id} is approved`));
    expect(await (await fetch(address + page)).text()).toContain('data-status="approved"');
    expect(await send(OTHER_SECRET)).toBe(400);
    await eventually(() => expect(shop.output()).toContain('webhook refused: '));
  } finally {
    shop.kill('SIGINT');
    await shop.ended;
  }
});

test('the receiver says what it lacks, then verifies webhooks of the service, refuses forged ones, and those that are too large', async () => {
  const project = await make('receiver');
  const without = startProject(project);
  expect(await without.ended).toBe(1);
  expect(without.output()).toContain(
    'WEBHOOK_SECRET is missing: put the secret of your webhook endpoint into .env.',
  );
  appendFileSync(
    join(project, '.env'),
    `WEBHOOK_SECRET=${demo.webhookSecret}\nPORT=${new URL(demo.webhookUrl).port}\n`,
  );
  const receiver = startProject(project);
  try {
    await eventually(() => expect(receiver.output()).toContain('Webhooks are received at '));
    for (const [event, told] of [
      ['approve', 'approved'],
      ['identity-changed', 'inconclusive'],
    ] as const) {
      const { id } = await client.transactions.create({
        identity: { key: 'cpf', value: newCpf() },
        orderNumber: newNumber(),
        company: demo.companyId,
        card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria' },
      });
      await client.sandbox.step(id, { event });
      await eventually(() =>
        expect(receiver.output()).toContain(`${id} is ${told}\nverified transaction.finished: handled\n`),
      );
    }
    expect(await send(demo.webhookSecret)).toBe(204);
    await eventually(() => expect(receiver.output()).toContain('verified endpoint.test: unhandled'));
    expect(await send(OTHER_SECRET)).toBe(400);
    await eventually(() => expect(receiver.output()).toContain('refused: '));
    expect((await fetch(demo.webhookUrl)).status).toBe(404);
    expect(await postAndHold(demo.webhookUrl, 65_537)).toEqual({ status: 413, connection: 'close' });
  } finally {
    receiver.kill('SIGINT');
    await receiver.ended;
  }
});
