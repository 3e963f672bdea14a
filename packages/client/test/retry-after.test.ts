import { expect, test } from 'vitest';
import { parseRetryAfter } from '../src/http/back-off.ts';

test.each([
  [null, undefined],
  ['5', 5],
  [' 0 ', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['2026', 2026],
  ['Thu, 01 Jan 1970 00:01:40 GMT', 90],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Thursday, 01-Jan-70 00:01:40 GMT', 90],
  ['Thu Jan  1 00:01:40 1970', 90],
  ['Saturday, 01-Jan-00 00:00:00 GMT', 946_684_790],
  ['Sunday, 01-Jan-99 00:00:00 GMT', 915_148_790],
  ['Saturday, 01-Jan-21 00:00:00 GMT', 0],
  ['9999999999', 999_999_999],
  ['1'.repeat(400), 999_999_999],
])('Retry-After %j is %j (R71)', (header, seconds) => {
  expect(parseRetryAfter(header, 10_000)).toBe(seconds);
});
