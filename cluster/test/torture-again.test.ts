import { expect, test } from 'vitest';
import { type Again, figuresOfAgain, listUnknown } from '../src/torture/load/again.ts';
import { type CallLine, keyOf } from '../src/torture/load/mix.ts';

const line = (about: string, changes: Partial<CallLine> = {}): CallLine => ({
  ...{ number: 1, kind: 'create', tenant: 3, about, sentMs: 1, answeredMs: 2 },
  ...changes,
});

test('what is unknown has no answer, or one that leaves it open, and no twin that knows', () => {
  const twin = { isTwin: true } as const;
  const calls = [
    line('lost', { error: 'Error: socket hang up' }),
    line('open', { status: 500 }),
    line('unsent', { error: 'Error: connect ECONNREFUSED 127.0.0.1:1' }),
    line('good', { status: 200 }),
    line('refused', { status: 400 }),
    line('twin', { status: 500, ...twin }),
    line('twin', { status: 200, ...twin }),
    line('read', { kind: 'status', status: 500 }),
  ];
  expect(listUnknown(calls).map(({ order }) => order)).toEqual(['lost', 'open']);
});

test('one create in eight names itself by a key, and none of those that are sent twice at once', () => {
  expect(keyOf('trial-3-16-abc')).toBe('trial-3-16-abc');
  expect(keyOf('trial-3-16-abc', true)).toBeUndefined();
  expect(keyOf('trial-3-17-abc')).toBeUndefined();
  expect(keyOf('trial-first-abc')).toBeUndefined();
});

const again = (changes: Partial<Again> = {}): Again => ({
  ...{ order: 'a', tenant: 1, key: undefined, status: 200, code: undefined, id: '1' },
  ...changes,
});

test.each<[string, Partial<Again>, readonly string[], number]>([
  ['one that was carried out', {}, ['1'], 0],
  ['one that is told to be there', { status: 400, code: '40027', id: undefined }, ['1'], 0],
  ['one that is there twice', {}, ['1', '2'], 1],
  ['one that is told to be there, and is not', { status: 400, code: '40027' }, [], 1],
  ['one that is refused for another reason', { status: 400, code: '40002' }, ['1'], 1],
  ['one whose key gives its transaction', { key: 'a' }, ['1'], 0],
  ['one whose key gives another transaction', { key: 'a', id: '2' }, ['1'], 1],
  ['one whose key is not known any more', { key: 'a', status: 400, code: '40027' }, ['1'], 1],
])('a create that is sent again: %s is judged (R74, R81)', (_what, changes, ids, expected) => {
  const figures = figuresOfAgain('kill loop', [again(changes)], new Map([['a', ids]]));
  expect(figures.filter(({ isMet }) => isMet === false)).toHaveLength(expected);
});
