import { describe, expect, test } from 'vitest';
import { hasJava, openDriver } from './run-java.ts';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return 'refused';
  }
};

/** Texts that are JSON, and texts that are not. */
const TEXTS = [
  ...[
    '{}',
    '[]',
    ' {"a" : [1 , null]}\n',
    '"a\\u00e9\\n\\/\\"\\\\"',
    '"😀\\ud83d\\ude00"',
    '"\\ud800"',
    '"é\u007f"',
  ],
  ...[
    '0',
    '-7',
    '-1.5e+3',
    '1E2',
    '9007199254740991',
    '1e400',
    '12345678901234567890',
    'true',
    'false',
    'null',
  ],
  ...['', ' ', '{', '{"a"}', '{"a":}', '{"a":1,}', '{a:1}', '{,}', '[1,]', '[1 2]', '[', ']', '{} {}', '[]x'],
  ...['01', '-', '.5', '1.', '1e', '+1', '0x1', 'NaN', 'Infinity', '1_0', '٣', 'tru', 'True', 'nulls'],
  ...[
    '"',
    '"\n"',
    '"\t"',
    '"\\x"',
    '"\\u12"',
    '"\\u12g4"',
    '"\\u١٢٣٤"',
    "'a'",
    '"a',
    '\u00a01',
    '\ufeff1',
    '1\0',
    '/**/1',
  ],
];

describe.skipIf(!hasJava)('the JSON of the Java client', () => {
  const drive = openDriver();

  test('is read and written as the platform of the service does, and what is none is refused', async () => {
    const { results } = await drive({ texts: TEXTS });
    const told = results.map(({ value, wrong }) => (wrong === undefined ? parse(String(value)) : 'refused'));
    // A number beyond those of a double is none that JSON writes, and half of a character no text.
    const unwritable = ['1e400', '"\\ud800"'];
    const expected = TEXTS.map((text) => (unwritable.includes(text) ? 'refused' : parse(text)));
    expect(Object.fromEntries(TEXTS.map((text, at) => [text, told[at]]))).toEqual(
      Object.fromEntries(TEXTS.map((text, at) => [text, expected[at]])),
    );
  });

  test('is written with all digits of a whole number, however many they are', async () => {
    const digits = '1234567890123456789012345678901234567890';
    const { results } = await drive({ texts: [`$${digits}`] });
    expect(results).toEqual([{ value: digits }]);
  });

  test('has no two members of one name, and is not nested without end', async () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    const { results } = await drive({ texts: ['{"a":1,"a":1}', nested(65), nested(66), nested(100_000)] });
    expect(results.map(({ wrong }) => wrong)).toEqual([
      'an object has two members of one name',
      undefined,
      'the JSON is nested too deep',
      'the JSON is nested too deep',
    ]);
  });
});
