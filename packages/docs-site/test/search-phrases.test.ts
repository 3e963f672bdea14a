import { expect, test } from 'vitest';
import type { Page } from '../src/build/page.ts';
import { buildSearch } from '../src/build/search-index.ts';
import { closenessOf, hasPhrase, shortestRun } from '../src/search/closeness.ts';
import { openIndex, type Search } from '../src/search/open-index.ts';
import { quotedIn, wordsOf } from '../src/search/question.ts';
import { createCorrection, isMisspelt, singularOf } from '../src/search/spelling.ts';
import type { Topic } from '../src/topics/topic.ts';

const pageOf = (address: string, title: string, text: string): Page => ({
  ...{ holds: '', chapter: '', source: undefined, isListed: true, parent: undefined },
  ...{ address, title, content: `<h1 id="a">${title}</h1><p>${text}</p>` },
});

/** A search over pages of one place each, as a browser has it. */
const searchOver = (pages: readonly Page[], topics: readonly Topic[] = []): Search =>
  openIndex(JSON.parse(JSON.stringify(buildSearch(pages, topics))));

const pagesOf = (search: Search, question: string): string[] =>
  search(question, 20).first.map(({ address }) => address.replace(/#.*/, ''));

const FAR =
  'The key is kept apart. Who reads this page learns much of other things before the master comes to speak.';
const KEYS = [
  pageOf('far.html', 'Something', `${FAR} ${'Words that fill a page. '.repeat(40)}`),
  pageOf(
    'near.html',
    'Another',
    `Of a key there is one master alone. ${'Words that fill a page. '.repeat(40)}`,
  ),
  pageOf('phrase.html', 'Third', `${'Words that fill a page. '.repeat(60)} Keep the master key elsewhere.`),
];

test('words that stand together come before words that stand near, and these before words that stand apart', () => {
  expect(pagesOf(searchOver(KEYS), 'master key')).toEqual(['phrase.html', 'near.html', 'far.html']);
});

test('words in the heading come before the same words in a text', () => {
  const pages = [...KEYS, pageOf('heading.html', 'Losing the master key', 'Words that fill a page.')];
  expect(pagesOf(searchOver(pages), 'master key')[0]).toBe('heading.html');
});

test('a phrase in quotes is found as a phrase alone, with its small words, in any case and without accents', () => {
  const search = searchOver([
    ...KEYS,
    pageOf('pt.html', 'Chave', 'Guarde a chave mestra à parte, e não aqui.'),
  ]);
  expect(pagesOf(search, '"master key"')).toEqual(['phrase.html']);
  expect(pagesOf(search, '“Master Key”')).toEqual(['phrase.html']);
  expect(pagesOf(search, '"key master"')).toEqual([]);
  expect(pagesOf(search, '"keep the master" elsewhere')).toEqual(['phrase.html']);
  expect(pagesOf(search, '"keep a master"')).toEqual([]);
  expect(pagesOf(search, '"mestra a parte"')).toEqual(['pt.html']);
  expect(pagesOf(search, '"mastr key"')).toEqual([]);
});

test('a phrase whose last quote is not typed yet is found by the beginning of its last word', () => {
  const search = searchOver(KEYS);
  expect(pagesOf(search, '"master ke')).toEqual(['phrase.html']);
  expect(pagesOf(search, '"')).toEqual([]);
  expect(pagesOf(search, '""')).toEqual([]);
});

test('a phrase across the end of a text and the heading of the next is none', () => {
  const pages = [pageOf('a.html', 'Ends with master', 'Key is how the text begins.')];
  expect(pagesOf(searchOver(pages), '"master key"')).toEqual([]);
});

test('words of several phrases of a topic do not lead there, words of one phrase do', () => {
  const topic: Topic = {
    at: 'receipts.html',
    en: 'lost receipt, verify signature, order paper',
    pt: '',
    es: '',
  };
  const pages = [
    pageOf('receipts.html', 'Receipts', 'What a page says of them.'),
    pageOf(
      'signatures.html',
      'Orders',
      'Where a signature is lost there is much to do with it, and little to say.',
    ),
  ];
  const search = searchOver(pages, [topic]);
  expect(pagesOf(search, 'lost receipt')[0]).toBe('receipts.html');
  expect(pagesOf(search, 'verify signature')[0]).toBe('receipts.html');
  expect(pagesOf(search, 'lost signature')[0]).toBe('signatures.html');
});

test('a sentence leads first to the text that has it word for word', () => {
  const pages = [
    pageOf('other.html', 'Keys of a tenant', `A tenant has keys. ${'Keys, keys and the tenant. '.repeat(5)}`),
    pageOf(
      'said.html',
      'Third',
      `${'Words that fill a page. '.repeat(30)} Every tenant has a key of its own.`,
    ),
  ];
  expect(pagesOf(searchOver(pages), 'tenant has a key of its own')[0]).toBe('said.html');
});

test('what is shown of a place is the part where the words stand together', () => {
  const [shown] = searchOver(KEYS)('"master key"', 1).first;
  expect(shown?.excerpt).toMatch(/^… .*master key/);
  const [begins] = searchOver(KEYS)('key master', 3).first.filter(({ address }) => address.startsWith('far'));
  expect(begins?.excerpt).toMatch(/^The key is kept apart\./);
});

test('the shortest run of words is found, whatever is repeated', () => {
  const numberOf = (word: string): number => ['a', 'b', 'c'].indexOf(word);
  const run = (text: string) => shortestRun(text.split(' '), numberOf, 3);
  expect(run('a x a b x c')).toEqual({ end: 5, length: 4, isInOrder: true });
  expect(run('a b x x c b a')).toEqual({ end: 6, length: 3, isInOrder: false });
  expect(run('c b a x a b c')).toEqual({ end: 6, length: 3, isInOrder: true });
  expect(run('a b')).toBeUndefined();
  expect(closenessOf(run('x a b c'), 3)).toBe(1);
  expect(closenessOf(undefined, 3)).toBe(0);
  expect(hasPhrase(['a', 'b', 'cd'], ['b', 'c'], true)).toBe(true);
  expect(hasPhrase(['a', 'b', 'cd'], ['b', 'c'], false)).toBe(false);
  expect(hasPhrase(['a'], ['a', 'b'], true)).toBe(false);
});

test('questions are parted into phrases and words', () => {
  expect(quotedIn('lost "master key" and “Não é')).toEqual([
    { words: ['master', 'key'], isOpen: false },
    { words: ['nao', 'e'], isOpen: true },
  ]);
  expect(wordsOf('POST /client/v1_process, Não')).toEqual(['post', 'client', 'v1', 'process', 'nao']);
});

test.each([
  ['webhooks', 'webhook'],
  ['policies', 'policy'],
  ['statuses', 'status'],
  ['transações', 'transacao'],
  ['canais', 'canal'],
  ['transacciones', 'transaccion'],
  ['cookies', 'cookie'],
  ['status', undefined],
  ['access', undefined],
  ['key', undefined],
])('the singular of %s is %s', (plural, singular) => {
  expect(singularOf(plural)).toBe(singular);
});

test('one letter left out, added, changed or swapped is a slip, two in long words alone', () => {
  for (const slip of ['webhok', 'webhoook', 'webhoak', 'wehbook'])
    expect(isMisspelt(slip, 'webhook')).toBe(true);
  expect(isMisspelt('wbhok', 'webhook')).toBe(false);
  expect(isMisspelt('idempotncyy', 'idempotency')).toBe(true);
  const correct = createCorrection(
    () => ['webhook', 'webhooks', '40026', 'key'],
    () => ['webhook', 'webhook', 'webhooks'],
  );
  expect(correct('lost webhok "wehbook" webho 40027 kye qqqqqq')).toBe(
    'lost webhook "webhook" webho 40027 kye qqqqqq',
  );
});
