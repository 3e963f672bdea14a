import { createLog } from '@titular/server/kernel/base/log.ts';
import { newCpf } from '@titular/test-kit';
import type { Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMerchant, type PortalMerchant } from './case-builders.ts';
import { handsAt } from './hands.ts';
import { button, heading, homeOf, part, transactionPage } from './open-pages.ts';
import { type Desk, expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

const PARTS = ['Attempts', 'Decision', 'Webhooks', 'Calls', 'Staff', 'Timeline'];
const PAGES = [
  '',
  '/transactions',
  '/processes',
  '/transactions/new',
  '/team',
  '/settings/tenant',
  '/developers/endpoints',
  '/developers/events',
  '/developers/event-types',
  '/developers/accounts',
  '/developers/accounts/shop',
  '/audit',
  '/data',
  '/exports',
  '/find',
  '/orders',
];

let journey: PortalJourney;
let merchant: PortalMerchant;
const lines: string[] = [];

beforeAll(async () => {
  journey = await startPortal({
    log: createLog('trace', { write: (line: string) => void lines.push(line) }),
  });
  merchant = await openMerchant(journey);
});
afterAll(() => journey.close());

/** Keeps everything that a page tells beside the bodies of its calls. */
function watchTold({ page }: Desk): string[] {
  const told: string[] = [];
  const note = async (request: Request): Promise<void> => {
    told.push(request.url(), JSON.stringify(await request.allHeaders().catch(() => ({}))));
  };
  page.on('request', (request) => void note(request));
  page.on('framenavigated', (frame) => told.push(frame.url()));
  page.on('console', (message) => told.push(message.text()));
  return told;
}

const readTold = ({ page }: Desk): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([
      ...[document.title, location.href, document.referrer, { ...localStorage }, { ...sessionStorage }],
      performance.getEntries().map(({ name }) => name),
    ]),
  );

/** Whether a text holds a value; four digits within an id, a time or a digest are there by chance. */
const tells = (text: string, value: string): boolean =>
  value.length > 4 ? text.includes(value) : new RegExp(`(?<![0-9a-z])${value}(?![0-9a-z])`, 'i').test(text);

test('values are found wherever they stand, four digits only where they stand alone', () => {
  expect(tells('x53998877x', '53998877')).toBe(true);
  expect(
    [...['card 9753', '"9753"', '5399887-9753', '/9753?'], '1795559169753', 'a9753f'].map((text) =>
      tells(text, '9753'),
    ),
  ).toEqual([true, true, true, true, false, false]);
});

test('no identity, name, card digit or order number is in an address, title, log, storage or header, on any page (P38)', async () => {
  const cpf = newCpf();
  const orderNumber = `canary/${crypto.randomUUID()}`;
  const card = {
    binDigits: '53998877',
    lastDigits: '9753',
    name: 'Zenobia Canaria',
    expirationDate: '12/39',
  };
  const { id } = await merchant.create({ orderNumber, identity: { key: 'cpf', value: cpf }, card });
  await merchant.step(id, 'approve');
  const desk = await journey.sitDown(await journey.add('admin'));
  const { page } = desk;
  const told = watchTold(desk);
  const look = async (): Promise<void> => void told.push(await readTold(desk));
  for (const path of PAGES) {
    await page.goto(homeOf(journey) + path);
    await heading(page, /./).waitFor();
    await look();
  }
  const hands = handsAt(page);
  await page.getByRole('combobox').waitFor();
  for (const text of [orderNumber, orderNumber.slice(0, 12), cpf, '53998877 9753', id]) {
    await hands.press('/');
    await page.keyboard.press('ControlOrMeta+a');
    await hands.paste(text);
    await hands.press('Enter');
    await page.getByText(orderNumber).first().waitFor();
    await look();
  }
  await page.goto(transactionPage(journey, id));
  for (const name of ['Identity', 'Name', 'Card']) {
    await button(page, `Show ${name}`).click();
    await button(page, `Hide ${name}`).waitFor();
    await look();
  }
  for (const name of PARTS) {
    await part(page, name).click();
    await look();
  }
  await page.goto(`${homeOf(journey)}/transactions`);
  await page.getByRole('link', { name: orderNumber }).click();
  await look();
  await page.goto(`${homeOf(journey)}/data`);
  await button(page, 'Erase a person').click();
  await hands.paste(cpf);
  await button(page, 'Continue').click();
  await look();
  await button(page, 'Erase the person').click();
  await page.locator('.data-receipt').waitFor();
  await look();
  expect(told.length).toBeGreaterThan(100);
  const everything = decodeURIComponent(told.join('\n').replaceAll('%', '%25')) + told.join('\n');
  const spellings = [
    orderNumber,
    encodeURIComponent(orderNumber),
    cpf,
    'Zenobia',
    'Canaria',
    '53998877',
    '9753',
  ];
  for (const canary of spellings) {
    expect(tells(everything, canary), `a page told ${canary}`).toBe(false);
    expect(lines.filter((line) => tells(line, canary))).toEqual([]);
  }
  expect(lines.length).toBeGreaterThan(20);
  expectNoFaults(desk);
});
