import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '@titular/cli/frame/run-command.ts';
import { findEnoughRate, simulateLimit } from '@titular/contract/simulate-limit';
import { openTrial } from '@titular/lab/ephemeral-service/trial-service.ts';
import { parseAccessLog, parseLogTime } from '@titular/server/rate-limits/parse-access-log.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const at = (...seconds: number[]) => seconds.map((atSeconds, index) => ({ line: index + 1, atSeconds }));
const even = (perSecond: number, seconds: number) =>
  at(...Array.from({ length: perSecond * seconds }, (_, index) => index / perSecond));

describe('a simulated limit', () => {
  test('takes the burst at once, and then the rate', () => {
    const refusals = simulateLimit(at(...Array(12).fill(100), 100.1, 101.1), {
      ratePerSecond: 10,
      burst: 10,
    });
    expect(refusals.map(({ line, retryAfterSeconds }) => [line, retryAfterSeconds])).toEqual([
      [11, 1],
      [12, 1],
    ]);
  });

  test('at its rate it refuses none, at twice the rate half of what follows the burst (R66)', () => {
    const policy = { ratePerSecond: 10, burst: 10 };
    expect(simulateLimit(even(10, 60), policy)).toEqual([]);
    const refused = simulateLimit(even(20, 60), policy).length;
    expect(1200 - refused).toBeGreaterThanOrEqual(600);
    expect(1200 - refused).toBeLessThanOrEqual(611);
  });

  test('never takes more than rate times span and burst, and one that waits as told is taken', () => {
    const times = fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(
        times,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        (seconds, ratePerSecond, burst) => {
          const requests = at(...seconds.sort((a, b) => a - b));
          const policy = { ratePerSecond, burst };
          const refusals = simulateLimit(requests, policy);
          const span = (requests.at(-1)?.atSeconds ?? 0) - (requests[0]?.atSeconds ?? 0);
          expect(requests.length - refusals.length).toBeLessThanOrEqual(span * ratePerSecond + burst + 1e-3);
          const first = refusals[0];
          if (!first) return;
          const before = requests.slice(0, first.line - 1);
          const obeying = { line: 0, atSeconds: first.atSeconds + first.retryAfterSeconds };
          expect(simulateLimit([...before, obeying], policy)).toEqual([]);
        },
      ),
    );
  });

  test('finds the smallest rate that is enough', () => {
    expect(findEnoughRate(even(25, 10), 5)).toBe(25);
    expect(findEnoughRate(at(1, 1, 1), 2)).toBeUndefined();
  });

  test('is as exact with the times of today as with those of 1970', () => {
    const today = Date.UTC(2026, 10, 27, 16, 0, 1, 123) / 1_000;
    const together = Array(60).fill(today);
    expect(findEnoughRate(at(...together), 60)).toBe(1);
    expect(findEnoughRate(at(...together), 59)).toBeUndefined();
    const spread = Array.from({ length: 250 }, (_, index) => today + index / 25);
    expect(findEnoughRate(at(...spread), 5)).toBe(25);
    expect(simulateLimit(at(...spread), { ratePerSecond: 25, burst: 1 })).toEqual([]);
  });
});

describe('an access log', () => {
  test.each([
    ['127.0.0.1 - - [21/Nov/2026:16:00:01 +0000] "GET / HTTP/1.1" 200 5', '2026-11-21T16:00:01Z'],
    ['::1 - joe [21/Nov/2026:13:00:01 -0300] "GET / HTTP/1.1" 200 5 "-" "curl"', '2026-11-21T16:00:01Z'],
    ['{"level":30,"time":1795276801000,"msg":"x"}', '2026-11-21T16:00:01Z'],
    ['{"@timestamp":"2026-11-21T16:00:01.500Z"}', '2026-11-21T16:00:01.500Z'],
    ['{"ts":1795276801.25}', '2026-11-21T16:00:01.250Z'],
    ['2026-11-21T16:00:01Z GET /', '2026-11-21T16:00:01Z'],
    ['2026-11-21 16:00:01.250 GET /', '2026-11-21T16:00:01.250Z'],
  ])('%s came at %s', (line, expected) => {
    expect(parseLogTime(line)).toBe(Date.parse(expected) / 1000);
  });

  test.each([
    '',
    'GET /',
    '{"time":"never"}',
    '{broken',
    '[41/Nov/2026:16:00:01] x',
    '[21/Xxx/2026:16:00:01 +0000]',
  ])('%j tells no time', (line) => {
    expect(parseLogTime(line)).toBeUndefined();
  });

  test('is put in the order in which requests came, with the number of each line', () => {
    const text = '2026-11-21T16:00:02Z b\n\nnothing\n2026-11-21T16:00:01Z a\n';
    const { requests, unreadable } = parseAccessLog(text);
    expect([requests.map(({ line }) => line), unreadable]).toEqual([[4, 1], 1]);
  });
});

describe('titular limits simulate', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'titular-log-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  async function run(...words: string[]): Promise<{ code: number; output: string; errors: string }> {
    let [output, errors] = ['', ''];
    const code = await runCommandLine(['limits', 'simulate', ...words], {
      environment: {},
      output: { write: (text) => (output += text) },
      errors: { write: (text) => (errors += text) },
      onInterrupt: () => () => undefined,
      openTrial,
    });
    return { code, output, errors };
  }

  test('tells which requests would have been refused, and which rate is enough, without a database', async () => {
    const file = join(directory, 'access.log');
    const lines = Array.from({ length: 30 }, () => '2026-11-21T16:00:01Z GET /');
    await writeFile(file, `${lines.join('\n')}\n`);
    const people = await run(file, '--rate', '10');
    expect(people.code).toBe(0);
    expect(people.output).toContain('20 of 30 requests would have been refused');
    expect(people.output).toContain('No rate would suffice with a burst of 10.');
    const script = await run(file, '--rate', '10', '--json');
    expect(JSON.parse(script.output)).toHaveLength(20);
    const summary = await run(file, '--rate', '10', '--burst', '30', '--summary', '--json');
    expect(JSON.parse(summary.output)).toMatchObject({ requests: 30, refused: 0, busiestSecond: 30 });
  });

  test('says what is wrong with a file that is not there or is no log, or a rate that is none', async () => {
    expect(await run(join(directory, 'none.log'))).toMatchObject({ code: 3, output: '' });
    const file = join(directory, 'words.txt');
    await writeFile(file, 'nothing here\n');
    expect((await run(file)).errors).toContain('contains the time of a request');
    expect((await run(file, '--rate', '0')).code).toBe(2);
  });
});
