import type { LateLink, PageLanguage, SessionView } from '@titular/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookAt, openViewer, STILL, type Viewer } from './open-viewer.ts';
import { OF_PROCESS } from './process-states.ts';
import type { Reply, Wire } from './screen-state.ts';
import { looks, type ScreenState } from './screen-states.ts';

/** Words of a card and its purchase, by language. */
const CARD_WORDS: Readonly<Record<PageLanguage, RegExp>> = {
  pt: /cart(ão|ões)|titular do|compr|pedido|loja/i,
  en: /card|purchase|\border\b|\bshop/i,
  es: /tarjeta|titular de|compra|pedido|tienda/i,
  fr: /(?<!\p{L})carte|titulaire|achat|commande|boutique/iu,
};

/** What only a transaction offers: another identity, an objection, and passing it on to who holds the card. */
const OF_TRANSACTIONS = /^(identity|objection|hand-over-cardholder|ended-(unknown|holder))/;
/** A car is bought, too. */
const OF_A_CAR = 'process-consent-carpurchase';

const isView = (body: unknown): body is SessionView =>
  typeof body === 'object' && body !== null && 'stage' in body;

const isLateLink = (body: unknown): body is LateLink =>
  typeof body === 'object' && body !== null && 'mayRequest' in body;

function toProcess(reply: Reply): Reply {
  if (typeof reply !== 'object') return reply;
  const { body } = reply;
  if (isLateLink(body)) return { ...reply, body: { ...body, subject: 'process', companyName: 'Aurora' } };
  if (!isView(body)) return reply;
  return { ...reply, body: { ...body, ...OF_PROCESS, purpose: body.purpose ?? OF_PROCESS.purpose } };
}

/** The same look with the session of a process behind it. */
const ofProcess = (look: ScreenState): ScreenState => ({
  ...look,
  wire: Object.fromEntries(
    Object.entries(look.wire ?? {}).map(([name, reply]) => [name, toProcess(reply)]),
  ) as Wire,
});

/** Everything on the page that is read or heard, in sight or not. */
const wordsOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const heard = [...document.querySelectorAll('[aria-label], [alt], [title], [placeholder]')].flatMap(
      (one) => ['aria-label', 'alt', 'title', 'placeholder'].map((name) => one.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.textContent ?? '', ...heard].join('\n');
  });

const shown = looks.filter(({ name }) => !OF_TRANSACTIONS.test(name) && name !== OF_A_CAR).map(ofProcess);

describe('every screen that a process can come to', () => {
  let viewer: Viewer;
  beforeAll(async () => {
    viewer = await openViewer(undefined, STILL);
  });
  afterAll(() => viewer.close());

  test.concurrent.each(shown.map((look) => [look.name, look] as const))(
    '%s says nothing of a card, an order or a shop, in each language',
    async (_name, look) => {
      const said: string[] = [];
      await lookAt(viewer, look, async (page, language) => {
        const words = await wordsOf(page);
        expect(words.length).toBeGreaterThan(20);
        for (const [found] of words.matchAll(new RegExp(CARD_WORDS[language], 'gi')))
          said.push(`${language}: ${found}`);
      });
      expect(said).toEqual([]);
    },
  );

  test('the same look finds the card of a transaction in each language', async () => {
    const consent = looks.find(({ name }) => name === 'consent');
    if (!consent) throw new Error('the look is there');
    await lookAt(viewer, consent, async (page, language) => {
      expect(await wordsOf(page)).toMatch(CARD_WORDS[language]);
    });
  });
});

test('only the looks of choices that a process does not have are left out', () => {
  expect(looks.filter(({ name }) => OF_TRANSACTIONS.test(name)).map(({ name }) => name)).toEqual([
    'identity',
    'identity-invalid',
    'ended-unknown-purchase',
    'ended-holder-absent',
    'objection-unknown-purchase',
    'objection-last-question',
    'objection-holder-absent',
    'hand-over-cardholder',
    'hand-over-cardholder-opened',
  ]);
});
