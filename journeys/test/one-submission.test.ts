import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTransaction,
  type Journey,
  openPhone,
  personBefore,
  readStatuses,
  startJourney,
} from './fixture.ts';
import { askBeside, type Loss, lose } from './lose-requests.ts';
import { choose, goOn, listen, on, press } from './page-steps.ts';

const JOURNEY_MS = 540_000;
const AT_ONCE = 4;

/** The way through every screen without a camera: a link for the phone, second thoughts, agreement, and then an objection. */
const ROUND = [
  'phone',
  'stay-here',
  'decline',
  'try-again',
  'accept',
  'unknown-purchase',
  'confirm',
] as const;
const SCREEN_OF: Readonly<Record<(typeof ROUND)[number], string>> = {
  phone: 'consent',
  'stay-here': 'hand-over',
  decline: 'consent',
  'try-again': 'declined',
  accept: 'consent',
  'unknown-purchase': 'camera/primer',
  confirm: 'objection',
};

/** Presses what comes next in the round, and once more what led away from a screen to which the person is back. */
function chooseRound(): (screen: string) => string | undefined {
  let done = 0;
  return (screen) => {
    if (screen === 'ended') return 'end';
    const ahead = ROUND.findIndex((action, index) => index >= done && SCREEN_OF[action] === screen);
    const at = ahead < 0 ? ROUND.findLastIndex((action) => SCREEN_OF[action] === screen) : ahead;
    done = at + 1;
    return ROUND[at];
  };
}

