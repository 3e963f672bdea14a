import { fetchToken } from '@titular/test-kit';
import { addMember } from '@titular/test-kit/portal/people.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { button } from './open-pages.ts';
import { type Desk, expectNoFaults, PHONE } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';

const portal = usePortal();
let receipt: string;
let pdf: Buffer;
let caseFile: Buffer;
let orderNumber: string;

beforeAll(async () => {
  const { journey, merchant } = portal;
  orderNumber = `V-${crypto.randomUUID()}`;
  const { id } = await merchant.create({ orderNumber });
  await merchant.step(id, 'approve');
  const headers = { authorization: `Bearer ${await fetchToken(journey.service, journey.tenant)}` };
  const at = `${journey.service.url}/api/public/v1/walletid/transactions/${id}`;
  await eventually(async () => expect((await fetch(`${at}/receipt`, { headers })).status).toBe(200));
  ({ receipt } = (await (await fetch(`${at}/receipt`, { headers })).json()) as { receipt: string });
  pdf = Buffer.from(await (await fetch(`${at}/evidence.pdf`, { headers })).arrayBuffer());
  const { id: canceled } = await merchant.create();
  await merchant.step(canceled, 'cancel');
  const { tenantId } = journey.tenant;
  const member = await addMember(journey.service, tenantId, { role: 'support' });
  const params = { tenant_id: tenantId, transaction_id: canceled };
  const made = await member.browser.call('makeCaseFile', { params, body: { language: 'en' } });
  caseFile = Buffer.from(made.pdf, 'base64');
});

type Asked = { method: string; path: string; body: string | null };

/** Opens the page in a browser in which nobody is signed in, and keeps what it asks. */
async function openVerify(options: Parameters<typeof portal.journey.openDesk>[0] = {}) {
  const desk = await portal.journey.openDesk(options);
  const asked: Asked[] = [];
  desk.page.on('request', (request) =>
    asked.push({
      method: request.method(),
      path: request.url().slice(portal.journey.portalUrl.length),
      body: request.postData(),
    }),
  );
  await desk.page.goto(`${portal.journey.portalUrl}/verify`);
  await desk.page.getByRole('heading', { level: 1 }).waitFor();
  return { ...desk, asked };
}

const paste = async (page: Page, text: string): Promise<void> => {
  await page.locator('textarea').fill(text);
  await page.locator('button[type=submit]').click();
};
const choose = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
const said = (page: Page, words: string): Promise<void> =>
  page.locator('[role=status]').getByText(words).first().waitFor({ timeout: 5_000 });

