import { brotliCompressSync, constants } from 'node:zlib';
import type MiniSearch from 'minisearch';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Language, languageOf, originalOf } from '../src/browser/languages.ts';
import { buildSearch, entriesOf, type SearchFile } from '../src/build/search-index.ts';
import { indexInSlices, indexWords } from '../src/search/index-words.ts';
import { openIndex, type Search } from '../src/search/open-index.ts';
import { ENGLISH, OF_INTEGRATORS, PORTUGUESE, SENTENCES, SPANISH } from './search-questions.ts';
import { readBuiltSite } from './site-files.ts';
import { TYPED, TYPED_IN_PORTUGUESE } from './typed-questions.ts';

const MAX_MS = 100;
/** By Brotli at level 9, which a test has time for; the build compresses by 8 % more. */
const MAX_FILE_BYTES = 420_000;
const ROUNDS = 5;

/** Milliseconds that this thread worked, so that what else runs on the machine counts little. */
function timeOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

let search: MiniSearch;
let file: SearchFile;
let readers: Record<Language, Search>;
beforeAll(async () => {
  const files = await readBuiltSite();
  const [, text = ''] = [...files].find(([address]) => /^assets\/search-.*\.json$/.test(address)) ?? [];
  file = JSON.parse(text) as SearchFile;
  const words = indexWords(file);
  search = words.index;
  readers = { en: openIndex(file, 'en', words), 'pt-BR': openIndex(file, 'pt-BR', words) };
}, 60_000);

const find = (words: string): string[] =>
  search.search(words).map(({ id }) => {
    const [page = 0, anchor = ''] = file.entries[id as number] ?? [];
    return `${file.pages[page]?.[0]}#${anchor}`;
  });

