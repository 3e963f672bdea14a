import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dictionaries } from '@titular/capture-page/i18n/all-languages.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '@titular/contract';
import type { Page } from 'playwright-core';
import { checkerSource, findViolations, type ReadOut, readOut } from './check-accessibility.ts';
import { findCovered } from './check-focus.ts';
import { findFaults } from './check-layout.ts';
import { findOutOfView } from './check-view.ts';
import { checkPicture, GOLDEN_SIZES, goldenFile, takePicture } from './golden.ts';
import { holdingTime, isThere, lookAt, openViewer, STILL, type Viewer } from './open-viewer.ts';
import type { ScreenState } from './screen-states.ts';

/** Where pictures that differ from the golden ones are left. */
export const DIFFERENCES: string = join(tmpdir(), 'titular-golden');

/** The layout is looked at in the languages with the longest words. */
const LAYOUT_LANGUAGES: readonly PageLanguage[] = ['pt', 'es', 'fr'];

/** Whether the actions are in view is looked at in one. */
const VIEW_LANGUAGE: PageLanguage = 'pt';

/** What is spoken at a look: how urgently, and which of the texts. */
export type Spoken = {
  urgency: 'polite' | 'assertive';
  key: keyof (typeof dictionaries)[PageLanguage];
};

/** What was found at a look: pictures that differ, what a screen reader finds, what is against WCAG, faults of the layout, actions out of view, where the focus is covered, and what was spoken in each language. */
export type Findings = {
  differences: string[];
  told: ReadOut | undefined;
  violations: string[];
  faults: string[];
  outOfView: string[];
  covered: string[];
  spoken: (string | null)[];
};

async function findDifferences(page: Page, name: string, language: PageLanguage): Promise<string[]> {
  const found: string[] = [];
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  for (const size of GOLDEN_SIZES) {
    const golden = goldenFile(name, language, size.width);
    const difference = await checkPicture(await takePicture(page, size), golden, DIFFERENCES);
    if (difference) found.push(difference);
  }
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return found;
}

const SPEAKING_MS = 15_000;

/** Waits for what is to be spoken, and gives what is when that comes or time is up. */
async function listen(page: Page, language: PageLanguage, { urgency, key }: Spoken): Promise<string | null> {
  const place = page.locator(`body [aria-live="${urgency}"]:not(main *)`);
  const isSaid = place.and(page.getByText(String(dictionaries[language][key]), { exact: true }));
  await isSaid.waitFor({ state: 'attached', timeout: SPEAKING_MS }).catch(() => undefined);
  return place.textContent();
}

/** A browser in which each look is led to once, however much is asked of it. */
export class Visits {
  readonly #viewer: Viewer;
  readonly #made = new Map<string, Promise<Findings>>();

  private constructor(viewer: Viewer) {
    this.#viewer = viewer;
  }

  /** Starts the browser. */
  static async open(): Promise<Visits> {
    return new Visits(
      await openViewer((context) => context.addInitScript({ content: checkerSource }), STILL),
    );
  }

  close(): Promise<void> {
    return this.#viewer.close();
  }

  /** What is found at the look; the first who asks waits for the visit. */
  findingsAt(look: ScreenState, spoken?: Spoken): Promise<Findings> {
    const made = this.#made.get(look.name) ?? this.#visit(look, spoken);
    this.#made.set(look.name, made);
    return made;
  }

  async #visit(look: ScreenState, spoken: Spoken | undefined): Promise<Findings> {
    const found: Findings = {
      differences: [],
      told: undefined,
      violations: [],
      faults: [],
      outOfView: [],
      covered: [],
      spoken: [],
    };
    const see = async (page: Page, language: PageLanguage): Promise<void> => {
      found.differences.push(...(await holdingTime(page, () => findDifferences(page, look.name, language))));
      found.told ??= await readOut(page);
      if (spoken) found.spoken.push(await listen(page, language, spoken));
      const inLanguage = (fault: string): string => `${language} ${fault}`;
      found.violations.push(...(await findViolations(page)).map(inLanguage));
      if (LAYOUT_LANGUAGES.includes(language)) found.faults.push(...(await findFaults(page)).map(inLanguage));
      if (language === VIEW_LANGUAGE) found.outOfView.push(...(await findOutOfView(page)));
      // It unfolds what is folded and leaves the focus elsewhere: only once nothing else is to be seen.
      if (language === PAGE_LANGUAGES.at(-1)) found.covered.push(...(await findCovered(page)));
      if (!(await isThere(page, look))) throw new Error('the look was gone before all of it was seen');
      await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
      await page.evaluate(() => scrollTo(0, 0));
    };
    await lookAt(this.#viewer, look, see);
    return found;
  }
}
