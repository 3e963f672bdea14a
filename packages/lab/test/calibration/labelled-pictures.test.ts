import {
  comparisonsOf,
  countComparisons,
  labelFolders,
  labelPairs,
  parsePairs,
} from '@titular/lab/calibration/labelled-pictures.ts';
import { describe, expect, test } from 'vitest';

const label = (...lines: string[]) => labelPairs(parsePairs(['a,b,same', ...lines].join('\n')));

describe('pairs.csv', () => {
  test('is read with quotes, a byte order mark, either line end and empty lines', () => {
    expect(parsePairs('\ufeffa,b,same\r\n"x, ""1"".jpg", b/2.png ,1\r\n\r\n')).toEqual([
      { line: 2, a: 'x, "1".jpg', b: 'b/2.png', mated: true },
    ]);
  });

  test.each([
    ['another header', 'one,two,same\nx,y,1', 'line 1: the first line must be a,b,same'],
    ['nothing', '', 'line 1'],
    ['too few values', 'a,b,same\nx,y', 'line 2: there must be 3 values'],
    ['another word for the same', 'a,b,same\nx,y,1\nx,z,yes', 'line 3: same must be 1 or 0'],
    ['a quote that stays open', 'a,b,same\n"x,y,1', 'line 2: the quotation marks'],
    ['a quote inside a value', 'a,b,same\nx"y",z,1', 'line 2: the quotation marks'],
    ['words behind a quote', 'a,b,same\n"x"y,z,1', 'line 2: the quotation marks'],
    ['a comma at the end', 'a,b,same\nx,y,1,', 'line 2: there must be 3 values'],
    ['a picture with itself', 'a,b,same\nx,x,1', 'line 2: a picture cannot'],
    ['a pair twice, turned round', 'a,b,same\nx,y,1\ny,x,1', 'line 3: this pair stands further up'],
    ['an absolute path', 'a,b,same\n/etc/passwd,y,1', 'line 2: "/etc/passwd" is no path below'],
    ['a path upwards', 'a,b,same\nx/../../y,z,1', 'line 2: "x/../../y" is no path below'],
    ['a path of another system', 'a,b,same\nx\\y,z,1', 'line 2'],
    ['no path', 'a,b,same\n,z,1', 'line 2'],
  ])('%s is refused with its line', (_what, text, sentence) => {
    expect(() => parsePairs(text)).toThrow(sentence);
  });

  test.each([
    // So long that a reader that goes back over it would not end within the time of a test.
    ['spaces before a mark', `${' '.repeat(2_000_000)}"`],
    ['doubled marks', `"${'""'.repeat(1_000_000)}`],
  ])('a long line of %s is refused without backtracking', (_what, line) => {
    expect(() => parsePairs(`a,b,same\n${line}`)).toThrow('line 2: the quotation marks');
  });

  test('pictures that pairs connect are one person, and a line that says otherwise is refused', () => {
    const labelled = label('1,2,1', '2,3,1', '4,5,1', '1,4,0', '6,5,0');
    const personOf = (path: string) => labelled.persons[labelled.paths.indexOf(path)];
    expect(labelled.personCount).toBe(3);
    expect(personOf('1')).toBe(personOf('3'));
    expect(new Set(['1', '4', '6'].map(personOf)).size).toBe(3);
    expect(countComparisons(labelled)).toEqual({ mated: 3, nonMated: 2 });
    expect(() => label('1,2,1', '2,3,1', '1,3,0')).toThrow('line 4: other lines make both');
  });
});

test('folders are persons, and each picture is compared with every other once', () => {
  const labelled = labelFolders(
    new Map([
      ['ana', ['1.jpg', '2.jpg']],
      ['nobody', []],
      ['rui', ['1.jpg', '2.jpg', '3.jpg']],
    ]),
    [],
  );
  expect(labelled.personCount).toBe(2);
  expect(labelled.paths[2]).toBe('rui/1.jpg');
  expect(countComparisons(labelled)).toEqual({ mated: 4, nonMated: 6 });
  const all = [...comparisonsOf(labelled)];
  expect(all.filter(({ mated }) => mated)).toHaveLength(4);
  expect(all.filter(({ mated }) => !mated)).toHaveLength(6);
  expect(new Set(all.map(({ one, other }) => `${one} ${other}`)).size).toBe(10);
});
