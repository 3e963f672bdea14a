import { describe, expect, test } from 'vitest';
import type { Line } from '../src/load/journal.ts';
import { judgeLines, listRefusedThere } from '../src/load/judge.ts';

const sent = (order: string, atMs: number): Line => ({ kind: 'sent', order, node: 0, atMs });
const good = (order: string, atMs: number, id = `id-${order}`): Line => ({
  ...{ kind: 'answered', order, atMs, status: 200 },
  body: JSON.stringify({ id, link: 'http://titular.example/c/x' }),
});
const bad = (order: string, atMs: number, status: number, body: string): Line => ({
  ...{ kind: 'answered', order, atMs, status, body },
});
const there = (...orders: string[]): Map<string, string[]> =>
  new Map(orders.map((one) => [one, [`id-${one}`]]));

describe('the judge of a trial (S21)', () => {
  test('finds nothing wrong where each acknowledged create is there once', () => {
    const lines = [sent('a', 0), good('a', 10), sent('b', 500), good('b', 510)];
    expect(judgeLines(lines, there('a', 'b'))).toEqual({
      ...{ sent: 2, acknowledged: 2, lost: 0, doubled: 0, written: 0, outsideContract: 0 },
      ...{ longestGapSeconds: 0.5, slowestSeconds: 0.01, answers: { '200': 2 } },
    });
  });

  test('counts the time before the first success, and all of it without one', () => {
    const refused = bad('a', 20, 500, '{"code":"50001","message":"x"}');
    const gap = (...lines: Line[]): number => judgeLines(lines, new Map()).longestGapSeconds;
    expect(gap(sent('a', 0), refused, sent('b', 7_000), good('b', 7_010))).toBe(7.01);
    expect(gap(sent('a', 1_000), { ...refused, atMs: 5_000 } as Line)).toBe(4);
  });

  test('counts as lost what is not there, and what is there by another id', () => {
    const lines = [
      sent('a', 0),
      good('a', 10),
      sent('b', 20),
      good('b', 30, 'another'),
      sent('c', 40),
      good('c', 50),
    ];
    expect(judgeLines(lines, there('b', 'c')).lost).toBe(2);
  });

  test('counts an order with two transactions as doubled, and a refused one that is there as written', () => {
    const lines = [
      sent('a', 0),
      good('a', 10),
      sent('b', 20),
      bad('b', 30, 500, '{"code":"50001","message":"x"}'),
    ];
    const orders = there('a', 'b').set('a', ['id-a', 'other']);
    expect(judgeLines(lines, orders)).toMatchObject({ doubled: 1, written: 1, lost: 0, outsideContract: 0 });
  });

  test.each<[string, Line[], number]>([
    ['refused', [sent('a', 0), bad('a', 1, 400, '{"code":"40002"}')], 1],
    ['refused for too much to do', [sent('a', 0), bad('a', 1, 429, '{"code":"42901"}')], 1],
    ['refused as there already', [sent('a', 0), bad('a', 1, 400, '{"code":"40027"}')], 0],
    ['of which nothing is known', [sent('a', 0), bad('a', 1, 500, '{}')], 0],
    ['without an answer', [sent('a', 0)], 0],
    ['refused once of twice', [sent('a', 0), sent('a', 0), bad('a', 1, 403, '{}')], 0],
    ['that is not there', [sent('b', 0), bad('b', 1, 400, '{"code":"40002"}')], 0],
  ])('knows a create %s as one that may or may not be there', (_what, lines, count) => {
    expect(listRefusedThere(lines, there('a'))).toHaveLength(count);
  });

  test('counts nothing that another load wrote', () => {
    const orders = there('a', 'older', 'twice').set('twice', ['x', 'y']);
    expect(judgeLines([sent('a', 0), good('a', 10)], orders)).toMatchObject({ doubled: 0, written: 0 });
  });

  test.each([
    ['another status', bad('a', 10, 503, '{"code":"50001","message":"x"}')],
    ['HTML', bad('a', 10, 500, '<html>')],
    ['no code of the catalogue', bad('a', 10, 500, '{"message":"x"}')],
    ['a success without an id', bad('a', 10, 200, '{}')],
    ['a broken connection', { kind: 'answered', order: 'a', atMs: 10, error: 'ECONNRESET' } as Line],
  ])('finds an answer outside the contract: %s', (_, line) => {
    expect(judgeLines([sent('a', 0), line], new Map()).outsideContract).toBe(1);
  });

  test('finds a create that had no answer at all', () => {
    expect(judgeLines([sent('a', 0)], new Map())).toMatchObject({ sent: 1, outsideContract: 1 });
  });

  test('measures the time without a success to the end, if none came back', () => {
    const lines = [
      sent('a', 0),
      good('a', 100),
      sent('b', 200),
      bad('b', 9_100, 500, '{"code":"50001","message":"x"}'),
    ];
    expect(judgeLines(lines, there('a')).longestGapSeconds).toBe(9);
  });
});
