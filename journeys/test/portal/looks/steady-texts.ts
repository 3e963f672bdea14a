import type { Page } from 'playwright-core';

/** What differs from run to run, and what stands for it on a picture. */
const CHANGING: readonly (readonly [pattern: string, instead: string])[] = [
  ['[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e90'],
  ['eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+', 'eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl'],
  ['(localhost|127\\.0\\.0\\.1):\\d+', '$1:8080'],
  ['(/c/|/\\w+#)[\\w-]{20,}', '$1XXXXXXXXXXXXXXXXXXXXXXXXXXXX'],
  ['\\b[0-9a-f]{12}(?:[0-9a-f]{52}|…)', '0123456789ab…'],
  ['\\b[\\d.,]+( ms\\b)', '12$1'],
  ['\\bin \\d+ seconds?\\.', 'in 4 seconds.'],
  ['\\b[A-Z2-7]{4}(?: ?[A-Z2-7]{4}){7}\\b', 'ABCD EFGH ABCD EFGH ABCD EFGH ABCD EFGH'],
];

/** What is drawn from chance, or names its viewer's id: left empty on a picture. */
const DRAWN = '.qr, .codes li, .totp .secret, .looked img';

type Kept = { node: Text; words: string };
type Keeping = { keptTexts?: Kept[] };

/** Draws the page with what differs from run to run replaced, while `take` looks at it. */
export async function holdingTexts<T>(page: Page, take: () => Promise<T>): Promise<T> {
  await page.evaluate(
    ([changing, drawn]) => {
      const kept: Kept[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        const words = node.data;
        const steady = changing.reduce(
          (text, [pattern, instead]) => text.replace(new RegExp(pattern, 'g'), instead),
          words,
        );
        if (steady === words) continue;
        kept.push({ node, words });
        node.data = steady;
      }
      for (const place of document.querySelectorAll<HTMLElement>(drawn)) place.style.visibility = 'hidden';
      (window as Keeping).keptTexts = kept;
    },
    [CHANGING, DRAWN] as const,
  );
  const taken = await take();
  await page.evaluate((drawn) => {
    for (const { node, words } of (window as Keeping).keptTexts ?? []) node.data = words;
    for (const place of document.querySelectorAll<HTMLElement>(drawn))
      place.style.removeProperty('visibility');
  }, DRAWN);
  return taken;
}
