import type { APIResponse, Locator, Page, Route } from 'playwright-core';
import type { PortalJourney } from './portal-fixture.ts';

/** The address of the tenant's home. */
export const homeOf = ({ portalUrl, tenant }: PortalJourney): string => `${portalUrl}/t/${tenant.tenantId}`;

/** The address of a transaction's page. */
export const transactionPage = (journey: PortalJourney, id: string): string =>
  `${homeOf(journey)}/transactions/${id}`;

/** The heading of the page. */
export const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name });

/** A button by all of its words, because others say them after their own: "Copy as command: Send again". */
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** The button that opens a part of a case. */
export const part = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Parts of this case' }).getByRole('button', { name });

/** Answers the next question of a page whose session it has as a busy service does, once; tells whether it was asked. */
export async function beBusyOnce(page: Page): Promise<() => boolean> {
  let isAsked = false;
  await page.route(
    '**/portal/api/session',
    async (route) => {
      isAsked = true;
      await route.fulfill({
        status: 429,
        contentType: 'application/json',
        headers: { 'retry-after': '1' },
        body: JSON.stringify({ code: '42906', message: 'made to be busy' }),
      });
    },
    { times: 1 },
  );
  return () => isAsked;
}

/** Carries out a held request of the page, with the Fetch Metadata that its browser would send, and its answer whole (W3C Fetch Metadata Request Headers). */
export function fetchAsPage(route: Route, { portalUrl }: PortalJourney): Promise<APIResponse> {
  const { 'if-none-match': _known, ...headers } = route.request().headers();
  const metadata = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', origin: portalUrl };
  return route.fetch({ headers: { ...headers, ...metadata } });
}
