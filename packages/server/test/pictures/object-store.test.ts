import {
  type StoreFaultMode,
  startObjectStore,
  type TestObjectStore,
} from '@titular/test-kit/objects/object-store.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBucketOf } from './object-fixture.ts';

let store: TestObjectStore;

beforeEach(async () => {
  store = await startObjectStore();
});
afterEach(() => store.close());

const bytes = Buffer.from([0, 1, 2, 253, 254, 255]);

describe('the client of an object store', () => {
  test('gives back the bytes that were put, and nothing for a name that is not there (S31)', async () => {
    const bucket = openBucketOf(store);
    await bucket.put('titular/pictures/0a-b_c/9.1', bytes);
    expect(await bucket.get('titular/pictures/0a-b_c/9.1')).toEqual(bytes);
    expect(await bucket.get('titular/pictures/other')).toBeUndefined();
    await bucket.remove('titular/pictures/0a-b_c/9.1');
    await bucket.remove('titular/pictures/0a-b_c/9.1');
    expect(store.objects().size).toBe(0);
  });

  test.each([
    ['secretKey', 'another/secret', /403 SignatureDoesNotMatch/],
    ['region', 'eu-west-1', /403 SignatureDoesNotMatch/],
  ])('is refused with another %s, and does not try again (S32)', async (key, value, words) => {
    await expect(openBucketOf(store, { [key]: value }).put('x', bytes)).rejects.toMatchObject({
      fault: 'denied',
      message: expect.stringMatching(words),
    });
    expect(store.calls).toHaveLength(1);
  });

  test('lists every object of a prefix over several pages, and no other', async () => {
    const bucket = openBucketOf(store);
    const names = [...Array(8).keys()].map((n) => `titular/pictures/${n}`);
    for (const name of [...names, 'elsewhere/1']) await bucket.put(name, bytes);
    const listed: string[] = [];
    for await (const page of bucket.list('titular/pictures/')) listed.push(...page.map(({ name }) => name));
    expect(listed.toSorted()).toEqual(names);
  });

  test('deletes every version of an object, and none of another whose name begins alike (S33)', async () => {
    store.keepVersions();
    const bucket = openBucketOf(store);
    for (const name of ['one', 'one', 'one', 'one', 'one', 'one-more']) await bucket.put(name, bytes);
    await bucket.remove('one');
    expect(store.versions().map(({ name }) => name)).toEqual(['one-more']);
  });

  test.each<[StoreFaultMode, string, number]>([
    ['denied', 'denied', 1],
    ['full', 'full', 1],
    ['broken', 'broken', 2],
    ['silent', 'late', 2],
    ['cut-after-put', 'away', 2],
  ])('says of a store that is %s that it is %s, after %i tries (S32)', async (mode, fault, tries) => {
    store.fail(mode);
    await expect(openBucketOf(store).put('x', bytes)).rejects.toMatchObject({ fault });
    expect(store.calls).toHaveLength(tries);
  });

  test('says of a store that nobody listens for that it is away, without the keys (S32)', async () => {
    const { url, keys } = store;
    await store.close();
    const error = await openBucketOf({ ...store, url })
      .get('x')
      .catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ fault: 'away' });
    expect(String(error)).not.toContain(keys.secretKey);
    store = await startObjectStore();
  });
});
