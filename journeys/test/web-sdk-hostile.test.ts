import { SDK_CHANNEL } from '@titular/contract';
import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTransaction, type Journey, openPhone, startJourney } from './fixture.ts';
import { frameOf, openBySdk, openShop, pageWithSdk, registerOrigins, type Shop, toldOf } from './shop.ts';

const TEST_MS = 60_000;
const FLOOD = 5_000;

let journey: Journey;
let shop: Shop;
let branch: Shop;
let hostile: Shop;
let browser: Browser;
beforeAll(async () => {
  journey = await startJourney({});
  [shop, branch, hostile] = await Promise.all([openShop(), openShop(), openShop()]);
  await registerOrigins(journey, [shop.origin, branch.origin]);
  shop.files.set('/', { body: pageWithSdk(journey.service.url) });
  for (const { files } of [shop, branch, hostile]) files.set('/empty', { body: '<!doctype html><p>Empty' });
  browser = await openBrowser({ kind: 'denied' });
});
afterAll(async () => {
  await browser.close();
  await Promise.all([shop.close(), branch.close(), hostile.close()]);
  await journey.close();
});

async function onPage(address: string, use: (page: Page) => Promise<void>): Promise<void> {
  const { page } = await openPhone(browser);
  try {
    await page.goto(address);
    await use(page);
  } finally {
    await page.context().close();
  }
}

/** The address for a frame on the origin that is said to be around it. */
const framePath = (origin: string): string =>
  `/capture/frame/${journey.tenant.tenantId}/${journey.tenant.companyId}?${new URLSearchParams({ origin })}`;

/** Puts a frame into the page and keeps what it says; `allow` is the frame's own. */
async function addFrame(page: Page, address: string, allow?: string): Promise<Frame> {
  const name = `frame-${crypto.randomUUID()}`;
  await page.evaluate(
    ([src, frameName, granted]) => {
      const holder = window as unknown as { heard?: unknown[] };
      if (!holder.heard) {
        const heard: unknown[] = [];
        holder.heard = heard;
        window.addEventListener('message', ({ data, origin }) => heard.push({ ...data, origin }));
      }
      const frame = document.createElement('iframe');
      frame.name = frameName ?? '';
      if (granted) frame.allow = granted;
      frame.src = src ?? '';
      document.body.append(frame);
      return new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }));
    },
    [address, name, allow] as const,
  );
  const frame = page.frames().find((candidate) => candidate.name() === name);
  if (!frame) throw new Error('the page has no such frame');
  return frame;
}

const heardOf = (page: Page): Promise<{ type: string; code?: string; origin: string }[]> =>
  page.evaluate(() => (window as unknown as { heard: never[] }).heard);

const say = (page: Page, frame: Frame, message: unknown): Promise<void> =>
  page.evaluate(([name, data]) => window.frames[name as never]?.postMessage(data, '*'), [
    frame.name(),
    message,
  ] as const);

async function openCode(origin: string): Promise<string> {
  const { token } = await createTransaction(journey);
  const response = await fetch(`${journey.service.url}/capture/openings`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ token, type: 'IFRAME' }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { code: string }).code;
}

const channel = SDK_CHANNEL;

