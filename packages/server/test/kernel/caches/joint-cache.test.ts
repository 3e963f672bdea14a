import { defineCache } from '@titular/server/kernel/caches/cache.ts';
import { createJointCache } from '@titular/server/kernel/database/batches/joint-cache.ts';
import { createManualClock } from '@titular/test-kit';
import { expect, test } from 'vitest';

const MAXIMUM_MS = 2_000;
const KEYS = Array.from({ length: 90 }, (_, index) => `tenant-${index}`);

/** A cache over `stored`, and the keys of each statement. */
function open(stored: Map<string, number>, maximumEntries = 1_000) {
  const clock = createManualClock();
  const statements: (readonly string[])[] = [];
  const find = createJointCache(
    clock,
    { maximumAgeMs: MAXIMUM_MS, cache: defineCache('trial', maximumEntries) },
    (key: string) => key,
    async (keys, within?: Map<string, number>) => {
      statements.push(keys);
      return keys.map((key) => (within ?? stored).get(key));
    },
  );
  const findAll = (keys: readonly string[]) => Promise.all(keys.map((key) => find(key)));
  const wait = (ms: number) => clock.advanceSeconds(ms / 1_000);
  return { find, findAll, statements, wait };
}

const numbered = () => new Map(KEYS.map((key, index) => [key, index]));

test('what is asked for at once is read by one statement, each answer to its own key, and unknown keys get none', async () => {
  const { findAll, statements } = open(numbered());
  expect(await findAll([...KEYS, 'nobody'])).toEqual([...KEYS.keys(), undefined]);
  expect(statements).toHaveLength(1);
});

test('busy entries are read again by one statement, before any of them is too old (S28)', async () => {
  const { findAll, statements, wait } = open(numbered());
  const [first = '', second = ''] = KEYS;
  await findAll(KEYS);
  wait((MAXIMUM_MS * 3) / 4);
  await findAll(KEYS);
  expect(statements).toHaveLength(1);
  wait(MAXIMUM_MS / 4);
  await findAll([first]);
  expect(statements).toHaveLength(2);
  expect(statements[1]).toHaveLength(KEYS.length);
  wait(MAXIMUM_MS - 1);
  await findAll(KEYS);
  expect(statements).toHaveLength(2);
  wait(1);
  await findAll([second]);
  expect(statements).toHaveLength(3);
});

test('an entry is never told after its age, and one that nobody used is not read again', async () => {
  const stored = numbered();
  const { find, findAll, statements, wait } = open(stored);
  const [first = '', second = ''] = KEYS;
  await findAll([first, second]);
  stored.set(first, -1);
  stored.delete(second);
  wait(MAXIMUM_MS);
  expect(await find(first)).toBe(-1);
  expect(statements.at(-1)).toEqual([first]);
  expect(await find(second)).toBeUndefined();
});

test('a clock set back stretches nothing', async () => {
  const stored = numbered();
  const { find, wait } = open(stored);
  const [first = ''] = KEYS;
  await find(first);
  stored.set(first, -1);
  wait(-MAXIMUM_MS);
  expect(await find(first)).toBe(-1);
});

test('who is in a database transaction reads by it alone, and others are told what it read', async () => {
  const { find, findAll, statements } = open(numbered());
  const [first = ''] = KEYS;
  expect(await find(first, new Map([[first, -2]]))).toBe(-2);
  expect(statements).toEqual([[first]]);
  expect(await findAll([first])).toEqual([-2]);
});

test('a statement that began earlier and ends later takes nothing back', async () => {
  const began = Promise.withResolvers<void>();
  const ends = Promise.withResolvers<number>();
  const clock = createManualClock();
  const find = createJointCache(
    clock,
    { maximumAgeMs: MAXIMUM_MS, cache: defineCache('trial', 10) },
    (key: string) => key,
    async (keys, within?: number) => {
      began.resolve();
      return within === undefined ? [await ends.promise] : keys.map(() => within);
    },
  );
  const late = find('one');
  await began.promise;
  expect(await find('one', 2)).toBe(2);
  ends.resolve(1);
  expect(await late).toBe(1);
  expect(await find('one')).toBe(2);
  clock.advanceSeconds(-MAXIMUM_MS / 1_000);
  expect(await find('one', 3)).toBe(3);
  expect(await find('one')).toBe(3);
});

test('a statement that fails is the failure of who asked, and the next one is asked anew', async () => {
  let fails = true;
  const find = createJointCache(
    createManualClock(),
    { maximumAgeMs: MAXIMUM_MS, cache: defineCache('trial', 10) },
    (key: string) => key,
    async (keys) => {
      if (fails) throw new Error('the database is away');
      return keys;
    },
  );
  await expect(find('one')).rejects.toThrow('the database is away');
  fails = false;
  expect(await find('one')).toBe('one');
});
