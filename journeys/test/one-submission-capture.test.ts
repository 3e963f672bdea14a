import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTransaction,
  type Journey,
  openPhone,
  personBefore,
  readStatuses,
  readTold,
  startJourney,
} from './fixture.ts';
import { type Loss, lose } from './lose-requests.ts';
import { goOn, on, press, WILLING } from './page-steps.ts';

const JOURNEY_MS = 600_000;
/** Time for a capture on a busy machine, in milliseconds. */
const CAPTURE_MS = 150_000;

/** What the page asks for in a capture, by method and path. */
const CALLS: Readonly<Record<string, RegExp>> = {
  page: /^GET \/(c\/.+|capture\/)$/,
  file: /^GET \/capture\/assets\//,
  opening: /^POST \/capture\/session$/,
  consent: /^PUT .*\/consent$/,
  attempt: /^POST .*\/attempts$/,
  frame: /^PUT .*\/frames\/\d+$/,
  state: /^GET \/capture\/session$/,
  events: /^POST .*\/events$/,
};

const kindOf = (asked: string): string =>
  Object.keys(CALLS).find((kind) => CALLS[kind]?.test(asked)) ?? asked;

/** Counts what has the same name. */
function counting(nameOf: (asked: string) => string): (asked: string) => number {
  const seen = new Map<string, number>();
  return (asked) => {
    const count = (seen.get(nameOf(asked)) ?? 0) + 1;
    seen.set(nameOf(asked), count);
    return count;
  };
}

/** Which requests of a capture are lost: of each kind the first or the second, or each of all, so that only its repetition gets through. */
const CHOICES = {
  first: () => {
    const count = counting(kindOf);
    return (asked: string) => count(asked) === 1;
  },
  second: () => {
    const count = counting(kindOf);
    return (asked: string) => count(asked) === 2;
  },
  each: () => {
    const count = counting((asked) => asked);
    return (asked: string) => count(asked) % 2 === 1;
  },
  fifth: () => {
    const count = counting(() => 'all');
    return (asked: string) => count(asked) % 5 === 0;
  },
} as const;

/** The steps of a challenge, from 0. */
const STEPS = [0, 1, 2, 3];

/** Lets no frame of a step through as long as it is held, so that nobody gets past that step. */
async function holdFrames(page: Page, isHeld: (step: number) => boolean): Promise<void> {
  let step = 0;
  await page.route(/\/attempts(\/.+)?$/, async (route) => {
    if (route.request().method() === 'PUT' && isHeld(step)) return;
    const settle = async (): Promise<void> => {
      const response = await route.fetch();
      ({ step } = (await response.json()) as { step: number });
      await route.fulfill({ response });
    };
    // The page may have been loaded anew meanwhile.
    await settle().catch(() => undefined);
  });
}

type Capture = { person: PersonName; take: number };

describe('whatever is lost in a capture, one submission counts (R58)', () => {
  /** One identity for each face: the same face under two would be a sign of fraud. */
  const identities: Readonly<Record<PersonName, string>> = { a: newCpf(), b: newCpf(), c: newCpf() };
  let journey: Journey;
  beforeAll(async () => {
    // Three persons are measured at once.
    journey = await startJourney({ TITULAR_CHALLENGE_STEP_SECONDS: '60', TITULAR_ENGINE_THREADS: '2' });
  });
  afterAll(() => journey.close());

  /** A capture on a phone of its own, which has to end approved, with one attempt and one decision. */
  async function capture(
    { person, take }: Capture,
    goThrough: (page: Page, link: string) => Promise<void>,
  ): Promise<void> {
    const { id, link } = await createTransaction(journey, identities[person]);
    const browser = await openBrowser(await personBefore(person, take));
    try {
      const { page } = await openPhone(browser);
      await goThrough(page, link);
      await on(page, 'approved');
      expect(await readStatuses(journey, id)).toEqual(['waiting', 'processing', 'approved']);
      expect(await readTold(journey, id)).toMatchObject({ status: 'approved', outcomes: ['completed'] });
    } finally {
      await browser.close();
    }
  }

  const willing = (page: Page, link: string): Promise<void> =>
    goOn(page, link, (screen) => WILLING[screen], CAPTURE_MS);

  test.each([
    ['request', 1],
    ['answer', 2],
  ] as const)(
    'with the first %s of each kind of call lost, the second, or each once, it is approved with one attempt and one decision',
    async (loss: Loss, take) => {
      const lost = { a: 'first', b: 'second', c: 'each' } as const;
      await Promise.all(
        (['a', 'b', 'c'] as const).map((person) =>
          capture({ person, take }, async (page, link) => {
            await lose(page, loss, CHOICES[lost[person]]());
            await willing(page, link);
          }),
        ),
      );
    },
    JOURNEY_MS,
  );

  test.each([
    ['request', 'b'],
    ['answer', 'c'],
  ] as const)(
    'with every fifth %s lost it is approved with one attempt and one decision, and a tab left at its beginning makes no other',
    (loss, person) =>
      capture({ person, take: 3 }, async (page, link) => {
        await lose(page, loss, CHOICES.fifth());
        await goOn(page, link, (screen) => (screen === 'camera/primer' ? 'end' : WILLING[screen]));
        const other = await page.context().newPage();
        await other.goto(page.url());
        await on(other, 'camera');
        await willing(page, page.url());
        await press(other, 'start-camera');
        await on(other, 'approved');
      }),
    JOURNEY_MS,
  );

  test(
    'with a reload at each step of the challenge while the camera is live, it is approved with one attempt and one decision',
    () =>
      capture({ person: 'a', take: 3 }, async (page, link) => {
        const reloadedAt: number[] = [];
        await holdFrames(page, (step) => STEPS.includes(step) && !reloadedAt.includes(step));
        await goOn(
          page,
          link,
          async (screen) => {
            if (screen !== 'camera/live') return WILLING[screen];
            const step = Number(await page.locator('[data-phase="live"]').getAttribute('data-step'));
            if (reloadedAt.includes(step)) return undefined;
            reloadedAt.push(step);
            return 'reload';
          },
          CAPTURE_MS,
        );
        expect(reloadedAt.slice(0, STEPS.length)).toEqual(STEPS);
      }),
    JOURNEY_MS,
  );
});