describe('the SDK hears its own frame alone (R57)', () => {
  test(
    'what another frame, the page itself or a stranger in the very frame says is ignored, be it the words of the page, and so is a flood',
    () =>
      onPage(shop.origin, async (page) => {
        const { id, token } = await createTransaction(journey);
        await openBySdk(page, { type: 'IFRAME', baseUrl: journey.service.url }, { token });
        const frame = await frameOf(page);
        const forged = [
          { channel, type: 'finished', transactionId: id, status: 'approved' },
          { channel, type: 'error', code: 'session_ended' },
          { channel, type: 'event', event: 'attempt_completed' },
          { channel, type: 'ready' },
          { channel, type: 'closed' },
        ];
        const foreign = await addFrame(page, `${hostile.origin}/empty`);
        const twin = await addFrame(page, journey.service.url + framePath(shop.origin));
        for (const sender of [foreign, twin, page.mainFrame()])
          await sender.evaluate(
            ([messages, times]) => {
              for (let time = 0; time < times; time += 1)
                for (const message of messages) window.parent.postMessage(message, '*');
            },
            [forged, FLOOD / forged.length] as const,
          );
        await frame.locator('[data-action="decline"]').click();
        await frame.locator('[data-screen="declined"]').waitFor();
        await expect.poll(async () => (await toldOf(page)).length, { timeout: TEST_MS }).toBe(2);
        const names = (await toldOf(page)).map(({ name }) => name);
        expect(names).toEqual(['opened', 'consent_declined']);
        await frame.goto(`${hostile.origin}/empty`);
        await frame.evaluate((messages) => {
          for (const message of messages) window.parent.postMessage(message, '*');
        }, forged);
        await page.evaluate(() => (window as unknown as { Titular: { close(): void } }).Titular.close());
        await expect.poll(async () => (await toldOf(page)).length, { timeout: TEST_MS }).toBe(3);
        expect((await toldOf(page)).at(-1)).toMatchObject({ kind: 'finish', concluded: false });
      }),
    TEST_MS,
  );

  test(
    "what does not have the contract's shape, or is of another transaction, is ignored from the frame itself",
    () =>
      onPage(shop.origin, async (page) => {
        const { id, token } = await createTransaction(journey);
        await openBySdk(page, { type: 'IFRAME', baseUrl: journey.service.url }, { token });
        const frame = await frameOf(page);
        const misshapen: unknown[] = [
          null,
          'closed',
          ['closed'],
          { type: 'closed' },
          { channel: 'other/1', type: 'closed' },
          { channel, type: 'CLOSED' },
          { channel, type: 'finished', transactionId: id, status: 'APPROVED' },
          { channel, type: 'finished', transactionId: id },
          { channel, type: 'finished', transactionId: crypto.randomUUID(), status: 'approved' },
          { channel, type: 'error', code: ['service_fault'] },
          { channel, type: 'event', event: '<img src=x>' },
          { channel, type: 'event', event: { toString: 'x' } },
        ];
        await frame.evaluate((messages) => {
          for (const message of messages) window.parent.postMessage(message, '*');
        }, misshapen);
        await frame.evaluate(([message]) => window.parent.postMessage(message, '*'), [
          { channel, type: 'finished', transactionId: id, status: 'approved' },
        ] as const);
        await frame.locator('[data-action="close-frame"]').click();
        await frame.locator('[data-action="leave"]').click();
        await expect.poll(async () => (await toldOf(page)).length, { timeout: TEST_MS }).toBe(3);
        expect(await toldOf(page)).toMatchObject([
          { kind: 'event', name: 'opened' },
          { kind: 'event', name: 'finished', status: 'approved' },
          { kind: 'finish', status: 'approved' },
        ]);
      }),
    TEST_MS,
  );
});

describe('the page in a frame hears the page around it alone (R57)', () => {
  test(
    'misshapen words, a flood and the words of a sibling open nothing; a code opens once, and only on the origin that it was made for',
    () =>
      onPage(`${branch.origin}/empty`, async (page) => {
        const frame = await addFrame(
          page,
          journey.service.url + framePath(branch.origin),
          `camera ${journey.service.url}`,
        );
        const calls: string[] = [];
        page.on('request', (request) => {
          if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
        });
        const [ofShop, ofBranch] = [await openCode(shop.origin), await openCode(branch.origin)];
        const sibling = await addFrame(page, `${branch.origin}/empty`);
        await sibling.evaluate(
          ([name, message]) => window.parent.frames[name as never]?.postMessage(message, '*'),
          [frame.name(), { channel, type: 'open', code: ofBranch }] as const,
        );
        const misshapen = [
          'open',
          { type: 'open', code: ofBranch },
          { channel, type: 'open' },
          { channel, type: 'open', code: [ofBranch] },
          { channel, type: 'open', code: `${ofBranch}/../x` },
          { channel, type: 'close', code: ofBranch },
        ];
        for (const message of misshapen) await say(page, frame, message);
        await page.evaluate(
          ([name, times]) => {
            for (let time = 0; time < times; time += 1)
              window.frames[name as never]?.postMessage({ channel: 'titular/1', type: 'flood', time }, '*');
          },
          [frame.name(), FLOOD] as const,
        );
        // The document brings its first words itself; the page that was opened brings its list of languages.
        expect(await frame.evaluate(() => document.querySelector('#language'))).toBeNull();
        expect(calls).toEqual([]);
        await say(page, frame, { channel, type: 'open', code: ofShop });
        const readies = async () => (await heardOf(page)).filter(({ type }) => type === 'ready').length;
        await expect.poll(readies, { timeout: TEST_MS }).toBe(2);
        await say(page, frame, { channel, type: 'open', code: ofShop });
        await frame.locator('[data-screen="link-invalid"]').waitFor();
        const heard = await heardOf(page);
        expect(heard.at(-1)).toMatchObject({ type: 'error', code: 'session_ended' });
        expect(new Set(heard.map(({ origin }) => origin))).toEqual(new Set([journey.service.url]));
        expect(calls).toEqual(['/capture/session', '/capture/session']);
        const again = await addFrame(
          page,
          journey.service.url + framePath(branch.origin),
          `camera ${journey.service.url}`,
        );
        await say(page, again, { channel, type: 'open', code: ofBranch });
        await again.locator('[data-screen="consent"]').waitFor();
        const late = await addFrame(
          page,
          journey.service.url + framePath(branch.origin),
          `camera ${journey.service.url}`,
        );
        await say(page, late, { channel, type: 'open', code: ofBranch });
        await expect.poll(readies, { timeout: TEST_MS }).toBe(5);
        await say(page, late, { channel, type: 'open', code: ofBranch });
        await late.locator('[data-screen="link-invalid"]').waitFor();
      }),
    TEST_MS,
  );
});

