import { isCnpj, isCpf } from '@titular/contract';
import { parseIdentity } from '@titular/server/identity/identity.ts';
import { newCpf } from '@titular/test-kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const endings = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0'));
const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));
const alphanumerics = fc
  .array(fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), { minLength: 12, maxLength: 12 })
  .map((all) => all.join(''));
const isUniform = (text: string): boolean => new Set(text).size === 1;

describe('CPF', () => {
  test.each(['52998224725', '11144477735', '00000000191', '12345678909'])('%s is sound', (value) => {
    expect(isCpf(value)).toBe(true);
  });

  test.each([
    '52998224724',
    '52998224735',
    '5299822472',
    '052998224725',
    '529.982.247-25',
    ' 52998224725',
    '52998224725\n',
    '５２９９８２２４７２５',
    '٥٢٩٩٨٢٢٤٧٢٥',
    '',
    ...Array.from({ length: 10 }, (_, digit) => String(digit).repeat(11)),
  ])('%j is not sound', (value) => {
    expect(isCpf(value)).toBe(false);
  });

  test('of the hundred endings of nine digits exactly one is sound', () => {
    fc.assert(
      fc.property(digits(9), (nine) => {
        fc.pre(!isUniform(nine));
        expect(endings.filter((ending) => isCpf(nine + ending))).toHaveLength(1);
      }),
    );
  });

  test('two neighbours that differ and change places are found out, but for what the check digit cannot tell', () => {
    fc.assert(
      fc.property(digits(9), fc.integer({ min: 0, max: 7 }), (nine, at) => {
        const swapped = nine.slice(0, at) + nine[at + 1] + nine[at] + nine.slice(at + 2);
        fc.pre(swapped !== nine && !isUniform(nine));
        const ending = endings.find((one) => isCpf(nine + one)) ?? '';
        // Remainders 0 and 1 share the digit 0, so only an ending without 0 is certain to tell.
        fc.pre(!ending.includes('0'));
        expect(isCpf(swapped + ending)).toBe(false);
      }),
    );
  });

  test('the builder of the test kit makes sound ones', () => {
    for (let count = 0; count < 500; count += 1) expect(isCpf(newCpf())).toBe(true);
  });
});

describe('CNPJ', () => {
  test.each(['11222333000181', '11444777000161', '12ABC34501DE35', '00000000000191'])(
    '%s is sound',
    (value) => {
      expect(isCnpj(value)).toBe(true);
    },
  );

  test.each([
    '11222333000180',
    '12ABC34501DE36',
    '12abc34501de35',
    '11.222.333/0001-81',
    '1122233300018',
    '112223330001811',
    '12ABC34501DEA5',
    '12ÁBC34501DE35',
    '11222333000181\n',
    '',
    ...Array.from({ length: 10 }, (_, digit) => String(digit).repeat(14)),
  ])('%j is not sound', (value) => {
    expect(isCnpj(value)).toBe(false);
  });

  test('of the hundred endings of twelve letters and digits exactly one is sound', () => {
    fc.assert(
      fc.property(alphanumerics, (twelve) => {
        fc.pre(!isUniform(twelve));
        expect(endings.filter((ending) => isCnpj(twelve + ending))).toHaveLength(1);
      }),
    );
  });

  test('digits alone are checked as before letters came: each worth itself', () => {
    fc.assert(
      fc.property(digits(12), (twelve) => {
        fc.pre(!isUniform(twelve));
        const sum = (text: string, weights: readonly number[]): number =>
          [...text].reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), 0);
        const toDigit = (total: number): number => (total % 11 < 2 ? 0 : 11 - (total % 11));
        const weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
        const first = toDigit(sum(twelve, weights.slice(1)));
        const second = toDigit(sum(`${twelve}${first}`, weights));
        expect(isCnpj(`${twelve}${first}${second}`)).toBe(true);
      }),
    );
  });
});

describe('identities', () => {
  test('a CNPJ in small letters is kept in capitals, so that one company has one identity', () => {
    expect(parseIdentity('cnpj', '12abc34501de35')).toEqual({
      kind: 'identity',
      identity: { key: 'cnpj', value: '12ABC34501DE35' },
    });
  });

  test.each(['CPF', 'ssn', '', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'cpf '])(
    'the key %j is no register that is known',
    (key) => {
      expect(parseIdentity(key, '52998224725')).toMatchObject({ kind: 'refused', field: 'identity.key' });
    },
  );

  test('any text whatever is an identity or is refused, and a refusal never repeats the value', () => {
    fc.assert(
      fc.property(fc.constantFrom('cpf', 'cnpj'), fc.string({ unit: 'binary' }), (key, value) => {
        const parsed = parseIdentity(key, value);
        if (parsed.kind === 'refused') expect(Object.keys(parsed).sort()).toEqual(['field', 'kind', 'rule']);
        else expect(parsed.identity.value).toMatch(key === 'cpf' ? /^[0-9]{11}$/ : /^[0-9A-Z]{12}[0-9]{2}$/);
      }),
    );
  });
});
