import { type NameProblem, parseCardName } from '@titular/server/transactions/create/card-name.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GENUINE_COMPANIES, GENUINE_NAMES } from './genuine-names.ts';

const mark = '\u0301';

describe('names that are accepted (R28)', () => {
  test.each([
    'José',
    'Ângela',
    "D'Ávila",
    'Müller-Lüdenscheidt',
    'O’Brien',
    '山田 太郎',
    'やまだ タロウ',
    'アン・リー',
    '김민준',
    'Нина Иванова',
    'Γιώργος Παπαδόπουλος',
    'محمد علي',
    'דוד כהן',
    'अनिता शर्मा',
    'สมชาย ใจดี',
    'Գևորգ',
    'გიორგი',
    'Nguyễn Thị Ánh',
    'CONCEIÇÃO DE SÃO JOÃO',
    'Åsa Öberg',
    'Łukasz Żółć',
    'MARIA S. DA SILVA',
    'Silva, Maria',
    'Ng',
    'ab'.repeat(50),
  ])('%s', (name) => {
    expect(parseCardName(name)).toEqual({ kind: 'name', name: name.normalize('NFC') });
  });

  test('in normal form D is the same name as in normal form C', () => {
    for (const name of ['José', 'Ângela', "D'Ávila", 'Nguyễn Thị Ánh', 'Müller-Lüdenscheidt']) {
      expect(parseCardName(name.normalize('NFD'))).toEqual({ kind: 'name', name });
    }
  });

  test('spaces at the ends and twice in a row are no part of a name', () => {
    expect(parseCardName('  Maria   da  Silva ')).toEqual({ kind: 'name', name: 'Maria da Silva' });
  });
});

describe('genuine names', () => {
  const names = Object.values(GENUINE_NAMES).flat();
  const refused = (forms: readonly string[], holder: 'person' | 'company') =>
    forms.flatMap((form) => {
      const parsed = parseCardName(form, holder);
      return parsed.kind === 'name' ? [] : [`${form}: ${parsed.problem}`];
    });

  test('none of 300 is refused, as written, in normal form D, and as embossed (C9, R28)', () => {
    expect(new Set(names).size).toBeGreaterThanOrEqual(300);
    expect(refused(names, 'person')).toEqual([]);
    expect(refused(names, 'company')).toEqual([]);
    expect(
      refused(
        names.map((name) => name.normalize('NFD')),
        'person',
      ),
    ).toEqual([]);
    expect(
      refused(
        names.map((name) => name.toUpperCase()),
        'person',
      ),
    ).toEqual([]);
  });

  test('of companies they have digits and business signs, which no person has (C9)', () => {
    expect(refused(GENUINE_COMPANIES, 'company')).toEqual([]);
    expect(refused(['J&J COMERCIO LTDA', '3M DO BRASIL', 'MARIA 2'], 'person')).toHaveLength(3);
  });

  test.each([
    ['Jean\u2010Luc', 'Jean-Luc'],
    ['Jean\u2011Luc', 'Jean-Luc'],
    ['Jean\u2013Luc', 'Jean-Luc'],
    ['Ann\u00a0Lee', 'Ann Lee'],
    ['渡邉\u3000恒雄', '渡邉 恒雄'],
    ['D`Ângelo', "D'Ângelo"],
    ['ＴＡＲＯ ＹＡＭＡＤＡ', 'TARO YAMADA'],
    ['ﾔﾏﾀﾞ ﾀﾛｳ', 'ヤマダ タロウ'],
    ['葛\u{e0100}城', '葛城'],
    ['SILVA/MARIA D.MR', 'MARIA D SILVA'],
    ['SMITH/JOHN JR', 'JOHN JR SMITH'],
    ['SILVA/', 'SILVA'],
    ['ROSSI / MARIO', 'MARIO ROSSI'],
  ])('%s is kept and compared as %s (C9)', (sent, kept) => {
    expect(parseCardName(sent)).toEqual({ kind: 'name', name: kept });
  });
});

