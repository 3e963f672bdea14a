import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createTransaction, type Journey, startJourney } from './fixture.ts';
import { on } from './page-steps.ts';

/** A desktop's window. */
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, locale: 'en-US' };

/** A service, and a desktop without a camera. */
export type DesktopFixture = {
  journey: Journey;
  browser: Browser;
  /** Opens a link in a browser of its own. */
  open(link: string, options?: BrowserContextOptions): Promise<Page>;
  /** Creates a transaction and opens its page up to the consent. */
  begin(options?: BrowserContextOptions): Promise<{ id: string; page: Page }>;
  close(): Promise<void>;
};

/** Starts both. */
export async function openDesktop(): Promise<DesktopFixture> {
  const journey = await startJourney({ TITULAR_CHALLENGE_STEP_SECONDS: '20' });
  const browser = await openBrowser({ kind: 'none' });
  const open = async (link: string, options = DESKTOP): Promise<Page> => {
    const page = await (await browser.newContext(options)).newPage();
    await page.goto(link);
    return page;
  };
  const begin = async (options?: BrowserContextOptions): Promise<{ id: string; page: Page }> => {
    const { id, link } = await createTransaction(journey);
    const page = await open(link, options);
    await on(page, 'consent');
    return { id, page };
  };
  const close = async (): Promise<void> => {
    await browser.close();
    await journey.close();
  };
  return { journey, browser, open, begin, close };
}
