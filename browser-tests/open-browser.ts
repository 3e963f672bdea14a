import type { BrowserPage, LaunchOptions } from './browser.ts';
import type { BrowserName } from './browsers.ts';
import { openFirefox } from './open-firefox.ts';
import { openWebkit } from './open-webkit.ts';

const USUAL: LaunchOptions = { camera: 'granted', language: 'en', scheme: 'light' };

/** Starts a browser with a profile of its own. */
const openBrowser = (name: BrowserName, options: Partial<LaunchOptions> = {}): Promise<BrowserPage> =>
  ({ firefox: openFirefox, webkit: openWebkit })[name]({ ...USUAL, ...options });

/** Starts a browser for as long as `use` takes. */
export async function withBrowser(
  name: BrowserName,
  options: Partial<LaunchOptions>,
  use: (page: BrowserPage) => Promise<void>,
): Promise<void> {
  const page = await openBrowser(name, options);
  try {
    await use(page);
  } finally {
    await page.close();
  }
}
