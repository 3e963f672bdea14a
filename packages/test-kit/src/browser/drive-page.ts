import type { Frame, Page } from 'playwright-core';

/** Screens at which a drive ends. */
const LAST_SCREENS = [
  'approved',
  'not-approved',
  'ended',
  'link-invalid',
  'link-used',
  'link-expired',
  'time-up',
  'no-cookies',
  'camera-problem',
  'error',
] as const;

/** Where a drive ended; `unfinished` when its time was up before. */
export type DriveEnd = (typeof LAST_SCREENS)[number] | 'unfinished';

/** What the page shows: the screen, and at the camera the step and the pose now asked for. */
export type Shown = { screen: string; phase: string; step: string; pose: string };

/** What a person would press on each screen to go on. */
const NEXT_BUTTON: Readonly<Record<string, string>> = {
  consent: 'accept',
  'camera/primer': 'start-camera',
  'attempt-failed': 'try-again',
};

const LOOK_EVERY_MS = 100;
const DEFAULT_TIMEOUT_MS = 180_000;

/** Where a page is shown: in a tab of its own, or in a frame of another page. */
type View = Page | Frame;

/** Reads what the page shows now, from the marks its screens carry. */
export const readShown = (page: View): Promise<Shown | undefined> =>
  page
    .evaluate(() => {
      const screen = document.querySelector('[data-screen]');
      const mark = (name: string): string => screen?.getAttribute(`data-${name}`) ?? '';
      return screen
        ? { screen: mark('screen'), phase: mark('phase'), step: mark('step'), pose: mark('pose') }
        : undefined;
    })
    .catch(() => undefined);

async function pressNext(page: View, shown: Shown): Promise<void> {
  const action = NEXT_BUTTON[shown.phase ? `${shown.screen}/${shown.phase}` : shown.screen];
  if (!action) return;
  const button = page.locator(`[data-screen="${shown.screen}"] [data-action="${action}"]`);
  await button.click({ timeout: LOOK_EVERY_MS * 20 }).catch(() => undefined);
}

/** Opens a link and does what a willing person would: agrees, opens the camera, tries again; tells each screen that it sees, and ends at a last one. */
export async function drivePage(
  page: Page,
  link: string,
  onShown: (shown: Shown) => void | Promise<void> = () => undefined,
  timeoutMs: number = DEFAULT_TIMEOUT_MS,
): Promise<DriveEnd> {
  await page.goto(link);
  return driveView(page, onShown, timeoutMs);
}

/** The same for a page that is open already, in a tab or in a frame. */
export async function driveView(
  page: View,
  onShown: (shown: Shown) => void | Promise<void> = () => undefined,
  timeoutMs: number = DEFAULT_TIMEOUT_MS,
): Promise<DriveEnd> {
  const deadline = performance.now() + timeoutMs;
  let before = '';
  while (performance.now() < deadline) {
    const shown = await readShown(page);
    if (shown) {
      const now = Object.values(shown).join('/');
      if (now !== before) await onShown(shown);
      before = now;
      const last = LAST_SCREENS.find((screen) => screen === shown.screen);
      if (last) return last;
      await pressNext(page, shown);
    }
    await page.waitForTimeout(LOOK_EVERY_MS);
  }
  return 'unfinished';
}
