import { Refusal } from '@titular/server/kernel/base/refusal.ts';
import {
  numberSource,
  parseStrictClaims,
  parseStrictJson,
} from '@titular/server/kernel/http/body/strict-json.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

function outcomeOf(parse: (body: Uint8Array) => object, body: Uint8Array): string {
  try {
    parse(body);
    return 'accepted';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

function outcome(body: Uint8Array): string {
  const code = outcomeOf(parseStrictJson, body);
  expect(outcomeOf(parseStrictClaims, body), 'claims are read as strictly').toBe(code);
  return code;
}

describe('bodies that are refused with 40001 (R24)', () => {
  test.each([
    ['nothing', bytes()],
    ['spaces', bytes('  \n ')],
    ['a byte order mark', bytes([0xef, 0xbb, 0xbf], '{}')],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['a lone continuation byte', bytes('{"a":"', [0x80], '"}')],
    ['a cut sequence', bytes('{"a":"', [0xe2, 0x82], '"}')],
    ['an overlong slash', bytes('{"a":"', [0xc0, 0xaf], '"}')],
    ['an encoded surrogate', bytes('{"a":"', [0xed, 0xa0, 0x80], '"}')],
    ['a code point above U+10FFFF', bytes('{"a":"', [0xf4, 0x90, 0x80, 0x80], '"}')],
    ['a byte that UTF-8 never has', bytes('{"a":"', [0xff], '"}')],
    ['broken bytes in a name', bytes('{"', [0xff], '":1}')],
    ['broken bytes after the end', bytes('{}', [0xff])],
    ['text after the end', bytes('{} {}')],
    ['a cut object', bytes('{"a":1')],
    ['a trailing comma', bytes('{"a":1,}')],
    ['a comment', bytes('{"a":1/* */}')],
    ['single quotes', bytes("{'a':1}")],
    ['a bare name', bytes('{a:1}')],
    ['NaN', bytes('{"a":NaN}')],
    ['Infinity', bytes('{"a":-Infinity}')],
    ['a hexadecimal number', bytes('{"a":0x10}')],
    ['a leading zero', bytes('{"a":01}')],
    ['a number that begins with a point', bytes('{"a":.5}')],
    ['a number that ends with a point', bytes('{"a":5.}')],
    ['a plus sign', bytes('{"a":+1}')],
    ['a tabulator in a text', bytes('{"a":"\t"}')],
    ['NUL in a text', bytes('{"a":"\0"}')],
    ['an unknown escape', bytes('{"a":"\\x41"}')],
    ['a cut escape', bytes('{"a":"\\u12"}')],
    ['a null', bytes('null')],
    ['a number', bytes('7')],
    ['a text', bytes('"x"')],
    ['an array', bytes('[{}]')],
    ['a name twice', bytes('{"a":1,"a":2}')],
    ['a name twice, the second escaped', bytes('{"a":1,"\\u0061":2}')],
    ['a name twice, deep down', bytes('{"x":[{"y":{"a":1,"b":2,"a":3}}]}')],
    ['a name twice, with objects between', bytes('{"a":{"a":1},"b":[{"a":1}],"a":2}')],
    ['__proto__ twice', bytes('{"__proto__":1,"__proto__":2}')],
    ['an empty name twice', bytes('{"":1,"":2}')],
    ['17 levels', bytes('{"a":'.repeat(17), '1', '}'.repeat(17))],
    ['17 levels of arrays', bytes('{"a":', '['.repeat(16), ']'.repeat(16), '}')],
    ['16,000 levels', bytes('['.repeat(16_000), ']'.repeat(16_000))],
    ['16,000 open levels', bytes('{"a":'.repeat(6_000))],
  ])('%s', (_what, body) => {
    expect(outcome(body)).toBe('40001');
  });
});

test.each([
  [bytes(), 'The body is empty.'],
  [bytes(' \n'), 'The body is empty.'],
  [bytes([0xef, 0xbb, 0xbf], '{}'), 'The body begins with a byte order mark: send UTF-8 without one.'],
  [bytes('{"a":1,}'), 'The body is not JSON from character 7 on.'],
  [bytes("{'a':1}"), 'The body is not JSON from character 1 on.'],
  [bytes('{"a":1,"a":2}'), 'The body gives a name a second time, at character 7.'],
  [bytes('{"a":1'), 'The body is not JSON from character 6 on.'],
  [bytes('" in JSON at position 5'), 'The body is not JSON from character 23 on.'],
  [bytes('[]'), 'The body is not a JSON object.'],
  [Buffer.from('{"a":"é"}', 'latin1'), 'The body is not UTF-8.'],
])('%s is refused with words that say what is wrong with it: %s', (body, message) => {
  expect(() => parseStrictJson(body)).toThrow(expect.objectContaining({ code: '40001', message }));
});

describe('bodies that are read', () => {
  test.each([
    ['an empty object', '{}'],
    ['16 levels', `${'{"a":'.repeat(16)}1${'}'.repeat(16)}`],
    ['many objects side by side', `{"a":[${'{},'.repeat(1000)}{}]}`],
    ['one name at different depths', '{"a":{"a":{"a":[{"a":1},{"a":1}]}}}'],
    ['brackets and commas inside texts', '{"a":"[[[[{{{{,\\"a\\":","b":"\\\\"}'],
    ['names with quotes and backslashes', '{"\\"":1,"\\\\":2,"\\\\\\"":3}'],
    ['names that differ in their normal form', '{"é":1,"e\u0301":2}'],
    ['large numbers', '{"a":1e400,"b":-0,"c":123456789012345678901234567890}'],
    ['spaces of every kind that JSON knows', ' \t\r\n{ "a" : [ 1 , 2 ] }\n'],
  ])('%s', (_what, text) => {
    expect(outcome(bytes(text))).toBe('accepted');
  });

  test('lone surrogates that are escaped arrive as they are, for the rules of the fields to refuse', () => {
    expect(parseStrictJson(bytes('{"a":"\\ud800"}'))).toEqual({ a: '\ud800' });
  });

  test('no character is repaired, and names of the prototype are only names (R21)', () => {
    const body = parseStrictJson(
      bytes('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
    );
    expect(Object.keys(body)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('numbers keep the text they were written as, where they were written', () => {
    const body = parseStrictJson(
      bytes('{"value":0.10,"deep":{"value":9007199254740993},"list":[1e2],"text":"1"}'),
    ) as {
      deep: object;
      list: object;
    };
    expect(numberSource(body, 'value')).toBe('0.10');
    expect(numberSource(body.deep, 'value')).toBe('9007199254740993');
    expect(numberSource(body.list, '0')).toBe('1e2');
    expect(numberSource(body, 'text')).toBeUndefined();
    expect(numberSource(body, 'absent')).toBeUndefined();
    expect(numberSource({}, 'value')).toBeUndefined();
  });

  test.each([
    ['after spaces of every kind', '{"a": \t\r\n-0}', '-0'],
    ['behind a text that ends like a number', '{"b":"x:1","a":1.0}', '1.0'],
    ['alone among texts', '{"b":"x","c":"y","a":5e3}', '5e3'],
  ])('a number %s keeps its text', (_where, text, source) => {
    expect(numberSource(parseStrictJson(bytes(text)), 'a')).toBe(source);
  });

  test('every number of every body keeps its text, however the body is indented', () => {
    const spaces = fc.constantFrom(undefined, ' ', '\t', '\n  ');
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), spaces, (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const missing: string[] = [];
        const compare = (holder: unknown): void => {
          if (typeof holder !== 'object' || holder === null) return;
          for (const [key, member] of Object.entries(holder)) {
            if (typeof member === 'number' && Number(numberSource(holder, key)) !== member) missing.push(key);
            compare(member);
          }
        };
        compare(parseStrictJson(bytes(text)));
        expect(missing).toEqual([]);
      }),
    );
  });

  test('a refusal never repeats what the body holds (R29)', () => {
    const pan = '4111111111111111';
    for (const text of [`{"${pan}":1,"${pan}":2}`, `{"a":${pan}`, `{"a":"${pan}"} x`]) {
      try {
        parseStrictJson(bytes(text));
      } catch (error) {
        expect(String(error)).not.toContain(pan);
      }
    }
  });
});

describe('any bytes whatever (R24)', () => {
  test('are an object or are refused with 40001', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (body) => {
        expect(['accepted', '40001']).toContain(outcome(body));
      }),
      { numRuns: 2_000 },
    );
  });

  test('sound JSON means what it always means, or is refused for a name given twice or for depth', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 18 }), (text) => {
        const plain: unknown = JSON.parse(text);
        const isObject = typeof plain === 'object' && plain !== null && !Array.isArray(plain);
        if (outcome(bytes(text)) === 'accepted') expect(parseStrictJson(bytes(text))).toEqual(plain);
        else if (isObject) expect(depthOf(plain)).toBeGreaterThan(16);
      }),
      { numRuns: 1_000 },
    );
  });

  test('sound JSON with one byte changed is what that byte makes it, or refused; never a repaired character', () => {
    const text = bytes('{"identity":{"key":"cpf","value":"52998224725"},"orderNumber":"ação 7"}');
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
        const altered = Buffer.from(text);
        altered[at] = byte;
        if (outcome(altered) !== 'accepted') return;
        expect(Buffer.from(JSON.stringify(parseStrictJson(altered))).includes('\ufffd')).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a name given twice is found wherever it stands', () => {
    const inner = fc.json({ maxDepth: 3 });
    const name = fc.string({ unit: 'binary', maxLength: 5 }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(name, inner, inner, fc.boolean(), (key, first, second, isDeep) => {
        const member = JSON.stringify(key);
        const twice = `{${member}:${first},"other key":0,${member}:${second}}`;
        fc.pre(key !== 'other key');
        expect(outcome(bytes(isDeep ? `{"x":[${twice}]}` : twice))).toBe('40001');
      }),
    );
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
