import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import { createManualClock } from '@titular/test-kit/time/manual-clock.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTransaction, type Journey, openPhone, startJourney } from './fixture.ts';
import { frameOf, openBySdk, openShop, pageWithSdk, registerOrigins, type Shop, toldOf } from './shop.ts';

const TEST_MS = 60_000;
const AFTER_THE_TOKEN_SECONDS = 31 * 60;

let journey: Journey;
let late: TestService;
let shop: Shop;
let stranger: Shop;
let browser: Browser;
beforeAll(async () => {
  journey = await startJourney({});
  const clock = createManualClock(new Date(Date.now() + AFTER_THE_TOKEN_SECONDS * 1000));
  late = await startTestService({ sharedWith: journey.service, clock });
  [shop, stranger] = await Promise.all([openShop(), openShop()]);
  await registerOrigins(journey, [shop.origin]);
  for (const { files } of [shop, stranger]) files.set('/', { body: pageWithSdk(journey.service.url) });
  const closed = { 'permissions-policy': 'camera=()' };
  shop.files.set('/no-camera', { body: pageWithSdk(journey.service.url), headers: closed });
  const own = { 'permissions-policy': 'camera=(self)' };
  shop.files.set('/own-camera', { body: pageWithSdk(journey.service.url), headers: own });
  for (const directive of ['frame-src', 'connect-src'])
    shop.files.set(`/no-${directive}`, {
      body: pageWithSdk(journey.service.url),
      headers: { 'content-security-policy': `${directive} 'none'` },
    });
  browser = await openBrowser({ kind: 'denied' });
});
afterAll(async () => {
  await browser.close();
  await Promise.all([shop.close(), stranger.close()]);
  await late.close();
  await journey.close();
});

async function inShop<Answer>(address: string, use: (page: Page) => Promise<Answer>): Promise<Answer> {
  const { page } = await openPhone(browser);
  try {
    await page.goto(address);
    return await use(page);
  } finally {
    await page.context().close();
  }
}

/** Opens with the token, and gives back what the shop was told and what the service answered. */
async function refusalOf(page: Page, baseUrl: string, open: object) {
  const answers: [number, string][] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/capture/openings')) return;
    const { code } = (await response.json()) as { code: string };
    answers.push([response.status(), code]);
  });
  await openBySdk(page, { type: 'IFRAME', baseUrl }, open);
  await expect.poll(() => toldOf(page), { timeout: TEST_MS }).toHaveLength(1);
  const [told] = await toldOf(page);
  expect(await page.locator('dialog').count()).toBe(0);
  return { told, answers };
}

const withFlippedLetter = (token: string, at: number): string =>
  token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);

