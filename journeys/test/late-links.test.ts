import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DesktopFixture, openDesktop } from './desktop-fixture.ts';
import { createTransaction, expireLinks, type Journey } from './fixture.ts';
import { on, press } from './page-steps.ts';

const JOURNEY_MS = 540_000;

let journey: Journey;
let fixture: DesktopFixture;

beforeAll(async () => {
  fixture = await openDesktop();
  ({ journey } = fixture);
});
afterAll(() => fixture.close());

const open: DesktopFixture['open'] = (link, options) => fixture.open(link, options);
const setCompany = (settings: Record<string, unknown>) =>
  journey.service.service.database.db
    .updateTable('companies')
    .set(settings)
    .where('company_id', '=', journey.tenant.companyId)
    .execute();

describe('a link that does not open', () => {
  test(
    'is told apart on the page: used, expired, and one that was never given, which names nobody (D5)',
    async () => {
      await setCompany({ brand_name: 'Loja Aurora', support_email: 'ajuda@aurora.example' });
      const { id, link } = await createTransaction(journey);
      const first = await open(link);
      await on(first, 'consent');
      const second = await open(link);
      await on(second, 'link-used');
      expect(await second.locator('main').innerText()).toContain('Loja Aurora');
      expect(await second.locator('a[href="mailto:ajuda@aurora.example"]').count()).toBe(1);
      const unused = await createTransaction(journey);
      await expireLinks(journey, unused.id);
      const late = await open(unused.link);
      await on(late, 'link-expired');
      expect(await late.locator('main').innerText()).toContain('Loja Aurora');
      const invented = await open(`${journey.service.url}/c/${'x'.repeat(32)}`);
      await on(invented, 'link-invalid');
      expect(await invented.locator('main').innerText()).not.toContain('Aurora');
      expect(await invented.locator('button[data-action]').count()).toBe(0);
      expect(id).not.toBe(unused.id);
      for (const page of [first, second, late, invented]) await page.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'leads to a new one: the merchant hears of it at once, the page says so, also after it was asked again (D5)',
    async () => {
      const { id, link } = await createTransaction(journey);
      await expireLinks(journey, id);
      const page = await open(link);
      await on(page, 'link-expired');
      await press(page, 'request-link');
      await page.locator('[data-note="requested"]').waitFor();
      expect(await journey.webhooks.nextPersonRequest(id)).toMatchObject({
        type: 'link.requested',
        transactionId: id,
        linkState: 'expired',
      });
      await press(page, 'request-link');
      await page.locator('[data-note="requested"]').waitFor();
      const response = await fetch(`${journey.service.url}/api/public/v1/walletid/transactions/${id}/link`, {
        method: 'POST',
        headers: { authorization: `Bearer ${journey.token}` },
      });
      const renewed = (await response.json()) as { link: string };
      await page.goto(renewed.link);
      await on(page, 'consent');
      await page.context().close();
    },
    JOURNEY_MS,
  );
});

describe('an error', () => {
  test(
    'shows the number by which the operator finds the call in the log (D21)',
    async () => {
      const { link } = await createTransaction(journey);
      const page = await (await fixture.browser.newContext()).newPage();
      await page.route('**/capture/session', (route) =>
        route.fulfill({ status: 500, headers: { 'x-request-id': 'req-4711' }, json: { code: '50001' } }),
      );
      await page.goto(link);
      await on(page, 'error');
      expect(await page.locator('[data-note="reference"]').innerText()).toContain('req-4711');
      await page.context().close();
    },
    JOURNEY_MS,
  );
});
