import { EVENT_TYPES, errorCatalogue, oauthErrorCatalogue, publishedOperations } from '@titular/contract';
import { settingTables } from '@titular/server/settings/change-settings.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSitePages } from '../../../scripts/site/build-site.ts';
import { type Language, languageOf } from '../src/browser/languages.ts';
import { buildSearch, type SearchFile } from '../src/build/search-index.ts';
import { openIndex, type Search } from '../src/search/open-index.ts';
import { openPlaces, type Place } from '../src/search/places.ts';
import { fold } from '../src/search/search-options.ts';
import { TOPICS } from '../src/topics/topics.ts';

const ID = '0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f';
/** Of headings with a slip, one in so many is asked for: each is searched in the whole vocabulary. */
const EVERY = 5;
const ASIDE = /^(?:decisions\/|changelog\.|figures[./])/;

let places: Place[];
let readers: Record<Language, Search>;
beforeAll(async () => {
  // What a browser has: the file as it was written down.
  const file = JSON.parse(JSON.stringify(buildSearch(await readSitePages(), TOPICS))) as SearchFile;
  places = openPlaces(file);
  readers = { en: openIndex(file), 'pt-BR': openIndex(file, 'pt-BR') };
}, 60_000);

const addressOf = ({ page, anchor }: Place): string => `${page}#${anchor}`;
const find = (question: string, most = 3, language: Language = 'en'): string[] =>
  readers[language](question, most).first.map(({ address }) => address);

/** Questions that do not lead to their place, each with what came instead. */
const lost = (asked: readonly (readonly [question: string, address: string])[], within = 1): string[] =>
  asked.flatMap(([question, address]) => {
    const found = find(question, within, languageOf(address));
    return found.includes(address) ? [] : [`${question}: ${found.join(' ')} instead of ${address}`];
  });

/** Places on using the service whose heading is no other's. */
function headings(): Place[] {
  const counts = new Map<string, number>();
  for (const { title } of places) counts.set(fold(title), (counts.get(fold(title)) ?? 0) + 1);
  return places.filter(({ page, title }) => !ASIDE.test(page) && counts.get(fold(title)) === 1);
}

describe('a name finds its definition first', () => {
  test.each([
    ['error code', Object.keys(errorCatalogue)],
    ['sub-code of the token endpoint', Object.values(oauthErrorCatalogue).map(({ subCode }) => subCode)],
  ])('every %s', (_, names) => {
    expect(names.length).toBeGreaterThan(10);
    expect(lost(names.map((name) => [name, `errors.html#${name}`] as const))).toEqual([]);
  });

  test('every setting of the environment, of tenants, companies and accounts', () => {
    const settings = places.filter(
      ({ page, title }) => page === 'configuration.html' && /^[A-Z_]+$/.test(title),
    );
    expect(settings.length).toBeGreaterThan(60);
    expect(lost(settings.map((place) => [place.title, addressOf(place)] as const))).toEqual([]);
    const names = Object.values(settingTables).flatMap((table) => table.map(({ name }) => name));
    expect(names.length).toBeGreaterThan(50);
    const named = names.filter((name) => name.includes('-'));
    expect(lost(named.map((name) => [name, `command-line.html#${name}`] as const))).toEqual([]);
  });

  test('every type of event and every operation', () => {
    const inReference = places.filter(({ page }) => page.startsWith('api/'));
    const events = EVENT_TYPES.map((type) => {
      const place = inReference.find(({ text }) => text.startsWith(`EVENT ${type} `));
      return [type, place ? addressOf(place) : type] as const;
    });
    expect(lost(events)).toEqual([]);
    const operations = Object.keys(publishedOperations).map((name) => {
      const place = inReference.find(({ anchor }) => anchor === name);
      return [name, place ? addressOf(place) : name] as const;
    });
    expect(lost(operations)).toEqual([]);
  });

  test('every header of an answer, and every metric', () => {
    const named = places.filter(
      ({ page, title }) =>
        (page === 'api/headers-of-answers.html' && title.includes('-')) ||
        (page === 'operations/metrics.html' && title.startsWith('titular_')),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(lost(named.map((place) => [place.title, addressOf(place)] as const))).toEqual([]);
  });

  test('every path, with its method, with ids for its parameters, and as a whole address', () => {
    const operations = places.flatMap((place) => {
      const [, method = '', path = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S+)/.exec(place.text) ?? [];
      return path === '' || !place.page.startsWith('api/')
        ? []
        : [{ method, path, address: addressOf(place) }];
    });
    expect(operations.length).toBeGreaterThan(40);
    const asked = operations.flatMap(({ method, path, address }) => {
      const called = path.replace(/\{[^}]+\}/g, ID);
      const forms = [path, called, `https://titular.example${called}`];
      return forms.map((form) => [`${method} ${form}`, address] as const);
    });
    expect(lost(asked)).toEqual([]);
    expect(find('/api/public/v1/walletid/transaction')[0]).toBe('api/transactions.html#createTransaction');
    expect(find('walletid/transactions')[0]).toBe('api/transactions.html#listTransactions');
  });

  test('a name that is misspelt by a letter, and no other code', () => {
    const ENGINE = 'configuration.html#TITULAR_ENGINE_THREADS';
    for (const typed of ['TITULAR_ENGINE_TREADS', 'TITULAR_ENGINE_THREADSS', 'titular_engin_threads'])
      expect(find(typed)[0], typed).toBe(ENGINE);
    expect(find('Retry-Aftre')[0]).toBe('api/headers-of-answers.html#Retry-After');
    expect(find('Idempotency-Kye')).toEqual(find('Idempotency-Key'));
    expect(find('40999')).toEqual([]);
  });
});