async function cancel(id: string): Promise<void> {
  const address = `${journey.service.url}/api/public/v1/walletid/transactions/${id}/cancel`;
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${journey.token}` },
  });
  expect(response.status).toBe(200);
}

/** Exchanges the token as often as the service lets anybody. */
async function openOften(token: string): Promise<void> {
  const statuses = new Set<number>();
  while (!statuses.has(400) && statuses.size < 2) {
    const some = Array.from({ length: 25 }, async () => {
      const { status } = await fetch(`${journey.service.url}/capture/openings`, {
        method: 'POST',
        headers: { origin: shop.origin },
        body: new URLSearchParams({ token, type: 'IFRAME' }),
      });
      statuses.add(status);
    });
    await Promise.all(some);
  }
  expect([...statuses]).toEqual([200, 400]);
}

/** Does what the sentence says: the link's operation answers a new token of the same transaction. */
async function renewToken(url: string, id: string): Promise<string> {
  const response = await fetch(`${url}/api/public/v1/walletid/transactions/${id}/link`, {
    method: 'POST',
    headers: { authorization: `Bearer ${journey.token}` },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as Made).token;
}

type Made = Awaited<ReturnType<typeof createTransaction>>;
type Case = {
  given: string;
  code: string;
  refused: string;
  status?: number;
  open: (made: Made) => object | Promise<object>;
  shopOf?: () => Shop;
  serviceOf?: () => TestService;
};

const CASES: readonly Case[] = [
  {
    given: 'a token whose signature was altered',
    code: 'token_invalid',
    refused: '40320',
    open: ({ token }) => ({ token: withFlippedLetter(token, token.length - 10) }),
  },
  {
    given: 'a token whose claims were altered',
    code: 'token_invalid',
    refused: '40320',
    open: ({ token }) => ({ token: withFlippedLetter(token, token.indexOf('.') + 20) }),
  },
  {
    given: 'an access token',
    code: 'token_invalid',
    refused: '40320',
    open: () => ({ token: journey.token }),
  },
  {
    given: 'a token after its time',
    code: 'token_expired',
    refused: '40321',
    open: ({ token }) => ({ token }),
    serviceOf: () => late,
  },
  {
    given: 'a token on an origin that is not registered',
    code: 'origin_not_registered',
    refused: '40322',
    open: ({ token }) => ({ token }),
    shopOf: () => stranger,
  },
  {
    given: 'a token of a transaction that has ended',
    code: 'transaction_ended',
    refused: '40323',
    open: async ({ id, token }) => {
      await cancel(id);
      return { token };
    },
  },
  {
    given: 'a token with which the page was opened as often as may be',
    code: 'opened_too_often',
    refused: '40065',
    status: 400,
    open: async ({ token }) => {
      await openOften(token);
      return { token };
    },
  },
  {
    given: 'a token of another transaction',
    code: 'token_of_other_transaction',
    refused: '40324',
    open: ({ token }) => ({ token, transactionId: crypto.randomUUID() }),
  },
];

describe('the SDK says in a typed error what the service refuses', () => {
  test.each(CASES)(
    '$given is $code (R56)',
    async ({ code, refused, status = 403, open, shopOf = () => shop, serviceOf = () => journey.service }) => {
      const given = await open(await createTransaction(journey));
      const { told, answers } = await inShop(shopOf().origin, (page) =>
        refusalOf(page, serviceOf().url, given),
      );
      expect(told).toMatchObject({ kind: 'error', code, docs: `docs/web-sdk.md#${code}` });
      expect(answers).toEqual([[status, refused]]);
    },
    TEST_MS,
  );

  test.each([
    ['token_expired', () => late.url, () => shop],
    ['origin_not_registered', () => journey.service.url, () => stranger],
  ] as const)(
    'what the sentence of %s says to do opens the page, for the same transaction (R56)',
    async (code, urlOf, shopOf) => {
      const { id, token } = await createTransaction(journey);
      await inShop(shopOf().origin, async (page) => {
        const { told } = await refusalOf(page, urlOf(), { token });
        expect(told).toMatchObject({ code });
        expect(told?.message).toContain('POST …/transactions/{id}/link');
        await registerOrigins(journey, [shop.origin, shopOf().origin]);
        const renewed = await renewToken(urlOf(), id);
        await openBySdk(page, { type: 'IFRAME', baseUrl: urlOf() }, { token: renewed, transactionId: id });
        await (await frameOf(page)).locator('[data-screen="consent"]').waitFor();
      });
      await registerOrigins(journey, [shop.origin]);
    },
    TEST_MS,
  );

  test.each([
    ['a page whose policy has no camera', '/no-camera', 'camera_blocked_by_page'],
    ['a page that keeps the camera to itself', '/own-camera', 'camera_blocked_by_page'],
    ['a page that may show no frames', '/no-frame-src', 'frame_blocked'],
    ['a page that may call no other host', '/no-connect-src', 'unreachable'],
  ])(
    '%s is told so instead of silence',
    async (_given, path, code) => {
      const { token } = await createTransaction(journey);
      const { told } = await inShop(shop.origin + path, (page) =>
        refusalOf(page, journey.service.url, { token }),
      );
      expect(told).toMatchObject({ kind: 'error', code });
    },
    TEST_MS,
  );

  test(
    'an origin that was taken off the list after the token was made gets no frame (R55)',
    async () => {
      const { token } = await createTransaction(journey);
      await registerOrigins(journey, ['https://other.example']);
      const { tenantId, companyId } = journey.tenant;
      const framed = new URLSearchParams({ origin: shop.origin });
      const frames = `${journey.service.url}/capture/frame/${tenantId}/${companyId}?${framed}`;
      await expect
        .poll(async () => (await fetch(frames)).headers.get('content-security-policy'), { timeout: TEST_MS })
        .toContain("frame-ancestors 'none';");
      const { told } = await inShop(shop.origin, (page) => refusalOf(page, journey.service.url, { token }));
      await registerOrigins(journey, [shop.origin]);
      await expect
        .poll(async () => (await fetch(frames)).headers.get('content-security-policy'), { timeout: TEST_MS })
        .toContain(`frame-ancestors ${shop.origin};`);
      expect(told).toMatchObject({ kind: 'error', code: 'frame_blocked' });
    },
    TEST_MS,
  );
});

describe('the preflight', () => {
  type Report = { ok: boolean; problems: { code: string; blocking: boolean }[] };
  // As text, because the runner of the tests rewrites an import within a function.
  const check = (page: Page, baseUrl: string): Promise<Report> =>
    page.evaluate(
      `import('${journey.service.url}/sdk/preflight.mjs').then((it) => it.preflight({ baseUrl: '${baseUrl}' }))`,
    );

  test.each([
    ['nothing', '/', 'itself', [], true],
    ['the policy of the page', '/no-camera', 'itself', ['camera_blocked_by_page'], false],
    ['another service than the one it looks for', '/', 'shop', ['unreachable'], false],
    ['the policy of the page for calls', '/no-connect-src', 'itself', ['unreachable'], false],
  ] as const)(
    'finds %s in the way, without asking the person',
    async (_what, path, at, codes, ok) => {
      const baseUrl = at === 'itself' ? journey.service.url : shop.origin;
      const found = await inShop(shop.origin + path, (page) => check(page, baseUrl));
      const blocking = found.problems.filter((problem) => problem.blocking).map(({ code }) => code);
      expect(blocking).toEqual([...codes]);
      expect(found.ok).toBe(ok);
    },
    TEST_MS,
  );

  test(
    'doubts the browsers of apps, the same that the page itself doubts',
    async () => {
      for (const mark of ['Instagram 350.0', 'WhatsApp/2.24', 'LinkedInApp', 'Telegram-Android/11.0']) {
        const context = await browser.newContext({
          userAgent: `Mozilla/5.0 (Linux; Android 15) Chrome/140.0 ${mark}`,
        });
        const page = await context.newPage();
        await page.goto(shop.origin);
        const { ok, problems } = await check(page, journey.service.url);
        expect(problems).toContainEqual(expect.objectContaining({ code: 'in_app_browser', blocking: false }));
        expect(ok).toBe(true);
        await context.close();
      }
    },
    TEST_MS,
  );
});
