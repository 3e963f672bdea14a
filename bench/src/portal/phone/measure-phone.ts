import { readConfig } from '@titular/server/config/config.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { inviteMember } from '@titular/server/users/index.ts';
import { launchBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { enrolWithPasskey, portalUrlOf } from '@titular/test-kit/portal/people.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Harness } from '../../harness/harness.ts';
import { createLoad } from '../../requests/loads.ts';
import { CREATE_PATH } from '../open-portals.ts';
import { serveEmptyPage } from './serve-empty-page.ts';

/** A phone of the middle: a quarter of the processor, 1.6 Mbit/s down, 750 kbit/s up, 150 ms a round trip. */
const SLOW_PROCESSOR = 4;
const SLOW_NETWORK = {
  ...{ offline: false, latency: 150 },
  ...{ downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
};
const PHONE = { width: 390, height: 844 };
const TRANSACTIONS = 30;
const LIMIT_MS = 60_000;
/** What nobody sees is not reported: shorter interactions count as this long (Event Timing, W3C). */
const MIN_MS = 16;

/** Times in milliseconds, the medians of the runs; `interactionMs` is the 75th percentile of all presses and letters. */
export type PhoneResult = {
  loginMs: number;
  emptyMs: number;
  pageMs: number;
  interactionMs: number;
  interactions: number;
};

type Person = {
  portalUrl: string;
  tenantId: string;
  cookies: { name: string; value: string; url: string }[];
};

const atShare = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;

/** Creates transactions, and signs in who looks at them. */
async function prepare(harness: Harness): Promise<Person> {
  const [tenant] = harness.tenants;
  if (!tenant) throw new Error('the bench needs a tenant');
  const load = createLoad(harness.url, CREATE_PATH, [tenant]);
  for (let number = 0; number < TRANSACTIONS; number += 1) {
    const { path, body, headers } = load.next();
    await fetch(harness.url + path, { method: 'POST', body: body ?? '', headers });
  }
  const operator = { db: harness.database.db, clock: systemClock, actor: 'bench' };
  const member = { tenantId: tenant.tenantId, role: 'support', companies: 'all' } as const;
  const target = { config: readConfig({ ...harness.environment }), url: harness.url };
  const { code } = await inviteMember(operator, member);
  const { browser } = await enrolWithPasskey(target, code, 'support on a phone');
  const portalUrl = portalUrlOf(target);
  const cookies = [...browser.cookies].map(([name, value]) => ({ name, value, url: portalUrl }));
  return { portalUrl, tenantId: tenant.tenantId, cookies };
}

async function openSlowPage(browser: Browser): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR });
  return { page, context };
}

/** From the address until a button can be pressed, and the page has had its first free moment after that. */
async function timeUntilUsable(browser: Browser, url: string): Promise<number> {
  const { page, context } = await openSlowPage(browser);
  try {
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('button:enabled').first().waitFor();
    return await page.evaluate(
      () => new Promise<number>((usable) => requestAnimationFrame(() => usable(performance.now()))),
    );
  } finally {
    await context.close();
  }
}

/** Runs in the page: notes how long each press and letter took until the page had answered it. */
function noteInteractions(): void {
  const seen = new Map<number, number>();
  Object.assign(window, { interactionsSeen: seen });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as (PerformanceEventTiming & {
      interactionId: number;
    })[])
      if (interactionId > 0) seen.set(interactionId, Math.max(seen.get(interactionId) ?? 0, duration));
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** What the page of a transaction shows that no list has. */
const CASE_SHOWN = '.case-status h2';

/** Runs in the page: notes when a link was pressed, and when what it leads to was painted. */
function notePage(selector: string): void {
  const noted: { pressedAt?: number; paintedAt?: number } = {};
  Object.assign(window, { pageNoted: noted });
  window.addEventListener(
    'click',
    ({ timeStamp, target }) => {
      if (target instanceof Element && target.closest('a')) noted.pressedAt ??= timeStamp;
    },
    true,
  );
  new MutationObserver((_changes, observer) => {
    if (noted.pressedAt === undefined || !document.querySelector(selector)) return;
    observer.disconnect();
    // The second frame begins once the first is painted.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        noted.paintedAt = performance.now();
      }),
    );
  }).observe(document, { childList: true, subtree: true });
}

/** Milliseconds from the press to the painted page, by the page's own clock: what a driver waits for is not in it. */
const readPageTime = (page: Page): Promise<number> =>
  page
    .waitForFunction(() => {
      const { pressedAt, paintedAt } = (
        window as unknown as { pageNoted: { pressedAt?: number; paintedAt?: number } }
      ).pageNoted;
      return pressedAt !== undefined && paintedAt !== undefined && paintedAt - pressedAt;
    })
    .then((handle) => handle.jsonValue() as Promise<number>);

const TYPED = 'order-12';

/** Opens the list, types into its search, opens a transaction and goes back. */
async function work(
  browser: Browser,
  { portalUrl, tenantId, cookies }: Person,
): Promise<{ pageMs: number; durations: number[] }> {
  const { page, context } = await openSlowPage(browser);
  try {
    await context.addCookies(cookies);
    await page.addInitScript(noteInteractions);
    await page.addInitScript(notePage, CASE_SHOWN);
    await page.goto(`${portalUrl}/t/${tenantId}/transactions`);
    const row = page.locator('a[href*="/transactions/"]').first();
    await row.waitFor();
    await page.waitForLoadState('networkidle');
    await row.tap();
    const pageMs = await readPageTime(page);
    await page.goBack();
    await row.waitFor();
    const search = page.locator('input[type=search], input[type=text]').first();
    await search.tap();
    await page.keyboard.type(TYPED, { delay: 120 });
    await page.waitForLoadState('networkidle');
    const seen = await page.evaluate(() => [
      ...(window as unknown as { interactionsSeen: Map<number, number> }).interactionsSeen.values(),
    ]);
    // Two taps and the letters; what is not reported was too short to be.
    const made = TYPED.length + 2;
    const short = Array.from({ length: Math.max(0, made - seen.length) }, () => MIN_MS);
    return { pageMs, durations: [...seen, ...short] };
  } finally {
    await context.close();
  }
}

/** Measures the portal on a phone beside an empty page of React, in turn, so many runs of each. */
export async function measurePhone(harness: Harness, runs: number): Promise<PhoneResult> {
  const person = await prepare(harness);
  const empty = await serveEmptyPage();
  // Not one that is shared: it lives as long as its process, which it would keep from its end.
  const browser = await launchBrowser({ kind: 'none' });
  const [logins, empties, pages, durations]: [number[], number[], number[], number[]] = [[], [], [], []];
  try {
    for (let run = 0; run < runs; run += 1) {
      logins.push(await timeUntilUsable(browser, `${person.portalUrl}/login`));
      empties.push(await timeUntilUsable(browser, empty.url));
      const worked = await work(browser, person);
      pages.push(worked.pageMs);
      durations.push(...worked.durations);
    }
  } finally {
    await browser.close();
    empty.close();
  }
  return {
    ...{ loginMs: atShare(logins, 0.5), emptyMs: atShare(empties, 0.5), pageMs: atShare(pages, 0.5) },
    ...{ interactionMs: atShare(durations, 0.75), interactions: durations.length },
  };
}
