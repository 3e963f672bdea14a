import { PAGE_LANGUAGES, type PageEvent } from '@titular/contract';
import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type FakeCamera, FRONT, giveCameras } from './fake-cameras.ts';
import { cameraFor, createTransaction, type Journey, startJourney } from './fixture.ts';
import { on, press, speak } from './page-steps.ts';

/** A phone held upright. */
export const PHONE = { width: 390, height: 844 };
/** Time for a test that waits for a browser on a busy machine, in milliseconds. */
export const LONG_MS = 60_000;
/** Seconds for each step of the challenge, so long that no test needs them to pass. */
export const STEP_SECONDS = 20;

type Opening = {
  cameras?: readonly FakeCamera[];
  context?: BrowserContextOptions;
  before?: (page: Page) => unknown;
  /** Says no to the consent instead. */
  decline?: boolean;
};

/** One service and one browser for pages with fake cameras. */
export class CameraFixture {
  readonly journey: Journey;
  readonly browser: Browser;

  constructor(journey: Journey, browser: Browser) {
    this.journey = journey;
    this.browser = browser;
  }

  /** Opens a page with these cameras and goes up to the button that starts one. */
  async openPage({ cameras = [FRONT], context = {}, before, decline }: Opening = {}): Promise<Page> {
    const { link } = await createTransaction(this.journey);
    const own = await this.browser.newContext({ viewport: PHONE, locale: 'en-US', ...context });
    await giveCameras(own, cameras);
    const page = await own.newPage();
    await before?.(page);
    await page.goto(link);
    await on(page, 'consent');
    await press(page, decline ? 'decline' : 'accept');
    await on(page, decline ? 'declined' : 'camera');
    return page;
  }

  /** The same, and starts the camera. */
  async start(opening: Opening = {}): Promise<Page> {
    const page = await this.openPage(opening);
    await press(page, 'start-camera');
    return page;
  }

  /** How often an event was counted, of all families of browsers or of one. */
  async countOf(event: PageEvent, family?: string): Promise<number> {
    const { rows } = await this.journey.service.service.database.pool.query<{ seen: string | null }>(
      `SELECT sum(seen) AS seen FROM page_event_counts
       WHERE tenant_id = $1 AND event = $2 AND browser = coalesce($3, browser)`,
      [this.journey.tenant.tenantId, event, family ?? null],
    );
    return Number(rows[0]?.seen ?? 0);
  }

  /** Does something, and then sees the event counted once more. */
  async counting<Result>(event: PageEvent, work: () => Promise<Result>, family?: string): Promise<Result> {
    const before = await this.countOf(event, family);
    const result = await work();
    await expect
      .poll(() => this.countOf(event, family), { timeout: LONG_MS, message: event })
      .toBe(before + 1);
    return result;
  }

  /** Forgets the pages of a test. */
  leave = () => Promise.all(this.browser.contexts().map((context) => context.close()));

  async close(): Promise<void> {
    await this.browser.close();
    await this.journey.close();
  }
}

/** Starts the service, and a browser whose own camera shows a face. */
export async function openCameraFixture(): Promise<CameraFixture> {
  const journey = await startJourney({ TITULAR_CHALLENGE_STEP_SECONDS: String(STEP_SECONDS) });
  const camera = await cameraFor(journey, { kind: 'still', person: 'a' });
  return new CameraFixture(journey, await openBrowser(camera));
}

/** Waits until the challenge goes on. */
export const live = (page: Page): Promise<void> => page.locator('[data-phase="live"]').waitFor();

/** Waits for the screen of a camera's problem. */
export const onProblem = (page: Page, problem: string): Promise<void> =>
  page.locator(`[data-screen="camera-problem"][data-problem="${problem}"]`).waitFor();

/** The attempts that the page sends frames of, in order. */
export function attemptsOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const id = /\/attempts\/([^/]+)\/frames\/\d+$/.exec(request.url())?.[1];
    if (id && request.method() === 'PUT') seen.push(id);
  });
  return seen;
}

/** Sees that every language has its own words for what is shown, and something to do. */
export async function expectEveryLanguage(page: Page): Promise<void> {
  const titles = new Set<string>();
  for (const language of PAGE_LANGUAGES) {
    await speak(page, language);
    titles.add(await page.locator('h1').innerText());
    expect(await page.locator('.actions [data-action]').count()).toBeGreaterThan(0);
  }
  expect(titles.size).toBe(PAGE_LANGUAGES.length);
}
