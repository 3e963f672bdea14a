import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTransaction, type Journey, openPhone, startJourney } from './fixture.ts';
import { on } from './page-steps.ts';

const JOURNEY_MS = 120_000;

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({});
});
afterAll(() => journey.close());

test(
  'a tab that is loaded again, or gone back to, shows its own request, whatever was opened beside it (R58)',
  async () => {
    const browser = await openBrowser({ kind: 'denied' });
    try {
      const { page: first } = await openPhone(browser);
      const orders = [
        await createTransaction(journey, undefined, undefined, { orderNumber: 'first-order' }),
        await createTransaction(journey, undefined, undefined, { orderNumber: 'second-order' }),
      ] as const;
      await first.goto(orders[0].link);
      await on(first, 'consent');
      const second = await first.context().newPage();
      await second.goto(orders[1].link);
      await on(second, 'consent');
      const orderOn = async (page: typeof first): Promise<string> => {
        await on(page, 'consent');
        return (await page.locator('main').textContent()) ?? '';
      };
      await first.reload();
      expect(await orderOn(first)).toContain('first-order');
      await first.goto('about:blank');
      await first.goBack();
      expect(await orderOn(first)).toContain('first-order');
      await second.reload();
      expect(await orderOn(second)).toContain('second-order');
      expect(new URL(first.url()).pathname).toBe('/capture/');
    } finally {
      await browser.close();
    }
  },
  JOURNEY_MS,
);
