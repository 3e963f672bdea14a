import type { Page } from 'playwright-core';
import { at, inTenant, type Screen } from './screen.ts';

const LOG = { seat: 'admin', path: inTenant('/audit'), pictures: 'none' } as const;
const WHOLE = { seat: 'operator', path: () => '/op/audit', pictures: 'none' } as const;
const entry = at('.audit-entry');

/** Verifies the log that is shown; with an anchor, where one is given. */
const verify =
  (anchor = '') =>
  async (page: Page): Promise<void> => {
    await entry(page).waitFor();
    await page.getByRole('button', { name: 'Verify the log' }).click();
    await page.locator('.input-code').fill(anchor);
    await page.locator('form .button-primary').click();
    await at('.audit-verdict')(page).waitFor();
  };
const UNKNOWN = 'ab'.repeat(32);

/** The audit log of a tenant and of the deployment: listed, narrowed, empty, verified, and not as it was written. */
export const auditScreens: readonly Screen[] = [
  { ...LOG, name: 'audit', shows: entry },
  { ...LOG, name: 'audit-own', seat: 'reviewer', shows: at('.list-foot') },
  {
    ...LOG,
    name: 'audit-wrong-subject',
    async reach(page) {
      await page.locator('.audit-subject input').fill('A-1002');
      await page.keyboard.press('Enter');
    },
    shows: at('.field-error'),
  },
  { ...LOG, name: 'audit-none', path: inTenant('/audit?action=no.such'), shows: at('.empty') },
  { ...LOG, name: 'audit-verified', reach: verify(), shows: at('.shown-link .qr[role=img]') },
  { ...LOG, name: 'audit-cut-off', reach: verify(UNKNOWN), shows: at('.audit-bad') },
  { ...WHOLE, name: 'audit-whole', shows: entry },
  { ...WHOLE, name: 'audit-whole-verified', reach: verify(), shows: at('.shown-link .qr[role=img]') },
  { ...WHOLE, name: 'audit-whole-cut-off', reach: verify(UNKNOWN), shows: at('.audit-bad') },
];
