import { expect, test } from 'vitest';
import { read, sources } from './sources.ts';

/** Calls that Safari 14.0, Chrome 86 or Firefox 78 do not know: a build lowers syntax, and neither these nor assertions of what stands before. */
const NEWER: readonly RegExp[] = [
  /\.at\(/,
  /\.find(Last|LastIndex)\(/,
  /\.to(Sorted|Reversed|Spliced)\(/,
  /\bObject\.(hasOwn|groupBy)\b/,
  /\bMap\.groupBy\b/,
  /\bArray\.fromAsync\b/,
  /\bPromise\.(any|try|withResolvers)\b/,
  /\bAbortSignal\.(any|timeout|abort)\b/,
  /\.throwIfAborted\(/,
  /\bURL\.(canParse|parse)\b/,
  /\bstructuredClone\(/,
  /\brandomUUID\(/,
  /\brequestIdleCallback\(/,
  /\bnew (WeakRef|FinalizationRegistry|AggregateError)\b/,
  /\bIntl\.(ListFormat|DisplayNames|Segmenter|DurationFormat)\b/,
  /\b(dateStyle|timeStyle|formatRange)\b|style: 'unit'/,
  /\.checkVisibility\(/,
  /addEventListener\([^)]*\bsignal\b/,
  /\(\?<[=!]/,
];

/** Written into documents by the build, or shown to operators in the portal alone. */
const ELSEWHERE = /\/(preview\/|first-words\.ts$)/;

const inBrowsers = sources.filter(
  (file) => /^packages\/(capture-page|web-sdk)\/src\//.test(file) && !ELSEWHERE.test(file),
);

test('the page and the SDK call nothing that the browsers of their builds do not know (R58)', () => {
  expect(inBrowsers.length).toBeGreaterThan(100);
  const found = inBrowsers.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (NEWER.some((call) => call.test(line)) ? [`${file}:${index + 1}`] : [])),
  );
  expect(found).toEqual([]);
});