describe("the page's policies in a browser (R55)", () => {
  const isBlank = (frame: Frame): Promise<boolean> =>
    frame.evaluate(() => document.getElementById('app') === null).catch(() => true);

  test.each([
    [
      'the page for frames, on an origin that is not registered',
      () => hostile,
      () => framePath(hostile.origin),
    ],
    ['the page for frames of a registered origin, on another', () => hostile, () => framePath(shop.origin)],
    ['the page itself, on a registered origin', () => shop, () => '/capture/'],
    ['a link, on a registered origin', () => shop, () => `/c/${'x'.repeat(32)}`],
  ])(
    '%s is shown in no frame',
    async (_what, where, path) =>
      onPage(`${where().origin}/empty`, async (page) => {
        const frame = await addFrame(page, journey.service.url + path());
        expect(await isBlank(frame)).toBe(true);
        expect(await heardOf(page)).toEqual([]);
      }),
    TEST_MS,
  );

  test(
    'a script within the page does not run, and markup from a text is refused',
    async () => {
      const { page } = await openPhone(browser);
      await page.route('**/capture/', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('<div id="app">', '<script>window.ran = 1</script>$&');
        await route.fulfill({ response, body });
      });
      await page.goto(`${journey.service.url}/capture/`);
      await page.locator('[data-screen="link-invalid"]').waitFor();
      const seen = await page.evaluate(async () => {
        const refusalOf = (act: () => void): string => {
          try {
            act();
            return 'done';
          } catch (error) {
            return (error as Error).name;
          }
        };
        // The debugger's own scripts may use eval; a task of the page's may not.
        const text = await new Promise<string>((resolve) =>
          setTimeout(() => resolve(refusalOf(() => new Function('return 1')))),
        );
        return {
          text,
          ran: 'ran' in window,
          markup: refusalOf(() => {
            document.body.innerHTML = '<p>x';
          }),
        };
      });
      expect(seen).toEqual({ ran: false, markup: 'TypeError', text: 'EvalError' });
      await page.context().close();
    },
    TEST_MS,
  );

  test(
    'without leave of the page around, the frame has no camera, and says so to the one that opened it',
    () =>
      onPage(`${shop.origin}/empty`, async (page) => {
        const frame = await addFrame(page, journey.service.url + framePath(shop.origin));
        await say(page, frame, { channel, type: 'open', code: await openCode(shop.origin) });
        await frame.locator('[data-screen="consent"]').waitFor();
        const refused = await frame.evaluate(() =>
          navigator.mediaDevices.getUserMedia({ video: true }).catch((error: Error) => error.name),
        );
        expect(refused).toBe('NotAllowedError');
        expect(await heardOf(page)).toContainEqual(
          expect.objectContaining({ type: 'error', code: 'camera_blocked_by_page' }),
        );
      }),
    TEST_MS,
  );
});
