import { CARD_BRAND_NAMES, CONSENT_VERSION } from '@titular/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookAt, openViewer, type Viewer } from './open-viewer.ts';
import { viewWith } from './screen-state.ts';
import { looks, type ScreenState } from './screen-states.ts';

/** The narrowest phone that the page is made for, standing. */
const NARROW = { width: 320, height: 568 };

const KINDS: Readonly<Record<string, string>> = {
  pt: 'Mastercard · crédito',
  en: 'Mastercard · credit',
  es: 'Mastercard · crédito',
  fr: 'Mastercard · crédit',
};

let viewer: Viewer;
let plain: ScreenState;
beforeAll(async () => {
  viewer = await openViewer();
  const found = looks.find(({ name }) => name === 'consent');
  if (!found) throw new Error('there is no look of the consent');
  plain = found;
});
afterAll(() => viewer.close());

/** Where everything of the request stands on a narrow phone, by language. */
async function boxesOf(state: ScreenState): Promise<Record<string, unknown>> {
  const boxes: Record<string, unknown> = {};
  await lookAt(viewer, state, async (page, language) => {
    await page.setViewportSize(NARROW);
    const selector = '.request, .request > dl > .detail, .detail-card, .points';
    const visible = page.locator(selector).filter({ visible: true });
    boxes[language] = await visible.evaluateAll((all) =>
      all.map((one) => {
        // As laid out, below the request's upper edge: the screen may still be sliding in under a heading that becomes smaller.
        const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = one as HTMLElement;
        return [offsetLeft, offsetTop - (all[0] as HTMLElement).offsetTop, offsetWidth, offsetHeight].join(
          ' ',
        );
      }),
    );
  });
  return boxes;
}

const branded = (cardBrand: string): ScreenState => ({
  ...plain,
  wire: { ...plain.wire, session: viewWith(CONSENT_VERSION, { cardBrand, cardKind: 'credit' }) },
});

test('the brand of the card moves nothing on a phone of 320 pixels, whatever the brand and the language (D8)', async () => {
  const before = await boxesOf(plain);
  const longest = Object.values(CARD_BRAND_NAMES).sort((one, other) => other.length - one.length)[0] ?? '';
  for (const brand of new Set([longest, 'Mastercard', 'JCB']))
    expect(await boxesOf(branded(brand))).toEqual(before);
});

test('the brand stands beside the number, and its kind among the details, in every language', async () => {
  await lookAt(viewer, branded('Mastercard'), async (page, language) => {
    const row = page.locator('.request > dl > .detail', { has: page.locator('.detail-card') });
    expect(await row.locator('dt').first().textContent()).toBe('Mastercard');
    await page.locator('[data-part="details"]').evaluate((fold: HTMLDetailsElement) => {
      fold.open = true;
    });
    expect(await page.locator('.request dd', { hasText: KINDS[language] ?? '' }).isVisible()).toBe(true);
  });
});