describe('whatever happens on the way, one submission counts (R58)', () => {
  let journey: Journey;
  let browser: Browser;
  beforeAll(async () => {
    journey = await startJourney({ TITULAR_CHALLENGE_STEP_SECONDS: '20' });
    browser = await openBrowser(await personBefore('a'));
  });
  afterAll(async () => {
    await browser.close();
    await journey.close();
  });

  async function newPage(): Promise<Page> {
    const { page } = await openPhone(browser);
    return page;
  }

  async function begin(): Promise<{ id: string; page: Page }> {
    const { id, link } = await createTransaction(journey);
    const page = await newPage();
    await page.goto(link);
    await on(page, 'consent');
    return { id, page };
  }

  /** One round in which the request of that number is lost; false once there is no such request. */
  async function goRound(loss: Loss, lost: number): Promise<boolean> {
    const { id, link } = await createTransaction(journey);
    const page = await newPage();
    let count = 0;
    await lose(page, loss, () => {
      count += 1;
      return count === lost;
    });
    await goOn(page, link, chooseRound());
    expect(await readStatuses(journey, id)).toEqual(['waiting', 'unknown-share']);
    await page.context().close();
    return count >= lost;
  }

  test.each(['request', 'answer'] as const)(
    'the nth %s is lost, for every n until there is none: the person goes on and the objection counts once',
    async (loss) => {
      for (let first = 1; ; first += AT_ONCE) {
        const numbers = Array.from({ length: AT_ONCE }, (_, index) => first + index);
        const reached = await Promise.all(numbers.map((lost) => goRound(loss, lost)));
        if (reached.includes(false)) return expect(first).toBeGreaterThan(AT_ONCE);
      }
    },
    JOURNEY_MS,
  );

  test.each([
    ['accept', /\/consent$/],
    ['phone', /\/links$/],
    ['confirm', /\/objection$/],
  ] as const)(
    'while nothing gets through at "%s" the page says so, and the person presses on when it does again',
    async (action, path) => {
      const { id, page } = await begin();
      if (action === 'confirm') await choose(page, 'unknown-purchase');
      await page.route(path, (route) => route.abort('internetdisconnected'));
      await choose(page, action);
      await on(page, 'error');
      await page.unroute(path);
      const next = { accept: 'accept', phone: undefined, confirm: undefined }[action];
      // Where the button asks again by itself, who leaves the page before the answer may have asked nothing.
      const answered = next ? undefined : page.waitForResponse(path);
      await press(page, 'retry');
      await answered;
      await goOn(page, page.url(), (screen) => {
        if (screen === 'camera/primer' || screen === 'hand-over' || screen === 'ended') return 'end';
        return screen === 'consent' ? next : undefined;
      });
      const ended = action === 'confirm' ? ['waiting', 'unknown-share'] : ['waiting'];
      expect(await readStatuses(journey, id)).toEqual(ended);
      await page.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'a reload while the page is being opened, whose answer is lost with it, opens the same link again',
    async () => {
      const { id, link } = await createTransaction(journey);
      const page = await newPage();
      const opened = new Promise<void>((tell) => {
        // The first opening is carried out and never answered.
        void page.route(/\/capture\/session$/, (route) => askBeside(route).then(tell), { times: 1 });
      });
      await page.goto(link);
      await opened;
      await page.reload();
      await on(page, 'consent');
      await choose(page, 'holder-absent');
      await press(page, 'confirm');
      await on(page, 'ended');
      expect(await readStatuses(journey, id)).toEqual(['waiting', 'absent-holder']);
      await page.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'a double click asks once, at each button that asks',
    async () => {
      const { id, page } = await begin();
      const asked = listen(page, 'POST', /\/(links|objection)$/);
      const agreed = listen(page, 'PUT', /\/consent$/);
      await page.locator('[data-part="choices"] summary').click();
      await page.locator('[data-action="phone"]').dblclick();
      await on(page, 'hand-over');
      await page.locator('[data-action="stay-here"]').dblclick();
      await on(page, 'consent');
      await page.locator('[data-action="accept"]').dblclick();
      await on(page, 'camera');
      await choose(page, 'holder-absent');
      await page.locator('[data-action="confirm"]').dblclick();
      await on(page, 'ended');
      expect(asked.map((request) => request.url().split('/').at(-1))).toEqual(['links', 'objection']);
      expect(agreed.length).toBe(1);
      expect(await readStatuses(journey, id)).toEqual(['waiting', 'absent-holder']);
      await page.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'back leads to the shop, forward and a reload at each step to where the person was',
    async () => {
      const { id, link } = await createTransaction(journey);
      const page = await newPage();
      await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'shop' }));
      await page.goto('https://shop.example/cart');
      await page.goto(link);
      const leaveAndReturn = async (screen: string): Promise<void> => {
        await on(page, screen);
        await page.reload();
        await on(page, screen);
        await page.goBack();
        expect(page.url()).toBe('https://shop.example/cart');
        await page.goForward();
        await on(page, screen);
      };
      await leaveAndReturn('consent');
      await press(page, 'accept');
      await leaveAndReturn('camera');
      await choose(page, 'phone');
      await leaveAndReturn('hand-over');
      await press(page, 'stay-here');
      await choose(page, 'unknown-purchase');
      await on(page, 'objection');
      await page.reload();
      await press(page, 'stay-here');
      await choose(page, 'unknown-purchase');
      await press(page, 'confirm');
      await leaveAndReturn('ended');
      expect(await readStatuses(journey, id)).toEqual(['waiting', 'unknown-share']);
      await page.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'of two tabs the first one counts, and the other shows what has become of it',
    async () => {
      const { id, page } = await begin();
      const other = await page.context().newPage();
      await other.goto(page.url());
      await on(other, 'consent');
      await choose(other, 'holder-absent');
      await choose(page, 'unknown-purchase');
      await press(page, 'confirm');
      await on(page, 'ended');
      await press(other, 'confirm');
      await on(other, 'ended');
      expect(await other.locator('[data-screen]').getAttribute('data-status')).toBe('unknown-share');
      expect(await readStatuses(journey, id)).toEqual(['waiting', 'unknown-share']);
      await page.context().close();
    },
    JOURNEY_MS,
  );

  test(
    'a tab left behind at one transaction acts on its own alone, and the one that was opened after it goes on',
    async () => {
      const { id: first, page } = await begin();
      await choose(page, 'unknown-purchase');
      const { id: second, link } = await createTransaction(journey);
      const other = await page.context().newPage();
      await other.goto(link);
      await on(other, 'consent');
      await press(page, 'confirm');
      await on(page, 'ended');
      expect(await readStatuses(journey, first)).toEqual(['waiting', 'unknown-share']);
      expect(await readStatuses(journey, second)).toEqual(['waiting']);
      await choose(other, 'holder-absent');
      await press(other, 'confirm');
      await on(other, 'ended');
      expect(await readStatuses(journey, second)).toEqual(['waiting', 'absent-holder']);
      await page.context().close();
    },
    JOURNEY_MS,
  );
});
