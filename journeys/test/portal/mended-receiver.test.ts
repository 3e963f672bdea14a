import { expect, test } from 'vitest';
import { button, heading, homeOf } from './open-pages.ts';
import { expectNoFaults } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';

const portal = usePortal();

/** A receiver that refuses everything until it is mended; each delivery is tried once. */
async function listenBroken() {
  let isMended = false;
  const answer = () => (isMended ? { status: 204 } : { status: 400, body: 'no such <b>order</b>' });
  const receiver = await portal.merchant.listen({ answer }, 1);
  const mend = (): void => {
    isMended = true;
  };
  return { receiver, mend };
}

test('a failed delivery is found with its answer, and shows delivered in the same list once the receiver is mended and it is sent again (P8, P38)', async () => {
  const { journey, merchant } = portal;
  const { receiver, mend } = await listenBroken();
  const { id } = await merchant.create({ orderNumber: 'canary-9753' });
  await merchant.step(id, 'cancel');
  const desk = await journey.sitDown(await journey.add('developer'));
  const { page } = desk;
  const told: string[] = [];
  page.on('request', (request) => told.push(request.url()));
  page.on('framenavigated', (frame) => told.push(frame.url()));
  await page.goto(`${homeOf(journey)}/developers/endpoints`);
  await page.getByRole('link', { name: receiver.url }).click();
  await heading(page, 'Webhook endpoint').waitFor();
  const row = page.getByRole('row', { name: /Transaction finished/ });
  await row.getByText('Failed').waitFor();
  await page.getByLabel('State').selectOption('failed');
  await row.getByRole('link').click();
  const opened = page.getByRole('complementary', { name: 'Opened delivery' });
  await opened.getByText('400, the receiver refuses it').waitFor();
  await opened.getByText('Headers of the request').click();
  await opened.getByText('webhook-signature: (not kept)').waitFor();
  await opened.getByText('What the receiver answered').click();
  await opened.locator('pre', { hasText: 'no such <b>order</b>' }).waitFor();
  mend();
  await opened.getByRole('button', { name: 'Send again', exact: true }).click();
  await opened.getByText('204, taken').waitFor();
  await row.getByText('Delivered').waitFor();
  expect(await page.locator('.row-table b, .opened-part b').count()).toBe(0);
  expect(told.filter((address) => address.includes('9753'))).toEqual([]);
  await receiver.close();
  expectNoFaults(desk);
});

test('what failed since a time is counted, and sent again only after that (P8)', async () => {
  const { journey, merchant } = portal;
  const { receiver, mend } = await listenBroken();
  for (const _ of [1, 2]) {
    const { id } = await merchant.create();
    await merchant.step(id, 'cancel');
  }
  const desk = await journey.sitDown(await journey.add('admin'));
  const { page } = desk;
  await page.goto(`${homeOf(journey)}/developers/endpoints`);
  await page.getByRole('link', { name: receiver.url }).click();
  await expect.poll(() => page.getByRole('row').getByText('Failed', { exact: true }).count()).toBe(2);
  await button(page, 'Refresh').click();
  await button(page, 'Send failed ones again').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('2 deliveries failed since then.').waitFor();
  expect(receiver.deliveries).toHaveLength(2);
  mend();
  await dialog.getByRole('button', { name: 'Send again', exact: true }).click();
  await page.getByText('2 deliveries are on their way again.').waitFor();
  await expect.poll(() => page.getByRole('row').getByText('Delivered', { exact: true }).count()).toBe(2);
  await receiver.close();
  expectNoFaults(desk);
});