describe('every heading finds its own section among the first three', () => {
  test('as it is written, and behind the title of its page where others are called the same', () => {
    const own = headings();
    expect(own.length).toBeGreaterThan(1_000);
    expect(
      lost(
        own.map((place) => [place.title, addressOf(place)] as const),
        3,
      ),
    ).toEqual([]);
    const alike = places.filter(
      (place) =>
        !ASIDE.test(place.page) && !own.includes(place) && fold(place.title) !== fold(place.pageTitle),
    );
    const behind = alike.map((place) => [`${place.pageTitle} ${place.title}`, addressOf(place)] as const);
    expect(behind.length).toBeGreaterThan(100);
    expect(lost(behind, 3)).toEqual([]);
  });

  test('without accents and in capitals, for readers of Portuguese', () => {
    const own = headings().filter(({ page }) => languageOf(page) === 'pt-BR');
    expect(own.length).toBeGreaterThan(50);
    const asked = own.flatMap((place) =>
      [fold(place.title), place.title.toUpperCase()].map((typed) => [typed, addressOf(place)] as const),
    );
    expect(lost(asked, 3)).toEqual([]);
  });

  test('in the other number', () => {
    const asked = [
      ['service account', 'portal.html#service-accounts'],
      ['attack', 'attacks.html#attacks'],
      ['signed receipts', 'evidence.html#the-receipt'],
      ['time limit', 'clients/in-common.html#time-limits'],
      ['webhook signatures', 'webhooks.html#webhook-signature'],
      ['recibos assinados', 'evidence.html#the-receipt'],
    ] as const;
    expect(lost(asked, 3)).toEqual([]);
  });

  test('with a letter left out, doubled or swapped in its longest word, nearly always', () => {
    const WORD = /\p{L}{5,}/gu;
    const asked = headings().flatMap((place, number) => {
      if (number % EVERY !== 0) return [];
      const words = [...place.title.matchAll(WORD)].toSorted((one, other) => other[0].length - one[0].length);
      const [first] = words;
      if (!first || /\d/.test(place.title)) return [];
      const [word] = first;
      const at = 1 + (number % (word.length - 2));
      const slips = [
        word.slice(0, at) + word.slice(at + 1),
        word.slice(0, at) + word.slice(at - 1),
        `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`,
      ];
      const typed =
        place.title.slice(0, first.index) + slips[number % 3] + place.title.slice(first.index + word.length);
      return [[typed, addressOf(place)] as const];
    });
    const failed = lost(asked, 3);
    console.log(`headings with a slip: ${asked.length}, not found: ${failed.length}`);
    // A slip may make another word, as `store` of `restore`.
    expect(failed.length).toBeLessThan(asked.length / 100);
  });
});
