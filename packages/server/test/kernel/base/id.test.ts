import { isId, newId } from '@titular/server/kernel/base/id.ts';
import { digest, newSecret, sameDigest } from '@titular/server/kernel/base/secret.ts';
import { describe, expect, test } from 'vitest';

describe('ids', () => {
  test('are UUIDs of version 7 that sort by their time (RFC 9562)', () => {
    const ids = [0, 1, 1_700_000_000_000, 2 ** 48 - 1].map((nowMs) => newId(nowMs));
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([...ids].sort()).toEqual(ids);
    expect(isId(newId())).toBe(true);
  });

  test('sort as they were made within one millisecond, and are unique (RFC 9562 section 6.2)', () => {
    const ids = Array.from({ length: 10_000 }, () => newId(1_700_000_000_000));
    expect(new Set(ids).size).toBe(10_000);
    expect([...ids].sort()).toEqual(ids);
  });

  test('sort as they were made where two requests that began at different instants make them in turns', () => {
    const made = Array.from({ length: 1_000 }, (_, turn) => newId(1_700_000_100_000 + (turn % 20)));
    for (let instant = 0; instant < 20; instant += 1) {
      const ofInstant = made.filter((_, turn) => turn % 20 === instant);
      expect([...ofInstant].sort()).toEqual(ofInstant);
    }
  });

  test('tell nobody how many were made between two instants', () => {
    const counts = Array.from({ length: 200 }, (_, at) => newId(1_700_000_200_000 + at).slice(14, 23));
    // Each count begins at random: one that ran on would sort as it was made.
    expect([...counts].sort()).not.toEqual(counts);
    expect(new Set(counts).size).toBeGreaterThan(190);
  });

  test.each([
    ['019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e', true],
    ['019AA3C5-1F5A-7A51-8E1C-6A1F6B7C8D9E', true],
    ['00000000-0000-0000-0000-000000000000', true],
    ['019aa3c51f5a7a518e1c6a1f6b7c8d9e', false],
    ['{019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e}', false],
    ['urn:uuid:019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e', false],
    ['019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e\n', false],
    ['019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9', false],
    ['019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9g', false],
    ['０19aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e', false],
    ['', false],
  ])('%j is an id: %s (R32)', (text, isOne) => {
    expect(isId(text)).toBe(isOne);
  });
});

describe('secrets', () => {
  test('hold 256 random bits behind their prefix', () => {
    const secrets = Array.from({ length: 1_000 }, () => newSecret('tcs_'));
    expect(new Set(secrets).size).toBe(1_000);
    for (const secret of secrets) expect(secret).toMatch(/^tcs_[A-Za-z0-9_-]{43}$/);
  });

  test('are compared by digest, and digests of different lengths are not equal (R38)', () => {
    expect(sameDigest(digest('a'), digest('a'))).toBe(true);
    expect(sameDigest(digest('a'), digest('b'))).toBe(false);
    expect(sameDigest(digest('a'), digest('a').subarray(1))).toBe(false);
    expect(sameDigest(Buffer.alloc(0), digest('a'))).toBe(false);
  });
});