/** Nothing was asked but files of the page and the published keys, and nothing was sent. */
function expectNothingSent(asked: readonly Asked[], keyFetches: number): void {
  expect(asked.filter(({ method, body }) => method !== 'GET' || body !== null)).toEqual([]);
  const others = asked.filter(({ path }) => !/^\/(?:verify$|portal\/assets\/[\w.-]+$)/.test(path));
  expect(others.map(({ path }) => path)).toEqual(Array(keyFetches).fill('/portal/receipt-keys'));
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (text = ''): Record<string, unknown> => JSON.parse(Buffer.from(text, 'base64url').toString());

describe('the page that verifies receipts, without a sign-in', () => {
  test('says that a receipt is genuine, what it states, who checked it, and that a test proves nothing; nothing of it leaves the browser (P38, P39)', async () => {
    const desk = await openVerify();
    const { page, asked } = desk;
    await paste(page, receipt);
    await said(page, 'The receipt is genuine.');
    await said(page, 'This page, not the server, checked it with the published keys.');
    await said(page, 'It comes from a test environment');
    await said(page, orderNumber);
    // Beside other words the verdict would be taken for theirs.
    await page.locator('textarea').fill(receipt.slice(0, -9));
    await page.locator('.verify-verdict').waitFor({ state: 'detached' });
    await paste(page, receipt);
    await said(page, 'The receipt is genuine.');
    await button(page, 'Clear').click();
    expect(await page.content()).not.toContain(orderNumber);
    await choose(page, 'evidence.pdf', pdf);
    await said(
      page,
      'The receipt attached to the PDF was checked. The PDF itself is as this service signed it.',
    );
    await said(page, orderNumber);
    await choose(page, 'receipt.json', Buffer.from(JSON.stringify({ receipt })));
    await page.getByText('The receipt attached to the PDF').waitFor({ state: 'detached' });
    await said(page, 'The receipt is genuine.');
    expect(page.url()).toBe(`${portal.journey.portalUrl}/verify`);
    expect(await page.title()).toBe('Verify a receipt · titular');
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    expectNothingSent(asked, 1);
    expectNoFaults(desk);
  });

  test('says of a PDF whether it is as it was signed, also of a case file that has no receipt, and of one without its receipt (F7)', async () => {
    const desk = await openVerify();
    const { page, asked } = desk;
    const without = (text: string, instead: string): Buffer =>
      Buffer.from(pdf.toString('latin1').replace(text, instead), 'latin1');
    await choose(page, 'changed.pdf', without('/Producer', '/Producex'));
    await said(page, 'The PDF itself was changed after it was signed');
    await said(page, orderNumber);
    await choose(page, 'stripped.pdf', without('/EmbeddedFile\n', '/EmbeddedNone\n'));
    await said(page, 'The document is not valid.');
    expect(await page.locator('.verify-states').count()).toBe(0);
    await choose(page, 'case.pdf', caseFile);
    await said(page, 'The document is genuine.');
    await choose(page, 'case.pdf', Buffer.concat([caseFile, Buffer.from('\n%%EOF\n')]));
    await said(page, 'The document is not valid.');
    await choose(page, 'other.pdf', Buffer.from('%PDF-1.7\n%%EOF\n'));
    await said(page, 'Nothing shows that this PDF is of this service');
    expectNothingSent(asked, 1);
    expectNoFaults(desk);
  });

  test('says in one sentence what is wrong with anything else', async () => {
    const desk = await openVerify();
    const { page, asked } = desk;
    const [head = '', body = '', tail = ''] = receipt.split('.');
    const changed = encode({ ...decode(body), orderNumber: 'another' });
    const withHeader = (change: object): string =>
      `${encode({ ...decode(head), ...change })}.${body}.${tail}`;
    const pasted: readonly (readonly [string, string])[] = [
      [`${head}.${changed}.${tail}`, 'Content and signature do not belong together'],
      [receipt.slice(0, -9), 'The receipt is incomplete'],
      [withHeader({ alg: 'none' }), 'it is not signed'],
      [withHeader({ alg: 'RS256' }), 'another signature algorithm'],
      [withHeader({ typ: 'at+jwt' }), 'another kind of document'],
      ['Hello', 'This is not a receipt'],
      ['', 'There is nothing to verify yet'],
    ];
    for (const [text, words] of pasted) {
      await paste(page, text);
      await said(page, words);
      expect(await page.locator('.verify-states').count()).toBe(0);
    }
    await choose(page, 'huge.pdf', Buffer.alloc(5_000_001));
    await said(page, 'larger than any receipt');
    await choose(page, 'picture.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
    await said(page, 'neither a receipt nor');
    await choose(page, 'cut.pdf', pdf.subarray(0, 900));
    await said(page, 'The PDF is damaged or incomplete');
    expectNothingSent(asked, 1);
    await paste(page, withHeader({ kid: 'unknown' }));
    await said(page, 'The key is unknown.');
    expectNoFaults(desk);
  });

  test('has the file chosen by a button in the language of the page, whatever that of the browser, and by keyboard', async () => {
    const desk = await openVerify({ locale: 'de-DE' });
    const { page } = desk;
    await page.getByRole('combobox').selectOption({ label: 'Português' });
    const field = page.getByLabel('Escolher um arquivo');
    expect(await field.evaluate((element) => element.getBoundingClientRect().width)).toBeLessThan(2);
    const choosing = page.waitForEvent('filechooser');
    await field.focus();
    await page.keyboard.press('Enter');
    await (await choosing).setFiles({ name: 'a.jws', mimeType: 'text/plain', buffer: Buffer.from(receipt) });
    await said(page, 'O recibo é autêntico.');
    expectNoFaults(desk);
  });

  test('takes a file that is dropped beside the field, which the browser would else open in place of the page', async () => {
    const desk = await openVerify();
    const { page } = desk;
    const isOpened = await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'receipt.jws'));
      const heading = document.querySelector('h1');
      const tell = (type: string): boolean =>
        heading?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })) ??
        true;
      return tell('dragover') || tell('drop');
    }, receipt);
    expect(isOpened).toBe(false);
    await said(page, 'The receipt is genuine.');
    expectNoFaults(desk);
  });

  test('says that nothing was checked where the keys cannot be fetched, and checks once they can', async () => {
    const desk = await openVerify();
    const { page } = desk;
    await page.route('**/portal/receipt-keys', (route) => route.abort());
    await paste(page, receipt);
    await said(page, 'Nothing was checked; try again.');
    await page.unroute('**/portal/receipt-keys');
    await button(page, 'Verify').click();
    await said(page, 'The receipt is genuine.');
    expectNoFaults(desk, /^console: Failed to load resource: net::ERR_FAILED/);
  });

  test.each([
    ['pt-BR', 'O recibo é autêntico.', 'não combinam'],
    ['es-ES', 'El recibo es auténtico.', 'no corresponden'],
  ])('speaks the language of the browser on a phone: %s', async (locale, genuine, wrong) => {
    const desk: Desk & { asked: Asked[] } = await openVerify({ locale, viewport: { ...PHONE, width: 320 } });
    const { page } = desk;
    await paste(page, receipt);
    await said(page, genuine);
    await page.locator('summary').click();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    const [head, , tail] = receipt.split('.');
    await paste(page, `${head}.${encode({ status: 'approved' })}.${tail}`);
    await said(page, wrong);
    expectNoFaults(desk);
  });
});
