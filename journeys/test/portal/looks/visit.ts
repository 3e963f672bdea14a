import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchForPictures } from '@titular/test-kit/browser/launch-browser.ts';
import type { Page } from 'playwright-core';
import { checkerSource, findViolationsIn, type KnownFinding } from '../../visual/check-accessibility.ts';
import { findLayoutFaults } from '../../visual/check-layout.ts';
import {
  checkPicture,
  goldenFile,
  portalGoldenDirectory,
  takePicture,
  toGolden,
} from '../../visual/golden.ts';
import { DESK, type Desk, PHONE } from '../portal-fixture.ts';
import { findLostFocus } from './check-keyboard.ts';
import { PORTAL_RULES } from './layout-rules.ts';
import type { Screen } from './screen.ts';
import { holdingTexts } from './steady-texts.ts';
import { NOW, openWorld, type Seat, type World } from './world.ts';

/** Where pictures that differ from the golden ones are left. */
export const DIFFERENCES: string = join(tmpdir(), 'titular-portal-golden');

declare global {
  interface ImportMeta {
    readonly env: { readonly MODE: string };
  }
}

/** `npm run golden` asks for new pictures by the mode of the test run. */
const IS_RENEWAL = import.meta.env.MODE === 'golden';

type Window = { width: number; height: number };

/** The narrowest window in which everything has to fit: a desk at 400 % (WCAG 2.2, 1.4.10). */
const NARROW = { width: 320, height: 640 };
const LANGUAGES = { en: 'en-US', pt: 'pt-BR', es: 'es-ES' } as const;
type Language = keyof typeof LANGUAGES;

/** An open list of React Aria hides the rest of the page from readers, whose focus stays in the list. */
const KNOWN: readonly KnownFinding[] = [];

/** What is wrong with a screen, in words; all empty where nothing is. */
export type Findings = {
  differences: string[];
  layout: string[];
  violations: string[];
  lostFocus: string[];
  title: string[];
  faults: string[];
};

/** Has the page speak another language, as a choice in another tab would. */
async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => {
    const key = 'titular-portal';
    const kept: object = JSON.parse(localStorage.getItem(key) ?? '{}');
    const newValue = JSON.stringify({ ...kept, language: chosen });
    localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  }, language);
  await page.locator(`html[lang=${LANGUAGES[language]}]`).waitFor({ state: 'attached' });
  await twoFrames(page);
}

/** By then the page has answered to a change of its window. */
const twoFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

/** A browser at every seat of the world. */
export class Viewer {
  readonly #world: World;
  readonly #desks = new Map<Seat, Promise<Desk>>();
  readonly #directory: string;

  private constructor(world: World, directory: string) {
    this.#world = world;
    this.#directory = directory;
  }

  /** Starts service and browser. */
  static async open(): Promise<Viewer> {
    const directory = await mkdtemp(join(tmpdir(), 'titular-portal-looks-'));
    return new Viewer(await openWorld(await launchForPictures(directory)), directory);
  }

  async close(): Promise<void> {
    await this.#world.close();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #openDesk(seat: Seat): Promise<Desk> {
    const { journey, people } = this.#world;
    const desk = await (seat === 'nobody' ? journey.openDesk() : journey.sitDown(people[seat]));
    await desk.context.addInitScript({ content: checkerSource });
    desk.page.setDefaultTimeout(10_000);
    await desk.page.clock.setFixedTime(NOW);
    return desk;
  }

  #deskAt(seat: Seat): Promise<Desk> {
    const desk = this.#desks.get(seat) ?? this.#openDesk(seat);
    this.#desks.set(seat, desk);
    return desk;
  }

  /** Leads to a screen on a desk, in English, and leaves it as it was found. */
  async show<T>(screen: Screen, see: (desk: Desk) => Promise<T>): Promise<T> {
    const desk = await this.#deskAt(screen.seat);
    const { page, faults } = desk;
    faults.length = 0;
    await page.setViewportSize(screen.only === 'phone' ? PHONE : DESK);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const address = this.#world.journey.portalUrl + screen.path(this.#world);
    // An address that differs in its fragment alone would not be opened anew.
    await page.goto('about:blank');
    await page.goto(address);
    try {
      await screen.reach?.(page, this.#world);
      await screen.shows(page).waitFor();
      await expectWhole(page);
      return await see(desk);
    } finally {
      await screen.leave?.(page, this.#world);
      await page.evaluate(() => localStorage.clear());
    }
  }

  /** Everything that is wrong with a screen. */
  visit(screen: Screen): Promise<Findings> {
    return this.show(screen, async ({ page, faults }) => {
      const found: Findings = {
        ...{ differences: [], layout: [], violations: [], lostFocus: [] },
        title: await findInTitle(page),
        faults: [],
      };
      await look(page, screen, found);
      found.layout.push(...(await findUnsaid(page, screen)));
      found.faults = faults.filter((fault) => !screen.expectedFaults?.test(fault));
      return found;
    });
  }
}

const WINDOWS = { desk: DESK, phone: PHONE } as const;

/** Windows in which a screen is looked at; the wide one first, in which it was led to. */
const windowsOf = ({ only }: Screen): readonly Window[] => (only ? [WINDOWS[only]] : [DESK, PHONE]);

/** A golden picture: in which language, and in which window. */
type Picture = { language: Language; window: Window };

/** What there are golden pictures of. */
export function picturesOf(screen: Screen): readonly Picture[] {
  if (screen.pictures === 'none') return [];
  const windows = screen.pictures === 'desk' ? [DESK] : windowsOf(screen);
  const english = windows.map((window): Picture => ({ language: 'en', window }));
  if (!screen.isInEveryLanguage) return english;
  return [...english, { language: 'es', window: PHONE }, { language: 'pt', window: PHONE }];
}

/** Where the golden picture of a screen is. */
export const portalGoldenFile = ({ name }: Screen, { language, window }: Picture): string =>
  goldenFile(name, language, window.width, portalGoldenDirectory);

/** Takes the whole page; where a dialog lies over it, the dialog and what is seen around it. */
async function takeScreen(page: Page, window: Window): Promise<Buffer> {
  await page.setViewportSize(window);
  // What the pointer rests on by chance looks pointed at.
  await page.mouse.move(0, 0);
  const height = await page.evaluate(() => document.querySelector('.overlay')?.scrollHeight);
  if (height === undefined) return takePicture(page, window);
  await page.setViewportSize({ ...window, height: Math.max(height, window.height) });
  return page.screenshot({ animations: 'disabled' });
}

/** Sizes the text, and tells the page, which finds places anew as it would have with text of that size from the first. */
const sizeText = (page: Page, size: string): Promise<unknown> =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
    dispatchEvent(new Event('resize'));
  }, size);

