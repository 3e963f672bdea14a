import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGE_LANGUAGES, type PageLanguage } from '@titular/contract';
import { type PageFiles, readPageFiles } from '@titular/server/hosted-files/page-files.ts';
import { chooseLanguage as chooseDocument } from '@titular/server/hosted-files/page-language.ts';
import type { RouteReply } from '@titular/server/kernel/http/route.ts';
import { launchForPictures } from '@titular/test-kit/browser/launch-browser.ts';
import type { BrowserContext, BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { LOGO_PATH, type Reply, type ViewDevice, type Wire } from './screen-state.ts';
import type { ScreenState } from './screen-states.ts';
import { installDevice } from './still-camera.ts';

const ORIGIN = 'https://page.test';
const LINK = `${ORIGIN}/c/AAAAAAAAAAAAAAAAAAAAAAAAAAAA`;
const STEP_MS = 5_000;
/** Stands on every answer, as on those of the service. */
const REQUEST_ID = '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e90';

/** Pages that are looked at together: while one waits, another one is drawn. */
const AT_ONCE = 4;

/** A browser whose page is the built one with its real headers, and whose wire answers what a look says. */
export type Viewer = {
  /** A browser of its own for each look, because its pages share the clock. */
  newContext(): Promise<BrowserContext>;
  files: PageFiles;
  logo: Buffer;
  /** The ends of the looks that were begun last, one for each page that may be open. */
  lanes: Promise<unknown>[];
  close(): Promise<void>;
};

/** Someone who wants less motion: where it does not matter, each picture in between is one that nobody looks at. */
export const STILL: BrowserContextOptions = { reducedMotion: 'reduce' };

/** Starts the browser, with one language and time zone whatever the machine's are; `prepare` is done before each look, which begins as `begun` says. */
export async function openViewer(
  prepare: (context: BrowserContext) => unknown = () => undefined,
  begun: BrowserContextOptions = {},
): Promise<Viewer> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-looks-'));
  const files = await readPageFiles();
  const browser = await launchForPictures(directory);
  const newContext = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      ...begun,
    });
    await prepare(context);
    return context;
  };
  const close = async (): Promise<void> => {
    await browser.close();
    await rm(directory, { recursive: true, force: true });
  };
  const lanes = Array.from({ length: AT_ONCE }, () => Promise.resolve());
  return { newContext, files, logo: await drawLogo(), lanes, close };
}

/** A logo of dark words and a mark on nothing, as companies have them. */
const drawLogo = (): Promise<Buffer> =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="120"><circle cx="60" cy="60" r="52" fill="#3a1463"/><path d="M30 75L60 30L90 75Z" fill="#fff"/><rect x="140" y="28" width="320" height="26" fill="#1d1d1f"/><rect x="140" y="70" width="200" height="18" fill="#6b6b70"/></svg>',
    ),
  )
    .png()
    .toBuffer();

const fulfil = (route: Route, { status, body, headers }: RouteReply): Promise<void> =>
  route.fulfill({
    status,
    headers: headers ?? {},
    body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });

function answer(route: Route, reply: Reply | undefined): Promise<void> | undefined {
  if (reply === undefined || reply === 'held') return undefined;
  if (reply === 'lost') return route.abort('connectionfailed');
  const { status = 200, body } = reply;
  return route.fulfill({
    status,
    contentType: 'application/json',
    headers: { 'x-request-id': REQUEST_ID },
    body: JSON.stringify(body),
  });
}

const wireName = (path: string): keyof Wire =>
  path.includes('/frames/')
    ? 'frames'
    : path.endsWith('/request')
      ? 'request'
      : ((path.split('/')[3] ?? 'session') as keyof Wire);

/** Answers every request of the page; whatever leads away from it is not followed. */
function serve({ files, logo }: Viewer, wire: Wire) {
  return (route: Route): Promise<void> | undefined => {
    const { origin, pathname, searchParams } = new URL(route.request().url());
    if (origin !== ORIGIN) return route.fulfill({ status: 204 });
    if (pathname.startsWith('/capture/session')) return answer(route, wire[wireName(pathname)]);
    if (pathname === LOGO_PATH) return route.fulfill({ status: 200, contentType: 'image/png', body: logo });
    const asset = files.assets.get(pathname.replace('/capture/assets/', ''));
    if (asset) return asset.identity().then((reply) => fulfil(route, reply));
    return pathname.startsWith('/c/') || pathname === '/capture/'
      ? fulfil(route, files.documents[chooseDocument(Object.fromEntries(searchParams), {})])
      : route.fulfill({ status: 404 });
  };
}

