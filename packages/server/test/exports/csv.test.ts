import { toHarmless, toHead, toLines } from '@titular/server/exports/lists/csv.ts';
import { describe, expect, test } from 'vitest';

/** Reads RFC 4180, as nothing of the service does. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === ',') {
      row.push(cell);
      cell = '';
    } else if (!isQuoted && sign === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at += 1;
    } else cell += sign;
  }
  return rows;
}

describe('cells of a file', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    ['  =1+1', "'  =1+1"],
    ['\uFF1D1+1', "'\uFF1D1+1"],
    ['a;=1+1', "a;'=1+1"],
    ['a\n=1+1', "a\n'=1+1"],
    ['a=1+1', 'a=1+1'],
    ['x;"=1+1;y', `x;"'=1+1;y`],
    ['x; =1+1', "x; '=1+1"],
    ["x;'=1+1", "x;''=1+1"],
    ['"=1+1', `'"=1+1`],
    ['\uFE62x', "'\uFE62x"],
    ['x;\uFE66', "x;'\uFE66"],
    ['\uFE63', "'\uFE63"],
    ['\uFE6B', "'\uFE6B"],
    ['2026-01-02', '2026-01-02'],
    ['', ''],
  ])('%j is written as %j, which no spreadsheet runs (P14, R98)', (text, harmless) => {
    expect(toHarmless(text)).toBe(harmless);
  });

  test('come back from the lines as they were, whatever signs they have (P14)', () => {
    let seed = 4180;
    // Park and Miller's generator: the same signs at each run.
    const below = (bound: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % bound;
    };
    const signs = ['a', 'ç', '"', ',', ';', '\r', '\n', '\t', ' ', '=', '-', '@', "'", '\uFE66'];
    const rows = Array.from({ length: 3_000 }, () =>
      Array.from({ length: 4 }, () =>
        Array.from({ length: below(7) }, () => signs[below(signs.length)]).join(''),
      ),
    );
    expect(parse(toLines(rows))).toEqual(rows.map((cells) => cells.map(toHarmless)));
    const begins = /^[\s"]*[=+\-@\uFE66]/;
    const cells = parse(toLines(rows)).flat();
    expect(cells.filter((cell) => begins.test(cell) || /^[\t\r\n]/.test(cell))).toEqual([]);
    // As a spreadsheet does whose lists are parted by semicolons or tabs: it knows no quotes in the middle of a cell.
    const others = toLines(rows).split(/[;\t\r\n]/);
    expect(others.length).toBeGreaterThan(10_000);
    expect(others.filter((cell) => begins.test(cell))).toEqual([]);
  });

  test('of numbers, of truth and of nothing need no quotes, and a file begins with its columns in UTF-8', () => {
    expect(toLines([[1, true, undefined, 'x']])).toBe('1,true,,x\r\n');
    expect(toHead(['a', 'b'])).toBe('\uFEFFa,b\r\n');
  });
});
