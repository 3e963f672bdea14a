import { addOperator } from '@titular/test-kit/portal/people.ts';
import { expect, test } from 'vitest';
import { beBusyOnce, button, heading } from './open-pages.ts';
import { expectNoFaults } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';

const portal = usePortal();
const REASON = 'Ticket 4711: webhooks are late';

test('an operator enters a tenant with a reason and reads it, its admin sees who, why and what, and puts an end to it (P46)', async () => {
  const { journey, merchant } = portal;
  const { tenantId } = journey.tenant;
  await merchant.create({ orderNumber: 'A-4711' });
  const operator = await addOperator(journey.service);
  const desk = await journey.sitDown(operator, { expectedStatuses: [404] });
  const { page } = desk;
  await page.goto(`${journey.portalUrl}/op/tenants/${tenantId}`);
  await page.getByText('rate-per-second').waitFor();
  await button(page, 'Enter').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await dialog.getByText('Write why you enter.').waitFor();
  await dialog.getByLabel('Reason').fill(REASON);
  await page.keyboard.press('Enter');
  const bar = page.getByRole('complementary', { name: 'You are in an organization as operator' });
  await bar.getByText(/Until .+, reading alone/).waitFor();
  await page.getByRole('link', { name: 'Transactions', exact: true }).click();
  await page.getByText('A-4711').first().click();
  await page.getByText('A-4711').first().waitFor();
  expect(await page.getByRole('link', { name: 'Team' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Show' }).count()).toBe(0);
  await page.goto(`${journey.portalUrl}/op`);
  await bar.waitFor();

  const admin = await journey.add('admin');
  const other = await journey.sitDown(admin);
  await other.page.goto(`${journey.portalUrl}/t/${tenantId}/overview`);
  await other.page
    .getByText(`${operator.name}, an operator of the deployment, is in this organization`)
    .waitFor();
  await other.page.getByRole('link', { name: 'What they viewed' }).click();
  const row = other.page.getByRole('row', { name: operator.name });
  await row.getByText(REASON).waitFor();
  await row.getByText('in now').waitFor();
  await row.getByRole('link', { name: /views? of transactions/ }).click();
  await heading(other.page, 'Audit log').waitFor();
  await other.page.getByText(REASON).first().waitFor();
  await other.page.goBack();
  await button(other.page, `End the stay of ${operator.name}`).click();
  const confirmation = other.page.getByRole('alertdialog');
  await confirmation.getByText(/^npx titular stays end [0-9a-f-]{36}$/).waitFor();
  await confirmation.getByRole('button', { name: 'End' }).click();
  await other.page.getByText(`The stay of ${operator.name} has ended.`).waitFor();
  // Above every page too, and not only when the page asks again by itself.
  await other.page.getByText('is in this organization').waitFor({ state: 'detached', timeout: 10_000 });

  await page.goto(`${journey.portalUrl}/t/${tenantId}/transactions`);
  await page.getByText('There is no page at this address, or you may not see it.').waitFor();
  expect(await bar.count()).toBe(0);
  expectNoFaults(desk);
  expectNoFaults(other);
});

test('an operator whose page cannot ask at once where they are now is led in a little later (P46, P57)', async () => {
  const { journey } = portal;
  const desk = await journey.sitDown(await addOperator(journey.service), { expectedStatuses: [429] });
  const { page } = desk;
  await page.goto(`${journey.portalUrl}/op/tenants/${journey.tenant.tenantId}`);
  await button(page, 'Enter').click();
  await page.getByRole('dialog').getByLabel('Reason').fill(REASON);
  const wasAsked = await beBusyOnce(page);
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'You are in an organization as operator' }).waitFor();
  expect(wasAsked()).toBe(true);
  expectNoFaults(desk);
});

test('an operator leaves when they like, and the page keeps nothing of the tenant (P29, P46)', async () => {
  const { journey } = portal;
  const { tenantId } = journey.tenant;
  const desk = await journey.sitDown(await addOperator(journey.service));
  const { page } = desk;
  await page.goto(`${journey.portalUrl}/op/tenants/${tenantId}`);
  await button(page, 'Enter').click();
  await page.getByRole('dialog').getByLabel('Reason').fill(REASON);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await heading(page, 'Settings').waitFor();
  await button(page, 'Leave').click();
  await page.getByText(/^You left /).waitFor();
  await button(page, 'Enter').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/op/tenants/${tenantId}`);
  expect(await page.getByRole('link', { name: 'Transactions', exact: true }).count()).toBe(0);
  expectNoFaults(desk);
});

test('an operator finds another by name and locks them, who is out by the next click (P30)', async () => {
  const { journey } = portal;
  const member = await addOperator(journey.service);
  const desk = await journey.sitDown(await addOperator(journey.service));
  const { page } = desk;
  await page.goto(`${journey.portalUrl}/op/users`);
  await page.getByLabel('Find by name').fill(member.name);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: member.name });
  await row.getByRole('listitem').filter({ hasText: 'Operator' }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await button(page, `Actions for ${member.name}`).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock' }).click();
  await page.getByText(`${member.name} is locked.`).waitFor();
  await row.getByText('locked').waitFor();
  const reply = await member.browser.send('readOwnAccount', {});
  expect(reply.status).toBe(403);
  await page.getByRole('link', { name: 'Queues' }).click();
  await heading(page, 'Queues').waitFor();
  await page.getByText('No webhook is overdue.').waitFor();
  expectNoFaults(desk);
});