/** Compares the screen with its golden picture, or makes that anew. */
async function checkGolden(page: Page, screen: Screen, picture: Picture): Promise<string[]> {
  const taken = await holdingTexts(page, () => takeScreen(page, picture.window));
  const golden = portalGoldenFile(screen, picture);
  if (IS_RENEWAL) await writeFile(golden, await toGolden(taken));
  const difference = await checkPicture(taken, golden, DIFFERENCES);
  return difference ? [difference] : [];
}

/** An open menu follows its button a few frames after the window changed, later on a busy machine. */
const MAX_LOOKS = 20;

/** What is wrong with the layout and stays so. */
async function findLastingFaults(page: Page): Promise<string[]> {
  for (let looks = 1; ; looks += 1) {
    await twoFrames(page);
    const faults = await findLayoutFaults(page, PORTAL_RULES);
    if (faults.length === 0 || looks === MAX_LOOKS) return faults;
  }
}

async function look(page: Page, screen: Screen, found: Findings): Promise<void> {
  const layout = async (words: string): Promise<void> => {
    const faults = await findLastingFaults(page);
    found.layout.push(...faults.map((fault) => `${words}: ${fault}`));
  };
  const windows = windowsOf(screen);
  const compare = async (spoken: Language): Promise<void> => {
    for (const picture of picturesOf(screen).filter(({ language }) => language === spoken))
      found.differences.push(...(await checkGolden(page, screen, picture)));
  };
  await compare('en');
  const narrow = screen.only === 'desk' ? [] : [NARROW];
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    await speak(page, language);
    if (language !== 'en') await compare(language);
    for (const window of [...narrow, ...windows.toReversed()]) {
      await page.setViewportSize(window);
      await layout(`${language} ${window.width}`);
    }
    const violations = await findViolationsIn(page, 'light', KNOWN);
    found.violations.push(...violations.map((violation) => `${language} ${violation}`));
  }
  found.violations.push(...(await findViolationsIn(page, 'dark', KNOWN)));
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await layout('forced colours');
  await page.emulateMedia({ forcedColors: 'none' });
  await sizeText(page, '200%');
  await layout('text at 200 %');
  await sizeText(page, '');
  if (!(await screen.shows(page).isVisible()))
    throw new Error('the screen was gone before all of it was seen');
  for (const window of windows) {
    await page.setViewportSize(window);
    const lost = await findLostFocus(page);
    found.lostFocus.push(...lost.map((fault) => `${window.width}: ${fault}`));
  }
}

/** Waits for the parts that come after the first of a page; every tenant here has companies to choose from. */
const expectWhole = (page: Page): Promise<void> =>
  page.waitForFunction(
    () =>
      !document.querySelector(
        '.search-place, .filters-place, .skeleton, .top-search:empty:has(+ .company-filter), .top-search:not(:empty):not(:has(+ .company-filter))',
      ),
  ) as Promise<unknown> as Promise<void>;

/** What a title must not have: anything of a case or a person; it begins with the words of the heading's first line. */
export async function findInTitle(page: Page): Promise<string[]> {
  const { title, heading } = await page.evaluate(() => ({
    title: document.title,
    heading: document.querySelector('h1')?.firstChild?.textContent?.trim() ?? '',
  }));
  const faults: string[] = [];
  if (title !== `${heading} · titular`) faults.push(`"${title}" is not named by its heading "${heading}"`);
  if (/\d|Donau|Souza|Lima|onboarding|owned/.test(title)) faults.push(`"${title}" names what it must not`);
  return faults;
}

/** Texts that are not shown as they are, and what came of their markup. */
async function findUnsaid(page: Page, { says = [] }: Screen): Promise<string[]> {
  const { shown, isMadeOf } = await page.evaluate(() => ({
    shown: document.body.textContent,
    isMadeOf: document.querySelector('img[src="x"], #app b, #app script') !== null,
  }));
  const unsaid = says
    .filter((text) => !shown.includes(text))
    .map((text) => `"${text}" is not shown as it is`);
  return isMadeOf ? [...unsaid, 'markup in a text was carried out'] : unsaid;
}
