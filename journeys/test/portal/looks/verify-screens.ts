import { fetchToken } from '@titular/test-kit';
import type { Page } from 'playwright-core';
import { NAUGHTY } from './naughty-strings.ts';
import { at, type Screen } from './screen.ts';
import type { World } from './world.ts';

const VERIFY = { seat: 'nobody', path: () => '/verify', pictures: 'none' } as const;

/** The receipt of an approved order, as the merchant gets it; of the tenant whose calls no later screen shows. */
async function readReceipt({ journey, naughty, ids }: World): Promise<string> {
  const headers = { authorization: `Bearer ${await fetchToken(journey.service, naughty)}` };
  const path = `/api/public/v1/walletid/transactions/${ids.get(`transaction ${NAUGHTY.markup}`)}/receipt`;
  const answer = await fetch(journey.service.url + path, { headers });
  return ((await answer.json()) as { receipt: string }).receipt;
}

async function paste(page: Page, text: string): Promise<void> {
  await page.locator('textarea').fill(text);
  await page.locator('button[type=submit]').click();
}

/** The page on which anybody verifies a receipt. */
export const verifyScreens: readonly Screen[] = [
  { ...VERIFY, name: 'verify', shows: at('.verify-drop') },
  {
    ...VERIFY,
    name: 'verify-genuine',
    async reach(page, world) {
      await paste(page, await readReceipt(world));
      await page.locator('summary').click();
    },
    shows: at('.verify-all'),
  },
  {
    ...VERIFY,
    name: 'verify-changed',
    reach: async (page, world) => paste(page, (await readReceipt(world)).slice(0, -9)),
    shows: at('.verify-bad'),
  },
];
