import { insertAuditEntry } from '@titular/server/audit/audit-store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { button, heading, homeOf } from './open-pages.ts';
import { expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

let journey: PortalJourney;
beforeAll(async () => {
  journey = await startPortal();
}, 360_000);
afterAll(() => journey?.close());

test('a member whom another admin changed meanwhile keeps that, and the page shows it (P10, P30)', async () => {
  const [admin, other, maria] = [
    await journey.add('admin'),
    await journey.add('admin'),
    await journey.add('admin'),
  ];
  const desk = await journey.sitDown(admin, { expectedStatuses: [400] });
  const { page } = desk;
  await page.goto(`${homeOf(journey)}/team`);
  await heading(page, 'Team').waitFor();
  const row = page.getByRole('row', { name: maria.name });
  await row.getByText('Admin', { exact: true }).waitFor();
  await other.browser.call('changeMember', {
    params: { tenant_id: journey.tenant.tenantId, user_id: maria.userId },
    body: { role: 'viewer', companies: 'all', isActive: true },
  });
  await button(page, `Actions for ${maria.name}`).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await dialog.getByText('Something was changed meanwhile').waitFor();
  await page.keyboard.press('Escape');
  await row.getByText('Viewer', { exact: true }).waitFor();
  expect(await row.getByText('disabled', { exact: false }).count()).toBe(0);
  expectNoFaults(desk);
});

test('an admin sees who views pictures, and what they viewed (P37)', async () => {
  const { tenantId } = journey.tenant;
  const rita = await journey.add('reviewer');
  const id = crypto.randomUUID();
  const { db } = journey.service.service.database;
  await insertAuditEntry(
    db,
    { clock: journey.service.clock, actor: `user:${rita.userId}` },
    {
      tenantId,
      action: 'captures.look',
      subject: `transaction/${id}`,
      after: { reason: 'Chargeback 4711' },
    },
  );
  const desk = await journey.sitDown(await journey.add('admin'));
  const { page } = desk;
  await page.goto(`${homeOf(journey)}/team`);
  await button(page, `Actions for ${rita.name}`).click();
  await page.getByRole('menuitem', { name: 'Pictures they viewed' }).click();
  await heading(page, 'Audit log').waitFor();
  await page.getByText('Chargeback 4711').waitFor();
  expect(await page.locator('.audit-entry').count()).toBe(1);
  expect(await page.getByLabel('Who', { exact: true }).inputValue()).toBe(`user:${rita.userId}`);
  expectNoFaults(desk);
});

test('a link that is being made is shown, whatever is pressed meanwhile (P43)', async () => {
  const lea = await journey.add('support');
  const desk = await journey.sitDown(await journey.add('admin'));
  const { page } = desk;
  await page.goto(`${homeOf(journey)}/team`);
  for (const [open, act] of [
    [
      async () => {
        await button(page, `Actions for ${lea.name}`).click();
        await page.getByRole('menuitem', { name: 'Reset access' }).click();
      },
      'Reset access',
    ],
    [() => button(page, 'Invite').click(), 'Make the link'],
  ] as const) {
    const [sent, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/\/(?:reset|invitations)$/, async (route) => {
      sent.resolve();
      await held.promise;
      await route.continue();
    });
    await open();
    const dialog = page.locator('.modal');
    await dialog.getByRole('button', { name: act }).click();
    await sent.promise;
    await page.keyboard.press('Escape');
    held.resolve();
    await page.getByRole('dialog', { name: 'Send them this link' }).waitFor();
    await page.unroute(/\/(?:reset|invitations)$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
  }
  expectNoFaults(desk);
});
