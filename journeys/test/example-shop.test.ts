import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { type Demo, seedDemo } from '@titular/server/start/seed-demo.ts';
import { signWebhook } from '@titular/server/webhooks/sender/sign-webhook.ts';
import { driveView } from '@titular/test-kit/browser/drive-page.ts';
import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { postAndHold } from '@titular/test-kit/post-and-hold.ts';
import {
  fetchToken,
  operatorOf,
  startTestService,
  type TestService,
} from '@titular/test-kit/start-test-service.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newNumber } from '../../examples/shop/src/order-page.ts';
import { openPhone, personBefore, type Watched } from './fixture.ts';
import { openPrograms, type Programs } from './programs.ts';
import { frameOf } from './shop.ts';

const JOURNEY_MS = 540_000;
const EXAMPLE = 'examples/shop/src/main.ts';
const README = 'examples/shop/README.md';

let service: TestService;
let demo: Demo;
let makeDemo: () => Promise<Demo>;
let programs: Programs;
let example: ReturnType<Programs['run']>;
let shop: string;

const startExample = (data = service.config.dataDirectory) => programs.run(EXAMPLE, ['--data', data]);

beforeAll(async () => {
  service = await startTestService({
    env: { TITULAR_ENGINE_THREADS: '2', TITULAR_CHALLENGE_STEP_SECONDS: '20' },
  });
  const { config } = service;
  // The demo's merchant listens one port above the service's: here at one that is free now.
  const beside = { ...config, port: (await findFreePort()) - 1 };
  makeDemo = () => seedDemo(beside, service.service.database, service.service.masterKeys);
  demo = await makeDemo();
  programs = await openPrograms();
  example = startExample();
  await eventually(() => expect(example.output()).toMatch(/open at http:\S+/));
  shop = /open at (http:\S+)/.exec(example.output())?.[1] ?? '';
}, JOURNEY_MS);
afterAll(async () => {
  await programs.end();
  await service.close();
});

/** Buys as a script would, and gives the address of the order's page and the transaction. */
async function buy(changes: object = {}) {
  const card = { name: 'Maria', binDigits: '41111111', lastDigits: '1111' };
  const order = { number: newNumber(), identity: newCpf(), ...card, ...changes };
  const response = await fetch(`${shop}/orders`, { method: 'POST', body: JSON.stringify(order) });
  return (await response.json()) as { id: string; token: string; page: string; problem?: string };
}

/** Runs a command as the example tells it; `npx` runs what is in node_modules, without looking anywhere else. */
async function carryOut(command = ''): Promise<void> {
  const env = {
    PATH: '/usr/bin:/bin',
    ...COMPILE_CACHE,
    DATABASE_URL: service.config.databaseUrl ?? '',
  };
  const titular = `"${process.execPath}" packages/cli/src/main.ts`;
  await promisify(execFile)('bash', ['--norc', '-euc', `npx() { shift; ${titular} "$@"; }\n${command}`], {
    env,
  });
}

const stateOf = async (page: string): Promise<string> =>
  /data-status="([a-z-]+)"/.exec(await (await fetch(shop + page)).text())?.[1] ?? '';

async function inBrowser(person: 'a' | undefined, use: (watched: Watched) => Promise<void>): Promise<void> {
  const browser = await openBrowser(person ? await personBefore(person) : { kind: 'denied' });
  try {
    const watched = await openPhone(browser);
    await watched.page.goto(shop);
    await use(watched);
  } finally {
    await browser.close();
  }
}

test(
  'a person buys at the example shop, takes the selfie in the frame, and the webhook turns the order to approved, with nothing to complain of in the console (D29, S3)',
  () =>
    inBrowser('a', async ({ page, complaints }) => {
      await page.locator('[name="pay"]').click();
      expect(await driveView(await frameOf(page))).toBe('approved');
      await page.waitForURL(`${shop}/orders/*`);
      await page.locator('#state[data-status="approved"]').waitFor();
      expect(await page.locator('#state').innerText()).toBe('Thank you, your card is confirmed.');
      expect(await page.locator('h1').innerText()).toMatch(/^Order [0-9A-Z]{4}-[0-9A-Z]{4}$/);
      expect(await page.locator('.product').innerText()).toContain('R$ 99.90');
      expect(example.output()).toMatch(/webhook: [0-9a-f-]{36} is approved/);
      expect(complaints).toEqual([]);
    }),
  JOURNEY_MS,
);

test(
  'checkout and order fit phones and desktops, name the price with its currency, and load nothing from elsewhere (D29)',
  () =>
    inBrowser(undefined, async ({ page, complaints }) => {
      const { page: order } = await buy();
      for (const width of [320, 360, 1440])
        for (const path of ['/', order]) {
          await page.setViewportSize({ width, height: 800 });
          await page.goto(shop + path);
          expect(await page.locator('.product').innerText()).toContain('R$ 99.90');
          const { scrolled, pictures } = await page.evaluate(() => ({
            scrolled: document.documentElement.scrollWidth - innerWidth,
            pictures: [...document.images].map(({ naturalWidth }) => naturalWidth > 0),
          }));
          expect([width, path, scrolled, pictures]).toEqual([width, path, 0, [true, true]]);
        }
      expect(complaints).toEqual([]);
    }),
  JOURNEY_MS,
);

