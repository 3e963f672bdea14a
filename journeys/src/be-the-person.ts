import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type DriveEnd, drivePage, type Shown } from '@titular/test-kit/browser/drive-page.ts';
import { type Camera, launchBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import type { Page } from 'playwright-core';

const PHONE = { width: 390, height: 844 };

const POSES: Readonly<Record<string, string>> = {
  front: 'look straight ahead',
  left: 'turn the head to the left',
  right: 'turn the head to the right',
  up: 'lift the chin',
  down: 'lower the chin',
  mouth: 'open the mouth wide',
  nearer: 'come nearer',
  farther: 'move away',
};

const describe = ({ screen, pose }: Shown): string => (POSES[pose] ? `${screen}: ${POSES[pose]}` : screen);

/** Ends of the page after which the transaction comes to its own end. */
const GOOD_ENDS: readonly DriveEnd[] = ['approved', 'not-approved', 'ended'];

/** What the page says at its end, by its heading. */
async function readHeading(page: Page, end: DriveEnd): Promise<string> {
  const heading = await page
    .locator('[data-screen] h1')
    .first()
    .innerText()
    .catch(() => '');
  return heading === '' ? end : `${heading} (${end})`;
}

/** Opens the link in a headless browser with this camera, and tells each screen that it sees; the answer is what the page stopped at, if it went no further. */
export async function beThePerson(
  link: string,
  camera: Camera,
  screenshots: string | undefined,
  onScreen: (words: string) => void,
): Promise<string | undefined> {
  const browser = await launchBrowser(camera);
  try {
    const page = await browser.newPage({ viewport: PHONE, locale: 'en-US' });
    if (screenshots) await mkdir(screenshots, { recursive: true });
    let count = 0;
    const end = await drivePage(page, link, async (shown) => {
      onScreen(describe(shown));
      count += 1;
      const name = `${String(count).padStart(2, '0')}-${shown.screen}.png`;
      if (screenshots) await page.screenshot({ path: join(screenshots, name), animations: 'disabled' });
    });
    return GOOD_ENDS.includes(end) ? undefined : await readHeading(page, end);
  } finally {
    await browser.close();
  }
}
