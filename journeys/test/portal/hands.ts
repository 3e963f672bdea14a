import type { Locator, Page } from 'playwright-core';

/** What a person does at a page, counted: keys pressed and places clicked. Text that is pasted or typed into a field counts as neither, and waits for the field. */
export type Hands = {
  keys: number;
  clicks: number;
  press(key: string): Promise<void>;
  paste(text: string): Promise<void>;
  click(place: Locator): Promise<void>;
};

/** Hands at a page, which have done nothing yet. */
export function handsAt(page: Page): Hands {
  const hands: Hands = {
    keys: 0,
    clicks: 0,
    async press(key) {
      hands.keys += 1;
      await page.keyboard.press(key);
    },
    async paste(text) {
      await page.waitForFunction(() => document.activeElement?.matches('input, textarea'));
      await page.keyboard.insertText(text);
    },
    async click(place) {
      hands.clicks += 1;
      await place.click();
    },
  };
  return hands;
}