test(
  'where the SDK does not load, the order offers the link of the transaction, which opens the page, and that shows the amount',
  () =>
    inBrowser(undefined, async ({ page }) => {
      await page.route('**/sdk/titular.js', (route) => route.abort());
      await page.reload();
      await page.locator('[name="identity"]').fill(newCpf());
      await page.locator('[name="pay"]').click();
      await page.locator('#state[data-status="waiting"]').waitFor();
      await page.goto((await page.locator('a.button').getAttribute('href')) ?? '');
      await page.locator('[data-screen="consent"]').waitFor();
      expect(await page.locator('body').innerText()).toContain('R$99.90');
    }),
  JOURNEY_MS,
);

test('an order whose transaction ends otherwise is told so, and neither a stale nor a forged event changes it', async () => {
  const { id, page } = await buy();
  expect(await stateOf(page)).toBe('waiting');
  const token = await fetchToken(service, { ...demo, privateKeyPem: demo.privateKey });
  const address = `${demo.baseUrl}/walletid/transactions/${id}/cancel`;
  await fetch(address, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  await expect.poll(() => stateOf(page)).toBe('canceled');
  expect(await (await fetch(shop + page)).text()).toContain('Please choose another way to pay.');
  const event = {
    id: 'stale',
    type: 'transaction.changed',
    transactionId: id,
    status: 'waiting',
    sequence: 1,
  };
  const send = async (secret: string): Promise<number> => {
    const body = JSON.stringify({ ...event, time: new Date().toISOString(), environment: 'test' });
    const headers = signWebhook(event.id, new Date(), body, [secret]);
    return (await fetch(demo.webhookUrl, { method: 'POST', body, headers })).status;
  };
  expect(await send(demo.webhookSecret)).toBe(204);
  expect(await send(`whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(400);
  expect(await stateOf(page)).toBe('canceled');
});

test(
  'without a camera, a person who agrees is approved by the identity of the sandbox that the page of the example names',
  () =>
    inBrowser(undefined, async ({ page }) => {
      const [cpf = ''] = /\d{3}\.\d{3}\.\d{3}-\d{2}/.exec(await readFile(README, 'utf8')) ?? [];
      await page.locator('[name="identity"]').fill(cpf);
      const created = page.waitForResponse(`${shop}/orders`);
      await page.locator('[name="pay"]').click();
      const { id } = await (await created).json();
      await expect.poll(example.output).toContain(`webhook: ${id} is approved`);
      expect(await driveView(await frameOf(page))).toBe('approved');
      await page.waitForURL(`${shop}/orders/*`);
      await page.locator('#state[data-status="approved"]').waitFor();
    }),
  JOURNEY_MS,
);

test('a checkout that is sent twice makes one transaction, and each checkout that is opened is an order of its own', async () => {
  const open = async (): Promise<string> =>
    /name="number" value="([^"]+)"/.exec(await (await fetch(shop)).text())?.[1] ?? '';
  const [number, another] = [await open(), await open()];
  const order = { number, identity: newCpf() };
  const [first, beside] = await Promise.all([buy(order), buy(order)]);
  expect(first).toMatchObject({ id: expect.any(String), page: `/orders/${number}` });
  expect([beside, await buy(order)]).toEqual([first, first]);
  expect(await stateOf(first.page)).toBe('waiting');
  expect((await buy({ ...order, number: another })).id).not.toBe(first.id);
  const again = { problem: 'Please open the checkout again.' };
  expect(await buy({ ...order, name: 'Joana' })).toEqual(again);
  for (const wrong of [undefined, '', 'order-1001', `${number}/..`])
    expect(await buy({ ...order, number: wrong })).toEqual(again);
  expect(await stateOf(first.page)).toBe('waiting');
});

test('a buyer whose details were refused mends them under the same order', async () => {
  const number = newNumber();
  expect((await buy({ number, identity: '11111111111' })).problem).toContain('check your CPF');
  expect(await buy({ number })).toMatchObject({ page: `/orders/${number}` });
});

test('a buyer is told in plain words what of card and identity to mend', async () => {
  const problemOf = async (changes: object): Promise<string | undefined> => (await buy(changes)).problem;
  const before = example.output();
  for (const wrong of [{ identity: '11111111111' }, { binDigits: '4111' }, { lastDigits: undefined }])
    expect(await problemOf(wrong)).toBe('Please check your CPF and the number of your card.');
  expect(await problemOf({ name: 'Maria 2' })).toBe('Please give the name as it stands on the card.');
  const number = { name: '4111 1111 1111 1111' };
  expect(await problemOf(number)).toBe('Please give the name on the card without its number.');
  expect(example.output()).toBe(before);
});

test('what else the service refuses is logged with the request id, and the buyer is told that nothing was charged', async () => {
  const { tenantId, companyId } = demo;
  const limit = (value: string) => {
    const wanted = parseSettings('company', new Map([['maximum-value', value]]));
    return changeSettings(operatorOf(service), { kind: 'company', tenantId, companyId }, wanted);
  };
  await limit('50');
  const refused = 'We could not check your card now. You were not charged.';
  await expect.poll(async () => (await buy()).problem).toBe(refused);
  const logged = /40045: .* \(request ([0-9a-f-]{36})\)/;
  await expect.poll(example.output).toMatch(logged);
  const [, requestId] = logged.exec(example.output()) ?? [];
  const token = await fetchToken(service, { ...demo, privateKeyPem: demo.privateKey });
  const headers = { authorization: `Bearer ${token}` };
  const found = async (): Promise<unknown> =>
    (await fetch(`${demo.baseUrl}/calls?requestId=${requestId}`, { headers })).json();
  await expect.poll(found).toMatchObject({ calls: [{ code: '40045' }] });
  await limit('none');
  await expect.poll(async () => (await buy()).problem).toBeUndefined();
});

test('what is not there is not found, and a body over the limit is refused before its end', async () => {
  expect((await fetch(`${shop}/orders/unknown`)).status).toBe(404);
  expect((await fetch(`${shop}/elsewhere`)).status).toBe(404);
  for (const path of ['/orders', '/webhook']) {
    const refused = await postAndHold(shop + path, 65_537);
    expect(refused).toEqual({ status: 413, connection: 'close' });
  }
  expect((await fetch(shop)).status).toBe(200);
});

test(
  'it says in a sentence what keeps it from opening, and what to run',
  async () => {
    const refused = async (data?: string): Promise<string> => {
      const run = startExample(data);
      expect(await run.ended).toBe(1);
      return run.output().trim();
    };
    expect(await refused(programs.directory)).toContain('Start the service first, with "npm start"');
    expect(await refused()).toMatch(/^Port \d+, .* is in use/);
    const issuer = `http://127.0.0.1:${await findFreePort()}`;
    await writeFile(join(programs.directory, 'demo.json'), JSON.stringify({ ...demo, issuer }));
    expect(await refused(programs.directory)).toBe(
      `No service answers at ${issuer}. Start it with "npm start" in its checkout.`,
    );

    const { tenantId, companyId } = demo;
    const elsewhere = parseSettings('company', new Map([['web-origins', 'https://elsewhere.example']]));
    await changeSettings(operatorOf(service), { kind: 'company', tenantId, companyId }, elsewhere);
    const unknown =
      /^The demo company does not know this shop's origin\. Run in the service's checkout: (TITULAR_DATA_DIR=\/.* npx titular settings set .*)$/;
    await expect.poll(() => refused(), { timeout: JOURNEY_MS }).toMatch(unknown);
    await carryOut(unknown.exec(await refused())?.[1]);
    await expect.poll(() => refused(), { timeout: JOURNEY_MS }).toMatch(/^Port /);

    const { db } = service.service.database;
    await db.updateTable('webhook_endpoints').set({ enabled: false }).execute();
    const off =
      /^The webhook endpoint of the demo is switched off\. Run in the service's checkout: (TITULAR_DATA_DIR=\/.* npx titular webhooks enable .*)$/;
    await carryOut(off.exec(await refused())?.[1]);
    expect(await refused()).toMatch(/^Port /);
    await db.updateTable('webhook_endpoints').set({ deleted_at: new Date() }).execute();
    const file = join(service.config.dataDirectory, 'demo.json');
    const anew = `Remove ${file} and start the service again: it makes a new demo.`;
    expect(await refused()).toBe(`The demo has no webhook endpoint any more. ${anew}`);

    await db.updateTable('service_account_keys').set({ retired_at: new Date() }).execute();
    const ended = `The service refuses the demo's credentials (key_retired). ${anew}`;
    await expect.poll(() => refused(), { timeout: JOURNEY_MS }).toBe(ended);
    await rm(file);
    demo = await makeDemo();
    expect(await refused()).toMatch(/^Port /);
  },
  2 * JOURNEY_MS,
);

test('Ctrl-C closes it cleanly, also when it comes twice as by npm', async () => {
  example.process.kill('SIGINT');
  await eventually(() => expect(example.output()).toMatch(/Closed\.\n$/));
  example.process.kill('SIGINT');
  expect(await example.ended).toBe(0);
  const text = await readFile('package.json', 'utf8');
  expect(JSON.parse(text).scripts.example).toBe(`exec node ${EXAMPLE}`);
});
