import { expect, test } from 'vitest';
import { button, heading, homeOf } from './open-pages.ts';
import { expectNoFaults } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';

const portal = usePortal();

test("the receiver's developer opens a link of the portal without an account, mends the receiver, and sees what is sent again arrive (P8, P21)", async () => {
  const { journey, merchant } = portal;
  let isMended = false;
  const answer = () => (isMended ? { status: 204 } : { status: 400, body: 'no such <b>order</b>' });
  const receiver = await merchant.listen({ answer }, 1);
  const { id } = await merchant.create({ orderNumber: 'canary-2468' });
  await merchant.step(id, 'cancel');

  const desk = await journey.sitDown(await journey.add('developer'));
  await desk.page.goto(`${homeOf(journey)}/developers/endpoints`);
  await desk.page.getByRole('link', { name: receiver.url }).click();
  await button(desk.page, "Link for the receiver's developer").click();
  const link = String(await desk.page.locator('.modal .secret').textContent());
  expect(link).toMatch(/\/receiver#trl_/);
  await button(desk.page, 'Done').click();
  await desk.page.getByText('Link, not opened yet').waitFor();
  expect(await desk.page.content()).not.toContain('trl_');

  const visit = await journey.openDesk();
  const { page } = visit;
  await page.goto(link);
  expect(page.url()).toBe(`${journey.portalUrl}/receiver`);
  await button(page, 'Open the page').click();
  await heading(page, 'What your receiver gets').waitFor();
  await page.getByText(/^Failing since .* 1 failed attempt in a row\. Nothing waits\.$/).waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  // The mail is opened once more, in the tab that is there.
  await page.goto(link);
  await button(page, 'Open the page').click();
  await heading(page, 'This link does not work').waitFor();
  await page.getByText('A page is open in this browser').waitFor();
  expect(page.url()).toBe(`${journey.portalUrl}/receiver`);
  await button(page, 'Show the page that is open in this browser').click();
  await heading(page, 'What your receiver gets').waitFor();
  const row = page.getByRole('row', { name: /Transaction finished/ });
  await row.getByText('HTTP 400').waitFor();
  await page.getByLabel('Transaction id or order number').fill(crypto.randomUUID());
  await page.getByText('Nothing matches these filters').waitFor();
  await page.getByLabel('Transaction id or order number').fill(id);
  await row.getByRole('button').click();
  const opened = page.getByRole('complementary', { name: 'Opened delivery' });
  await opened.getByText('What the receiver answered').click();
  await opened.locator('pre', { hasText: 'no such <b>order</b>' }).waitFor();
  await opened.getByText('Headers of the request').click();
  await opened.getByText(/webhook-signature: v1,/).waitFor();
  await opened.getByText('What was sent').click();
  await opened.getByRole('button', { name: 'Copy the body as it was sent' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe(receiver.deliveries[0]?.body);
  isMended = true;
  await opened.getByRole('button', { name: 'Send again', exact: true }).click();
  await opened.getByText('204, taken').waitFor();
  await row.getByText('Delivered').waitFor();
  await row.getByText('HTTP 204').waitFor();
  expect(receiver.deliveries).toHaveLength(2);
  expect(await page.content()).not.toMatch(/whsec_|tr[ls]_/);

  await desk.page.reload();
  await desk.page.getByText('Session', { exact: true }).waitFor();
  await desk.page.getByRole('button', { name: 'End now', exact: true }).click();
  await desk.page.getByText('No link and no session is open.').waitFor();
  await button(page, 'Send a test event').click();
  await heading(page, 'The session has ended').waitFor();
  expectNoFaults(desk);
  expectNoFaults(visit);

  const late = await journey.openDesk();
  await late.page.goto(link);
  await button(late.page, 'Open the page').click();
  await heading(late.page, 'This link does not work').waitFor();
  await late.page.getByText('on the device and in the browser where it was opened').waitFor();
  await late.page.getByText('Older than 24 hours, or ended').waitFor();
  // The address was copied from the bar, where the code no longer stands.
  await late.page.goto('about:blank');
  await late.page.goto(`${journey.portalUrl}/receiver`);
  await heading(late.page, 'This page opens by a link').waitFor();
  await late.page.getByText('The address alone opens nothing.').waitFor();
  expectNoFaults(late);
  await receiver.close();
});
