import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  drawBatch,
  formOf,
  readOperations,
  requests,
  seedOfBatch,
} from '../src/torture/input/contract-requests.ts';

const OPERATIONS = readOperations();
const FROM = requests(OPERATIONS, () => undefined);
const ID = '0199d3c0-0000-7000-8000-000000000001';

test('batches of two seeds share none, and a batch is the same for the same seed (R75)', () => {
  const batches = Array.from({ length: 5_000 }, (_, batch) => batch);
  const of = (seed: number): number[] => batches.map((batch) => seedOfBatch(seed, batch));
  expect(new Set([...of(11), ...of(13)]).size).toBe(2 * batches.length);
  const draw = (seed: number, batch: number) => JSON.stringify(drawBatch(FROM, { seed, batch, count: 40 }));
  expect(draw(11, 2_000)).not.toBe(draw(13, 0));
  expect(draw(11, 3)).toBe(draw(11, 3));
});

test('what is drawn has parameters of queries and headers, forms where the contract takes them, and ids that are there (R75)', () => {
  const drawn = fc.sample(
    requests(OPERATIONS, (name) => (name === 'transaction_id' ? ID : undefined)),
    { seed: 7, numRuns: 3_000 },
  );
  const count = (isOne: (one: (typeof drawn)[number]) => boolean): number => drawn.filter(isOne).length;
  expect(count(({ path }) => path.includes('?'))).toBeGreaterThan(100);
  expect(count(({ path }) => path.includes(ID))).toBeGreaterThan(100);
  expect(count(({ headers }) => 'Idempotency-Key' in headers)).toBeGreaterThan(10);
  const tokens = drawn.filter(({ operation, method }) => operation === '/oauth2/token' && method === 'POST');
  expect(tokens.some(({ headers }) => headers['content-type']?.endsWith('urlencoded'))).toBe(true);
  expect(tokens.some(({ headers }) => headers['content-type'] === 'application/json')).toBe(true);
  expect(new Set(drawn.map(({ method, operation }) => `${method} ${operation}`)).size).toBe(
    OPERATIONS.length,
  );
});

test('every request that is drawn can be sent', () => {
  for (const { method, path, headers, body } of fc.sample(
    requests(OPERATIONS, () => undefined),
    {
      seed: 3,
      numRuns: 2_000,
    },
  )) {
    const request = new Request(`http://127.0.0.1${path}`, {
      ...{ method, headers },
      ...(body !== undefined && { body }),
    });
    expect(request.method).toBe(method);
    expect(new URL(request.url).hostname).toBe('127.0.0.1');
  }
});

const bare = (members: object): object => Object.assign(Object.create(null), members);

test.each<[string, unknown, string]>([
  ['a text', 'ü & = + %', 'ü & = + %'],
  ['a number', 1.5e300, '1.5e+300'],
  ['true', true, 'true'],
  ['null', null, 'null'],
  ['an array', [1, 'two', null, [3]], '[1,"two",null,[3]]'],
  ['an object without prototype', bare({ a: bare({}) }), '{"a":{}}'],
  ['an object that cannot be made a text', { toString: 1, valueOf: null }, '{"toString":1,"valueOf":null}'],
  ['objects in each other', { a: { b: [{ c: {} }] } }, '{"a":{"b":[{"c":{}}]}}'],
])('a form holds %s as a text that one can read back (R75)', (_what, value, text) => {
  const members = new URLSearchParams(formOf({ first: 'x', 'a member': value }));
  expect([...members]).toEqual([
    ['first', 'x'],
    ['a member', text],
  ]);
});

test('forms that are drawn have members of every kind of JSON, and all of them can be read (R75)', () => {
  const forms = fc
    .sample(
      requests(
        OPERATIONS.filter(({ isForm }) => isForm),
        () => undefined,
      ),
      { seed: 5, numRuns: 3_000 },
    )
    .filter(({ headers }) => headers['content-type']?.endsWith('urlencoded'));
  const kinds = new Set<string>();
  for (const { body = '' } of forms)
    for (const [, text] of new URLSearchParams(body)) kinds.add(kindOf(text));
  expect([...kinds].toSorted()).toEqual(['array', 'boolean', 'null', 'number', 'object', 'string']);
});

/** What a text is as JSON. */
function kindOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  } catch {
    return 'string';
  }
}

test('batches of the contract are the same for the same seed, whatever was drawn before them (R75)', () => {
  const draw = (batch: number) =>
    drawBatch(
      requests(OPERATIONS, () => ID),
      { seed: 19, batch, count: 40 },
    );
  const [first, second] = [draw(0), draw(1)];
  expect(draw(1)).toEqual(second);
  expect(draw(0)).toEqual(first);
  expect(second).not.toEqual(first);
});
