import { expect, test } from 'vitest';
import { read, serverSources, tracked } from './sources.ts';

/** First or only parts of the keys of advisory locks; hashes of names and ids have no number of ours. */
const KEY = /\b7_?483_?5\d\d\b/g;

/** Also taken by triggers of the database, in the same meaning: the lock under which a tenant is frozen for its move. */
const OF_BOTH = ['7483511'];

/** Until no node of the release that gave two locks this key is there; the second parts of the two are hashes of other ids. */
const OF_TWO_FILES = ['7483514'];

const keysIn = (file: string): string[] => [
  ...new Set((read(file).match(KEY) ?? []).map((key) => key.replaceAll('_', ''))),
];

test('each key of an advisory lock is written in one file alone: two locks with one key would wait for each other (R93)', () => {
  const files = new Map<string, string[]>();
  for (const file of serverSources)
    for (const key of keysIn(file)) files.set(key, [...(files.get(key) ?? []), file]);
  expect(files.size).toBeGreaterThan(10);
  expect([...files].filter(([, some]) => some.length > 1).map(([key]) => key)).toEqual(OF_TWO_FILES);
  const ofTriggers = tracked.filter((file) => file.endsWith('.sql')).flatMap(keysIn);
  expect(ofTriggers.filter((key) => files.has(key) && !OF_BOTH.includes(key))).toEqual([]);
});
