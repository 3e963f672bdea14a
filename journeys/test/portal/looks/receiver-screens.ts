import { endReceivers, makeReceiverLink } from '@titular/server/receivers/index.ts';
import { operatorOf } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import type { Page } from 'playwright-core';
import { at, button, inEveryLanguage, type Screen } from './screen.ts';
import type { World } from './world.ts';

const RECEIVER = { seat: 'nobody', path: () => '/receiver' } as const;

/** The endpoint of the world, and who makes and ends links to it. */
const endpointOf = ({ journey, clock, ids }: World) => ({
  operator: { ...operatorOf(journey.service), clock },
  name: { tenantId: journey.tenant.tenantId, endpointId: asId(ids.get('endpoint') ?? '') },
});

/** Opens a link of its own. */
async function openLink(page: Page, world: World): Promise<void> {
  const { operator, name } = endpointOf(world);
  const { code } = await makeReceiverLink(operator, name);
  // An address that differs in its fragment alone would not be opened anew.
  await page.goto('about:blank');
  await page.goto(`${world.journey.portalUrl}/receiver#${code}`);
  await button(page, 'Open the page').click();
  await page.locator('.row-button').first().waitFor();
}

/** Ends the session, which the page of the endpoint would list. */
async function endSession(_page: Page, world: World): Promise<void> {
  const { operator, name } = endpointOf(world);
  await endReceivers(operator, name);
}

/** The page of a receiver, for whoever runs it and has no account. */
export const receiverScreens: readonly Screen[] = [
  { ...RECEIVER, name: 'receiver-link', path: () => '/receiver#trl_x', shows: at('.door-card button') },
  {
    ...RECEIVER,
    name: 'receiver',
    ...inEveryLanguage,
    reach: openLink,
    shows: at('.row-table tbody th'),
    leave: endSession,
  },
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
    leave: endSession,
  },
];
