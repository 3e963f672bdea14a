import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

const PATIENCE_MS = 60_000;
/** What a person tries is tried again soon, where the screen changed under their finger. */
const STEP_MS = 3_000;

/** Waits until the page shows the screen. */
export const on = (page: Page, screen: string): Promise<void> =>
  page.locator(`[data-screen="${screen}"]`).waitFor({ timeout: PATIENCE_MS });

/** Presses the button of that name. */
export const press = (page: Page, action: string): Promise<void> =>
  page.locator(`[data-action="${action}"]`).click({ timeout: PATIENCE_MS });

/** Chooses the language in the page's list, and waits until the page speaks it. */
export async function speak(page: Pick<Page, 'locator'>, language: string): Promise<void> {
  await page.locator('#language').selectOption(language);
  await page.locator(`html[lang^="${language}"]`).waitFor({ state: 'attached' });
}

const OBJECTIONS = ['unknown-purchase', 'holder-absent'];

/** Opens what is offered beside the selfie and takes one of it; an objection up to the last question. */
export async function choose(page: Page, action: string, timeout = PATIENCE_MS): Promise<void> {
  const choice = page.locator(`[data-action="${action}"]`);
  if (!(await choice.isVisible())) await page.locator('[data-part="choices"] summary').click({ timeout });
  await choice.click({ timeout });
  if (OBJECTIONS.includes(action)) await page.locator('[data-action="end-request"]').click({ timeout });
}

/** The choices that the page offers, by the names of their buttons. */
export const offered = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('.choice-list [data-action]')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-action')));

/** Waits until so many were heard. */
export const until = (heard: readonly unknown[], count: number): Promise<void> =>
  expect.poll(() => heard.length, { timeout: 2 * PATIENCE_MS }).toBeGreaterThanOrEqual(count);

/** The requests of the method to paths that end so, in order. */
export function listen(page: Page, method: string, path: RegExp): Request[] {
  const heard: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) heard.push(request);
  });
  return heard;
}

/** What the page shows of itself: the screen and its phase, or `blank` where a file of it was lost. */
const look = (page: Page): Promise<string> =>
  page
    .evaluate(() => {
      const screen = document.querySelector('[data-screen]');
      const isBusy = document.querySelector('[aria-busy="true"]') !== null;
      const phase = screen?.getAttribute('data-phase');
      const name = `${screen?.getAttribute('data-screen')}${phase ? `/${phase}` : ''}`;
      // The document brings the first screen itself; where its script was lost there is no list of languages.
      const isLost = document.readyState === 'complete' && !document.querySelector('#language');
      if (isLost) return 'blank';
      if (screen) return isBusy ? 'busy' : name;
      return document.readyState === 'complete' ? 'blank' : 'busy';
    })
    .catch(() => 'busy');

/** What a person presses next on a screen; undefined to look on, `end` to stop. */
export type Choose = (
  screen: string,
  page: Page,
) => string | 'end' | undefined | Promise<string | 'end' | undefined>;

/** What a person presses who wants to get it done. */
export const WILLING: Readonly<Record<string, string>> = {
  consent: 'accept',
  'camera/primer': 'start-camera',
  'attempt-failed': 'try-again',
  approved: 'end',
};

async function takeStep(page: Page, next: string): Promise<void> {
  if (next === 'reload') await page.reload({ timeout: PATIENCE_MS }).catch(() => undefined);
  else await choose(page, next, STEP_MS).catch(() => undefined);
}

/** A person who goes on until the end whatever is lost: an error is tried again, and an empty page is loaded anew. */
export async function goOn(
  page: Page,
  link: string,
  next: Choose,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  const open = () =>
    page.goto(link).then(
      () => 'opened',
      // A browser that tries a lost page again by itself opens it as well.
      ({ message }: Error) => (message.includes('is interrupted by another navigation') ? 'opened' : message),
    );
  await expect.poll(open, { timeout: PATIENCE_MS }).toBe('opened');
  const step = async (): Promise<string> => {
    const screen = await look(page);
    if (screen === 'busy') return screen;
    const wanted = { error: 'retry', blank: 'reload' }[screen] ?? (await next(screen, page));
    if (wanted && wanted !== 'end') await takeStep(page, wanted);
    return wanted === 'end' ? 'end' : screen;
  };
  await expect.poll(step, { timeout: patienceMs, interval: 50 }).toBe('end');
}
