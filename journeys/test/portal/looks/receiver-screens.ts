import { makeReceiverLink } from '@titular/server/receivers/index.ts';
import { operatorOf } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import type { Page } from 'playwright-core';
import { at, button, type Screen } from './screen.ts';
import type { World } from './world.ts';

const RECEIVER = { seat: 'nobody', path: () => '/receiver' } as const;

/** Opens a link of its own, which ends the session of the one before. */
async function openLink(page: Page, { journey, clock, ids }: World): Promise<void> {
  const operator = { ...operatorOf(journey.service), clock };
  const name = { tenantId: journey.tenant.tenantId, endpointId: asId(ids.get('endpoint') ?? '') };
  const { code } = await makeReceiverLink(operator, name);
  // An address that differs in its fragment alone would not be opened anew.
  await page.goto('about:blank');
  await page.goto(`${journey.portalUrl}/receiver#${code}`);
  await button(page, 'Open the page').click();
  await page.locator('.row-button').first().waitFor();
}

/** The page of a receiver, for whoever runs it and has no account. */
export const receiverScreens: readonly Screen[] = [
  { ...RECEIVER, name: 'receiver-link', path: () => '/receiver#trl_x', shows: at('.door-card button') },
  { ...RECEIVER, name: 'receiver', reach: openLink, shows: at('.row-table tbody th') },
  {
    ...RECEIVER,
    name: 'receiver-delivery',
    async reach(page, world) {
      await openLink(page, world);
      await page.locator('.row-button').first().click();
      await page.getByText('Headers of the request').first().click();
    },
    shows: at('.opened-part .code'),
    // The signature differs from run to run.
    pictures: 'none',
  },
];
