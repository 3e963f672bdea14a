import { expect } from 'vitest';
import type { BrowserPage } from './browser.ts';

/** What the page shows: the screen, and where there are some its phase, its problem, its state, the pose and the title. */
export type Shown = Record<'screen' | 'phase' | 'problem' | 'state' | 'pose' | 'title', string>;

/** Reads what the page shows now, from the marks of its screens. */
export const readShown = (page: BrowserPage): Promise<Shown> =>
  page.run(() => {
    const screen = document.querySelector('[data-screen]');
    const mark = (name: string): string => screen?.getAttribute(`data-${name}`) ?? '';
    const title = document.querySelector('h1')?.textContent ?? '';
    return {
      ...{ screen: mark('screen'), phase: mark('phase'), problem: mark('problem') },
      ...{ state: mark('state'), pose: mark('pose'), title },
    };
  });

/** Waits until the page shows a screen with these marks. */
export const on = (page: BrowserPage, marks: Partial<Shown>): Promise<void> =>
  expect.poll(() => readShown(page)).toMatchObject(marks) as Promise<void>;

/** Presses the button of an action once it is there. */
export async function press(page: BrowserPage, action: string): Promise<void> {
  const selector = `[data-action="${action}"]`;
  const isThere = (): Promise<boolean> =>
    page.run((target) => document.querySelector(target)?.checkVisibility() ?? false, selector);
  await expect.poll(isThere, { message: action }).toBe(true);
  await page.press(selector);
}

/** Opens what is offered beside the selfie and takes one of it. */
export async function choose(page: BrowserPage, action: string): Promise<void> {
  const isOpen = await page.run(
    (target) => document.querySelector(target)?.checkVisibility() ?? false,
    `[data-action="${action}"]`,
  );
  if (!isOpen) await page.press('[data-part="choices"] summary');
  await press(page, action);
}

/** Switches the page's language by its own list. */
export const speak = (page: BrowserPage, language: string): Promise<void> =>
  page.run((target) => {
    const list = document.querySelector<HTMLSelectElement>('#language');
    if (!list) throw new Error('the page has no list of languages');
    list.value = target;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  }, language);