describe('texts that are refused (R28)', () => {
  const cases: [string, string, NameProblem][] = [
    ['a lone high surrogate', 'Maria \ud800', 'encoding'],
    ['a lone low surrogate', '\udc00Maria', 'encoding'],
    ['the replacement character', 'Mar\ufffda', 'encoding'],
    ['UTF-8 read as Latin-1', 'JosÃ© da Silva', 'encoding'],
    ['UTF-8 read as Windows-1252', 'Dâ€™Ávila', 'characters'],
    ['UTF-8 read twice', 'JosÃƒÂ©', 'encoding'],
    ['NUL', 'Maria\0Silva', 'characters'],
    ['a bell', 'Maria\u0007', 'characters'],
    ['a line break', 'Maria\nSilva', 'characters'],
    ['a next-line control', 'Maria\u0085Silva', 'characters'],
    ['a bidirectional override', 'Maria\u202eavliS', 'characters'],
    ['a bidirectional isolate', 'Maria\u2067avliS', 'characters'],
    ['a zero-width space', 'Maria\u200bSilva', 'characters'],
    ['a zero-width joiner', 'Maria\u200dSilva', 'characters'],
    ['a joiner where nothing is joined', 'अनिता \u200dशर्मा', 'characters'],
    ['a Hangul filler', 'Maria\u3164Silva', 'characters'],
    ['a variation selector on a Latin letter', 'Maria\ufe0f', 'characters'],
    ['a byte order mark', '\ufeffMaria', 'characters'],
    ['a soft hyphen', 'Ma\u00adria', 'characters'],
    ['a line separator', 'Maria\u2028Silva', 'characters'],
    ['a private use character', 'Maria\ue000', 'characters'],
    ['an unassigned code point', 'Maria\u0378', 'characters'],
    ['a noncharacter', 'Maria\uffff', 'characters'],
    ['a tag character', 'Maria\u{e0041}', 'characters'],
    ['a digit', 'Maria 2', 'characters'],
    ['an Arabic-Indic digit', 'Maria ٢', 'characters'],
    ['a Roman numeral sign', 'Pedro Ⅱ', 'characters'],
    ['an emoji', 'Maria 😀', 'characters'],
    ['markup', '<b>Maria</b>', 'characters'],
    ['a format string', '%s Maria', 'characters'],
    ['an underline', 'maria_silva', 'characters'],
    ['a full stop alone', '.', 'characters'],
    ['an apostrophe alone', "'", 'characters'],
    ['nothing', '', 'empty'],
    ['only spaces', '    ', 'empty'],
    ['only marks', mark.repeat(2), 'empty'],
    ['a mark before the first letter', `${mark}Maria`, 'marks'],
    ['a mark after the spaces in front', `  ${mark}Maria`, 'marks'],
    ['a mark on a space', `Maria ${mark}Silva`, 'marks'],
    ['a mark on a hyphen', `Maria-${mark}Silva`, 'marks'],
    ['five marks on a letter', `a${mark.repeat(5)}`, 'marks'],
    ['a hundred marks on a letter', `a${mark.repeat(100)}`, 'marks'],
    ['Cyrillic in Latin', 'Mаria', 'mixed_scripts'],
    ['Greek in Latin', 'Μaria', 'mixed_scripts'],
    ['Armenian in Latin', 'Mariա', 'mixed_scripts'],
    ['Latin in Han', '山田 Taro', 'mixed_scripts'],
    ['a Cherokee look-alike', 'MᎪRIA', 'mixed_scripts'],
    ['101 letters', 'a'.repeat(101), 'too_long'],
    ['what is 101 letters written out', '\ufdfa'.repeat(6), 'too_long'],
    ['101 letters of two code units', '𠮷'.repeat(101), 'too_long'],
  ];

  test.each(cases)('%s', (_what, name, problem) => {
    expect(parseCardName(name)).toEqual({ kind: 'refused', problem });
  });
});

describe('any text whatever (R28)', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc.string({ unit: fc.constantFrom(' ', 'a', 'é', mark, '-', "'", '.', 'ж', '山'), maxLength: 30 }),
  );

  test('what is accepted is well-formed, in normal form C, without spaces at the ends, and accepted again as it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseCardName(text);
        if (parsed.kind === 'refused') return;
        expect(parsed.name.isWellFormed()).toBe(true);
        expect(parsed.name).toBe(parsed.name.normalize('NFC').trim());
        expect(parsed.name).toMatch(/^[\p{L}]|^[^\p{M}]/u);
        expect(parsed.name.replace(/´|\u200c|\u200d/gu, '')).not.toMatch(/[\p{C}\p{N}\p{S}]/u);
        expect(parseCardName(parsed.name)).toEqual(parsed);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a text of the largest body is judged', () => {
    for (const piece of ['a', ' ', mark, 'Ã', '山', '.', "'", 'a ', `a${mark}`]) {
      expect(parseCardName(piece.repeat(32_768)).kind).toBe('refused');
    }
  });
});
