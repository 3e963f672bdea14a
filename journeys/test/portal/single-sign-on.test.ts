import { inviteTestMember } from '@titular/test-kit/portal/people.ts';
import { type FakeProvider, startFakeProvider } from '@titular/test-kit/services/fake-identity-provider.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { button, heading } from './open-pages.ts';
import { expectNoFaults, PHONE, type PortalJourney, startPortal } from './portal-fixture.ts';

/** The one other place where a browser goes. */
const VISIT = /^request: http:\/\/127\.0\.0\.1:/;

let provider: FakeProvider;
let journey: PortalJourney;
let person = 0;
beforeAll(async () => {
  provider = await startFakeProvider();
  journey = await startPortal({ env: provider.env });
});
beforeEach(() => {
  person += 1;
  provider.person = { sub: `person-${person}` };
  provider.faults = {};
});
afterAll(async () => {
  await journey?.close();
  await provider?.close();
});

const isAt = (page: Page, path: string): Promise<void> => page.waitForURL(`${journey.portalUrl}${path}`);

/** Opens the own account of somebody and links it. */
async function link() {
  const member = await journey.add('admin');
  const desk = await journey.sitDown(member);
  await desk.page.goto(`${journey.portalUrl}/me`);
  await button(desk.page, 'Link Staff ID').click();
  // Exactly, because the page of the return names it within a sentence.
  await desk.page.getByText(/^Identity provider · /).waitFor();
  return { ...desk, member };
}

describe('single sign-on in the browser', () => {
  test('links the account, and opens it in another browser at the page that was asked for; no address keeps what came back (P38, P39, P41)', async () => {
    const desk = await link();
    await isAt(desk.page, '/me');
    expectNoFaults(desk, VISIT);
    const other = await journey.openDesk();
    const { page } = other;
    const path = `/t/${journey.tenant.tenantId}/team`;
    await page.goto(`${journey.portalUrl}${path}`);
    await button(page, 'Sign in with Staff ID').click();
    await heading(page, 'Team').waitFor();
    await isAt(page, path);
    expect(await page.content()).not.toContain('code=');
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(provider.lastToken());
    const cookies = await other.context.cookies();
    expect(cookies.filter(({ sameSite, httpOnly }) => sameSite !== 'Strict' || !httpOnly)).toEqual([]);
    expectNoFaults(other, VISIT);
  });

  test('confirms an act in a tab of its own, and the act goes on by itself (P35)', async () => {
    const { page, context, member } = await link();
    const { db } = journey.service.service.database;
    await db
      .updateTable('user_sessions')
      .set({ authenticated_at: new Date(Date.now() - 600_000) })
      .where('user_id', '=', member.userId)
      .execute();
    await button(page, 'Make new codes').click();
    const opened = context.waitForEvent('page');
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Make new codes' })
      .click();
    await button(page, 'Confirm with Staff ID').click();
    const tab = await opened;
    await button(tab, 'Go to the identity provider').click();
    await heading(tab, 'Confirmed').waitFor();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  });

  test('leaves for the provider on a press alone, whoever opened the page for it (P35, P41)', async () => {
    const desk = await link();
    const { page } = desk;
    const before = provider.asked.length;
    await page.goto(`${journey.portalUrl}/login/again`);
    await button(page, 'Go to the identity provider').waitFor();
    await page.waitForLoadState('networkidle');
    await isAt(page, '/login/again');
    expect(provider.asked.length).toBe(before);
    expectNoFaults(desk, VISIT);
  });

  test('accepts an invitation on a phone, in Portuguese (P21, P48)', async () => {
    const code = await inviteTestMember(journey.service, journey.tenant.tenantId, { role: 'support' });
    const desk = await journey.openDesk({ locale: 'pt-BR', viewport: PHONE });
    const { page } = desk;
    await page.goto(`${journey.portalUrl}/invite#${code}`);
    await page.locator('[name=username]').fill('Ana Ñandú');
    await button(page, 'Aceitar com Staff ID').click();
    await page.waitForURL(/\/t\//);
    const cookies = await desk.context.cookies();
    expect(cookies.some(({ value }) => value.startsWith('tps_'))).toBe(true);
    expectNoFaults(desk, VISIT);
  });

  test('says in one sentence that a visit proved nothing, and leads to the other ways (P41)', async () => {
    const desk = await journey.openDesk({ locale: 'es-ES' });
    const { page } = desk;
    provider.faults = { claims: { nonce: 'another' } };
    await page.goto(`${journey.portalUrl}/login`);
    await button(page, 'Entrar con Staff ID').click();
    await page.getByText('Esa entrada no probó nada').waitFor();
    await isAt(page, '/login/return');
    await page.getByRole('link', { name: 'Empezar de nuevo' }).click();
    await button(page, 'Entrar con contraseña y código').waitFor();
    expectNoFaults(desk, VISIT);
  });
});
