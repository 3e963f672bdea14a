import { newId } from '@titular/server/kernel/base/id.ts';
import { saveNode } from '@titular/server/nodes/index.ts';
import { addOperator } from '@titular/test-kit/portal/people.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { handsAt } from './hands.ts';
import { button, heading } from './open-pages.ts';
import { expectNoFaults } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';
import { addAuthenticator } from './virtual-passkey.ts';

const portal = usePortal();

test('an operator makes an organization with a company, and whom they invite first manages it from there on (P33, F10)', async () => {
  const { journey } = portal;
  const desk = await journey.sitDown(await addOperator(journey.service));
  const { page } = desk;
  await page.goto(`${journey.portalUrl}/op`);
  await page.getByRole('link', { name: 'Organizations' }).click();
  const name = `Loja ${crypto.randomUUID()}`;
  const dialog = page.getByRole('dialog');
  const confirmation = page.getByRole('alertdialog');
  await button(page, 'New organization').click();
  await button(page, 'Create').click();
  await dialog.getByText('Give it a name.').waitFor();
  await dialog.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByText(`${name} was created.`).waitFor();
  const row = page.getByRole('row', { name });
  const act = async (words: string): Promise<void> => {
    await button(page, `Actions for ${name}`).click();
    await page.getByRole('menuitem', { name: words }).click();
  };
  await act('Add a company');
  await dialog.getByLabel('Name').fill('Loja Online');
  await page.keyboard.press('Enter');
  await row.getByText('Loja Online').waitFor();
  await act('Invite the first admin');
  await confirmation.getByText(/^npx titular users invite --tenant [0-9a-f-]{36} --role admin$/).waitFor();
  await button(page, 'Make the link').click();
  const link = (await page.locator('.modal .secret').textContent()) ?? '';
  expect(link).toMatch(/\/invite#/);
  await button(page, 'Done').click();
  await row.getByText(/^invited, until/).waitFor();

  const other = await journey.openDesk();
  await addAuthenticator(other);
  await other.page.goto(link);
  await other.page.getByLabel('Your name').fill(`Ana ${crypto.randomUUID().slice(0, 8)}`);
  await button(other.page, 'Create the passkey').click();
  await heading(other.page, 'Your recovery codes').waitFor();
  await other.page.getByText('I have kept the codes in a safe place').click();
  await button(other.page, 'Go to the portal').click();
  await other.page.getByText(name).first().waitFor();

  await page.reload();
  await row.getByText('1 admin').waitFor();
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem').first().waitFor();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Add a company', 'Switch off']);
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await confirmation.getByRole('button', { name: 'Switch off' }).click();
  await row.getByText('off', { exact: true }).waitFor();
  expectNoFaults(desk);
  expectNoFaults(other);
});

/** A process that worked until some minutes ago, with a job that has waited since. */
async function addHungProcess(name: string): Promise<void> {
  const { db } = portal.journey.service.service.database;
  const nodeId = newId();
  await saveNode(db, {
    ...{ nodeId, name, version: '0.1.0', engineVersion: undefined, otherEngineVersion: undefined },
    ...{ masterKeyIds: [], skewSeconds: 0, answersCalls: false, settings: {}, causes: [] },
    ...{ workNames: [], lagMs: 12 },
  });
  await sql`
    UPDATE nodes SET seen_at = clock_timestamp() - interval '7 minutes' WHERE node_id = ${nodeId}`.execute(
    db,
  );
  await sql`
    SELECT graphile_worker.add_job('nobody-does-this', '{}', run_at => now() - interval '400 seconds')`.execute(
    db,
  );
}

test('10: tells with no click which process hangs, since when, and what waits (P18, P48)', async () => {
  const { journey } = portal;
  const name = `worker-${crypto.randomUUID().slice(0, 8)}`;
  await addHungProcess(name);
  const desk = await journey.sitDown(await addOperator(journey.service));
  const { page } = desk;
  await page.goto(`${journey.portalUrl}/op`);
  const hands = handsAt(page);
  const row = page.getByRole('row', { name });
  await row.getByText('silent').waitFor({ timeout: 10_000 });
  await row.getByText('7 minutes ago').waitFor();
  const others = page.getByRole('row').filter({ hasText: 'ready' });
  expect(await others.count()).toBeGreaterThan(0);
  const fact = (words: string) => page.locator('.deployment-fact').filter({ hasText: words }).locator('dd');
  expect(await fact('Jobs that are due').textContent()).toMatch(/^[1-9]\d* jobs?$/);
  const [, minutes] = /^(\d+) minutes/.exec((await fact('Oldest job due for').textContent()) ?? '') ?? [];
  expect(Number(minutes)).toBeGreaterThanOrEqual(6);
  expect([hands.keys, hands.clicks]).toEqual([0, 0]);
  expectNoFaults(desk);
});

test('an operator finds a setting by its name, and sees where its value is from but no secret', async () => {
  const { journey } = portal;
  const desk = await journey.sitDown(await addOperator(journey.service));
  const { page } = desk;
  await page.goto(`${journey.portalUrl}/op/configuration`);
  await page.getByLabel('Find a setting').fill('database url');
  const row = page.getByRole('row', { name: /^DATABASE_URL/ });
  await row.getByText('set, not shown').waitFor();
  expect(await page.content()).not.toContain('postgresql://');
  await page.getByLabel('Find a setting').fill('EUCLIDEAN distance');
  await page.getByRole('row', { name: /^TITULAR_MATCH_THRESHOLD/ }).waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  await page.getByLabel('Find a setting').fill('nothing like it');
  await page.getByText('No setting has this in its name').waitFor();
  expectNoFaults(desk);
});

test('an admin of a tenant finds none of these pages (P32)', async () => {
  const { journey } = portal;
  const desk = await journey.sitDown(await journey.add('admin'));
  for (const path of ['/op', '/op/tenants', '/op/keys', '/op/configuration']) {
    await desk.page.goto(journey.portalUrl + path);
    await desk.page.locator('main a.link').first().waitFor();
    expect(await desk.page.getByRole('table').count(), path).toBe(0);
  }
  expectNoFaults(desk);
});
