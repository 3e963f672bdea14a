import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { queueP99Ms, slowShare } from '@titular/test-kit/time/machine-speed.ts';
import { expect, test } from 'vitest';
import { commandOf, partsPage, readKept } from '../bench/src/kept/parts-page.ts';
import { apiPage, type KeptRun } from '../bench/src/profile/api-page.ts';
import { moduleOf } from '../bench/src/profile/module-of.ts';
import { ROOT } from '../scripts/durations.ts';

test('the page of figures of the API is what the kept runs say', () => {
  const runs = JSON.parse(readFileSync(join(ROOT, 'bench/figures/api.json'), 'utf8')) as KeptRun[];
  expect(readFileSync(join(ROOT, 'docs/figures/api.md'), 'utf8')).toBe(apiPage(runs));
});

test('the page of figures of the parts is what is kept of each', () => {
  expect(readFileSync(join(ROOT, 'docs/figures/bench.md'), 'utf8')).toBe(partsPage(readKept()));
});

test.each([
  [[], 'npm run bench'],
  [['--only', 'tokens'], 'npm run bench -- --only tokens'],
])('the words %j are kept as the command that repeats them', (words, command) => {
  expect(commandOf(words)).toBe(command);
});

test.each([
  ['node:internal/timers', 'insert', 'node:internal/timers'],
  ['node:_http_server', 'resOnFinish', 'node:_http_server'],
  ['file:///srv/node_modules/@fastify/send/index.js', 'send', '@fastify/send'],
  ['/srv/node_modules/pg/lib/client.js', 'query', 'pg'],
  ['file:///srv/packages/server/src/kernel/http/add-route.ts', 'handler', 'server/kernel/http'],
  ['file:///srv/packages/server/src/transactions/create/name.ts', 'parse', 'server/transactions'],
  ['file:///srv/packages/contract/src/errors.ts', '', 'contract'],
  ['', 'writev', 'writev'],
  ['', '', 'native'],
])('a function at "%s" with the name "%s" belongs to %s', (url, functionName, module) => {
  expect(moduleOf({ functionName, url })).toBe(module);
});

const EVEN = Array.from({ length: 1_000 }, () => 100);
/** At a tenth of its speed for `windows` of each hundred. */
const slowFor = (windows: number): number[] =>
  EVEN.map((whole, at) => (at % 100 < windows ? whole / 10 : whole));

test('a machine of even speed delays nothing at half load', () => {
  expect([slowShare(EVEN), queueP99Ms(EVEN, 0.5)]).toEqual([0, 0]);
});

test('a slow spell delays what comes in it and until its backlog is gone', () => {
  const pieces = slowFor(5);
  expect(slowShare(pieces)).toBe(0.05);
  // Five windows leave 40 of 50 pieces each: 200, which is what comes in 40 ms.
  expect(queueP99Ms(pieces, 0.5)).toBe(40);
  expect(queueP99Ms(pieces, 0.05)).toBe(0);
});