describe('the search of the site (W11)', () => {
  test.each([
    ['Retry-After', 'api/headers-of-answers.html#Retry-After'],
    ['40002', 'errors.html#40002'],
    ['invalid_client', 'errors.html'],
    ['no_matching_signature', 'errors.html#no_matching_signature'],
    ['too_old', 'errors.html#too_old'],
    ['NAME_NOT_FOUND', 'errors.html#NAME_NOT_FOUND'],
    ['golang', 'clients/go/index.html'],
    ['TITULAR_PORTAL_URL', 'configuration.html#TITULAR_PORTAL_URL'],
    ['createTransaction', 'api/transactions.html#createTransaction'],
    ['restore backup', 'operations/backup.html'],
    ['rotateWebhookSecret', 'api/webhooks.html#rotateWebhookSecret'],
    ['webhookEndpoints.rotateSecret', 'api/webhooks.html#rotateWebhookSecret'],
    ['rotate secret', 'command-line.html#webhooks-rotate-secret'],
  ])('finds %s among the first three places', (words, address) => {
    const first = find(words).slice(0, 3);
    expect(
      first.some((place) => place.startsWith(address)),
      first.join(' '),
    ).toBe(true);
  });

  test('finds words in Portuguese that pages quote, with and without their accents', () => {
    const place = {
      address: 'a.html',
      title: 'Palavras',
      content: '<h1 id="a">Palavras</h1><p>Não é você?</p>',
    };
    const page = { ...place, holds: '', chapter: '', source: undefined, isListed: true, parent: undefined };
    const { index: own } = indexWords(buildSearch([page]));
    expect(own.search('nao')).toHaveLength(1);
    expect(own.search('VOCÊ')).toHaveLength(1);
    expect(own.search('talvez')).toHaveLength(0);
  });

  test.each([
    ['token de acesso', 'guides/pt/tokens.html'],
    ['chave mestra', 'guides/pt/several-nodes.html'],
    ['segredo de cliente', 'guides/pt/tokens.html'],
    ['rostos de referencia', 'guides/pt/reference-faces.html'],
  ])('finds %s in the guides in Portuguese, from a page in either language', (words, address) => {
    for (const language of ['en', 'pt-BR'] as const) {
      const { first } = readers[language](words, 3);
      expect(first.some((place) => place.address.startsWith(address))).toBe(true);
    }
  });

  test.each([...ENGLISH, ...OF_INTEGRATORS, ...TYPED, ...SPANISH])(
    'leads a reader of English who asks %j first to %s',
    (words = '', first = '') => {
      const found = readers.en(words, 3).first.map(({ address }) => address);
      expect(found[0]?.startsWith(first), found.join(' ')).toBe(true);
    },
  );

  test.each([...ENGLISH, ...OF_INTEGRATORS, ...TYPED, ...PORTUGUESE, ...TYPED_IN_PORTUGUESE])(
    'leads a reader of Portuguese who asks %j first to %s, or its translation',
    (words = '', english = '', portuguese = english) => {
      const found = readers['pt-BR'](words, 3).first.map(({ address }) => address);
      expect(found[0]?.startsWith(portuguese), found.join(' ')).toBe(true);
    },
  );

  test.each(SENTENCES)('answers readers of %s who type: %s', (language, words, page) => {
    const pages = readers[language](words, 3).first.map(({ address }) => address.replace(/#.*/, ''));
    expect(pages).toContain(page);
  });

  test('puts what tells of the making behind what tells of the use, and finds it by its name', () => {
    const first = readers.en('webhook', 20).first.map(({ address }) => address);
    expect(first.filter((address) => /^(?:decisions\/|changelog)/.test(address))).toEqual([]);
    expect(readers.en('changelog', 1).first[0]?.address).toMatch(/changelog/);
  });

  test('leads a question of one word by what a topic has as a word of its own, not by a word of its phrases', () => {
    const frame = { holds: '', chapter: '', source: undefined, isListed: true, parent: undefined };
    const page = (address: string, title: string) => ({
      ...{ ...frame, address, title },
      content: `<h1 id="a">${title}</h1><p>What a page says.</p>`,
    });
    const pages = [page('events.html', 'Events'), page('keys.html', 'Lost keys')];
    const topic = { at: 'events.html', en: 'lost webhook, +secret, hooks', pt: '', es: '' };
    const ask = openIndex(JSON.parse(JSON.stringify(buildSearch(pages, [topic]))));
    const found = (words: string) => ask(words, 1).first.map(({ address }) => address);
    expect(found('lost')).toEqual(['keys.html#a']);
    expect(found('lost webhook secret')).toEqual(['events.html#a']);
    expect(found('hooks')).toEqual(['events.html#a']);
  });

  test('has no topic that leads nowhere', () => {
    const topic = { at: 'nowhere.html', en: 'a', pt: 'b', es: 'c' };
    expect(() => buildSearch([], [topic])).toThrow('no page of the site has the place nowhere.html');
  });

  test.each(['webhook', 'token', 'rotate secret', 'master key', 'status', 'titular doctor', 'no', 'do'])(
    'finds %s for readers of English in English alone, and no guide in two languages for anybody',
    (words) => {
      const pagesOf = (language: Language): string[] =>
        readers[language](words, 1_000).first.map(({ address }) => address.replace(/#.*/, ''));
      expect(
        pagesOf('en')
          .slice(0, 20)
          .filter((page) => languageOf(page) !== 'en'),
      ).toEqual([]);
      for (const language of ['en', 'pt-BR'] as const) {
        const found = [...new Set(pagesOf(language))];
        expect(new Set(found.map(originalOf)).size).toBe(found.length);
      }
    },
  );

  test('loads at most 0.42 MB before it finds, compressed', () => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    const bytes = brotliCompressSync(JSON.stringify(file), { params }).length;
    console.log(`file of the search: ${bytes} bytes by Brotli`);
    expect(bytes).toBeLessThan(MAX_FILE_BYTES);
  });

  test('finds the same whether its words were indexed at once or in slices', async () => {
    const sliced = openIndex(file, 'en', await indexInSlices(file));
    for (const words of ['webhook', 'rotate secret', 'webhok signture', '"of the service"', '40002'])
      expect(sliced(words, 20)).toEqual(readers.en(words, 20));
  });

  test('takes less than 100 ms of a processor over the whole text', () => {
    const words = [
      ...['a', 're', 'the transaction is', 'webhook signature secret', '40002', 'Retry-After'],
      ...[
        'webhok signture secrett',
        '"of the service"',
        'GET /api/public/v1/events',
        'how do I get a transaction',
      ],
    ];
    const took = words.map((one) =>
      Math.min(...Array.from({ length: ROUNDS }, () => timeOf(() => readers.en(one, 20)))),
    );
    console.log(`places: ${file.entries.length}, slowest search: ${Math.max(...took).toFixed(1)} ms`);
    expect(Math.max(...took)).toBeLessThan(MAX_MS);
  });
});

test('a place ends where the next begins, and a named row is a place of its own', () => {
  const content =
    '<h1 id="top">Top</h1><p>Lead &amp; more.</p><h2 id="codes">Codes</h2><table><tr id="40002"><td><code>40002</code></td><td>bad</td></tr></table><p>after</p>';
  expect(entriesOf({ content })).toEqual([
    { anchor: 'top', title: 'Top', text: 'Lead & more.' },
    { anchor: 'codes', title: 'Codes', text: 'after' },
    { anchor: '40002', title: '40002', text: 'bad' },
  ]);
});