const screenOf = (page: Page, look: ScreenState): Locator => page.locator(`[data-screen="${look.screen}"]`);

const wantedOf = (page: Page, look: ScreenState): Locator =>
  look.until
    ? page.locator(look.until).and(page.locator(`[data-screen="${look.screen}"], [data-screen] *`))
    : screenOf(page, look);

/** Whether the page still shows the look to which it was led. */
export const isThere = async (page: Page, look: ScreenState): Promise<boolean> =>
  (await wantedOf(page, look).isVisible()) && (await screenOf(page, look).isVisible());

const CREEP_MS = 20;
const MAX_CREEPS = 500;

/** Puts the clock forward until the wanted is there, so that what comes a second later has not come, however long all takes. */
async function creep(page: Page, wanted: Locator): Promise<void> {
  for (let steps = 0; steps < MAX_CREEPS && !(await wanted.isVisible()); steps += 1)
    await page.clock.runFor(CREEP_MS);
}

async function arrive(page: Page, look: ScreenState): Promise<void> {
  const wanted = wantedOf(page, look);
  for (let rounds = 0; look.isLater && rounds < 100 && !(await wanted.isVisible()); rounds += 1)
    await page.clock.fastForward(STEP_MS);
  if (look.isBrief) await creep(page, wanted);
  await wanted.waitFor();
  await screenOf(page, look).waitFor();
  await page.locator('[data-part="phone-panel"][data-state="making"]').waitFor({ state: 'detached' });
}

async function lead(page: Page, look: ScreenState, language: PageLanguage): Promise<void> {
  await page.goto(`${LINK}?lang=${language}`);
  for (const press of look.press ?? []) {
    if (look.isBrief && press === look.press?.at(-1)) await holdTime(page);
    await page.locator(/^[a-z-]+$/.test(press) ? `[data-action="${press}"]` : press).click();
  }
  // What lies under a pointer that was left where it pressed looks pressed upon.
  if (look.press) await page.mouse.move(0, 0);
  await arrive(page, look);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode()));
  });
}

/** Chooses the language as the page's list does, without taking the focus there; false where the screen has no such list. */
async function chooseLanguage(page: Page, language: PageLanguage): Promise<boolean> {
  const isChosen = await page.evaluate((value) => {
    const select = document.querySelector<HTMLSelectElement>('#language');
    if (!select || select.closest('[hidden]')) return false;
    select.value = value;
    select.dispatchEvent(new Event('change'));
    return true;
  }, language);
  // Its texts may have to be fetched first.
  if (isChosen) await page.locator(`html[lang^="${language}"]`).waitFor({ state: 'attached' });
  return isChosen;
}

const SOON_MS = 50;
const TRIES = 20;

/** Lets the time of the page stand still. */
async function holdTime(page: Page): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const soon = (await page.evaluate(() => Date.now())) + tries * SOON_MS;
    const isHeld = await page.clock.pauseAt(soon).then(
      () => true,
      (error: unknown) => {
        // The instant was over before it could be named.
        if (tries === TRIES) throw error;
        return false;
      },
    );
    if (isHeld) return;
  }
}

/** Lets the time of the page stand still while `work` goes on, so that nothing on it comes or goes however busy the machine is. */
export async function holdingTime<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  await holdTime(page);
  const result = await work();
  await page.clock.resume();
  return result;
}

async function lookNow(
  viewer: Viewer,
  look: ScreenState,
  see: (page: Page, language: PageLanguage) => Promise<void>,
  languages: readonly PageLanguage[],
): Promise<void> {
  const context = await viewer.newContext();
  try {
    const page = await context.newPage();
    await page.route('**/*', serve(viewer, look.wire ?? {}));
    await page.clock.install();
    const device: ViewDevice = look.device ?? { camera: 'still' };
    await page.addInitScript(installDevice, device);
    const [first = 'pt', ...others] = languages;
    await lead(page, look, first);
    await see(page, first);
    for (const language of others) {
      if (!(await chooseLanguage(page, language))) await lead(page, look, language);
      await see(page, language);
    }
  } finally {
    await context.close();
  }
}

/** Leads a new page to the look and shows it to `see` in each language, as soon as fewer than `AT_ONCE` others are open. */
export async function lookAt(
  viewer: Viewer,
  look: ScreenState,
  see: (page: Page, language: PageLanguage) => Promise<void>,
  languages: readonly PageLanguage[] = PAGE_LANGUAGES,
): Promise<void> {
  const before = viewer.lanes.shift() ?? Promise.resolve();
  const seen = before.then(() => lookNow(viewer, look, see, languages));
  viewer.lanes.push(seen.catch(() => undefined));
  return seen;
}
