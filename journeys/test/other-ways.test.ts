import { addTenant, fetchToken } from '@titular/test-kit/start-test-service.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DesktopFixture, openDesktop } from './desktop-fixture.ts';
import {
  createTransaction,
  expireLinks,
  expireSessions,
  type Journey,
  readStatus,
  readStatuses,
} from './fixture.ts';
import { choose, listen, offered, on, press } from './page-steps.ts';

const JOURNEY_MS = 540_000;

describe('the ways beside the selfie', () => {
  let journey: Journey;
  let _desktop: Browser;
  let fixture: DesktopFixture;
  beforeAll(async () => {
    fixture = await openDesktop();
    ({ journey, browser: _desktop } = fixture);
  });
  afterAll(() => fixture.close());

  const open: DesktopFixture['open'] = (link, options) => fixture.open(link, options);
  const begin: DesktopFixture['begin'] = (options) => fixture.begin(options);

  test.each([
    ['unknown-purchase', 'unknown-share', 'bank'],
    ['holder-absent', 'absent-holder', 'cardholder was not here'],
  ] as const)(
    'who says %s is asked once more, the transaction ends as %s, the merchant hears it, and the page says what comes next',
    async (choice, status, words) => {
      const { id, page } = await begin();
      await choose(page, choice);
      await on(page, 'objection');
      expect((await readStatus(journey, id)).status).toBe('waiting');
      await press(page, 'back');
      await on(page, 'consent');
      expect((await readStatus(journey, id)).status).toBe('waiting');
      await choose(page, choice);
      await press(page, 'confirm');
      await on(page, 'ended');
      expect(await page.locator('[data-screen="ended"]').innerText()).toContain(words);
      expect((await journey.webhooks.next(id)).status).toBe(status);
      expect(await readStatuses(journey, id)).toEqual(['waiting', status]);
      await page.reload();
      await on(page, 'ended');
      await page.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'who does not agree can still say what it is, and nothing was filmed (R94)',
    async () => {
      const { id, page } = await begin();
      const attempts = listen(page, 'POST', /\/attempts$/);
      await press(page, 'decline');
      await on(page, 'declined');
      expect(await offered(page)).toEqual(['unknown-purchase', 'holder-absent', 'cardholder', 'phone']);
      await choose(page, 'unknown-purchase');
      await press(page, 'confirm');
      await on(page, 'ended');
      expect(attempts).toEqual([]);
      expect((await readStatus(journey, id)).status).toBe('unknown-share');
      await page.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'whose time ran out in the middle is told so and goes on in the same browser; any other browser is sent for a new link (R53)',
    async () => {
      const { id, page } = await begin();
      await expireSessions(journey, id);
      await press(page, 'accept');
      await on(page, 'time-up');
      await page.reload();
      await on(page, 'time-up');
      await press(page, 'renew');
      await on(page, 'consent');
      expect(new URL(page.url()).pathname).toBe('/capture/');
      await expireSessions(journey, id);
      await choose(page, 'unknown-purchase');
      await press(page, 'confirm');
      await press(page, 'renew');
      await on(page, 'consent');
      expect((await readStatus(journey, id)).status).toBe('waiting');
      const { id: unused, link } = await createTransaction(journey);
      await expireLinks(journey, unused);
      const other = await open(link);
      await on(other, 'link-expired');
      for (const used of [page, other]) await used.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'where the company lets unused links go on, a link that is too old asks and opens, also after a reload (R53)',
    async () => {
      const tenant = await addTenant(journey.service);
      const lenient = { ...journey, tenant, token: await fetchToken(journey.service, tenant) };
      await journey.service.service.database.db
        .updateTable('companies')
        .set({ link_renewal: 'unused' })
        .where('company_id', '=', tenant.companyId)
        .execute();
      const { id, link } = await createTransaction(lenient);
      await expireLinks(journey, id);
      const page = await open(link);
      await on(page, 'time-up');
      await page.reload();
      await press(page, 'renew');
      await on(page, 'consent');
      expect(new URL(page.url()).pathname).toBe('/capture/');
      const second = await open(link);
      await on(second, 'link-used');
      for (const used of [page, second]) await used.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'under module pre only the device can change',
    async () => {
      const tenant = await addTenant(journey.service);
      const strict = { ...journey, tenant, token: await fetchToken(journey.service, tenant) };
      await journey.service.service.database.db
        .updateTable('companies')
        .set({ module: 'pre' })
        .where('company_id', '=', tenant.companyId)
        .execute();
      const page = await open((await createTransaction(strict)).link);
      await on(page, 'consent');
      expect(await offered(page)).toEqual(['phone']);
      expect(await page.locator('[data-action="another-identity"]').count()).toBe(0);
      await page.context().close();
    },
    JOURNEY_MS,
  );
});
