import {
  classifySearch,
  readCard,
  readId,
  readIdentities,
  readOrderNumber,
  type SearchKind,
  shortenCard,
} from '@titular/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const ORDER: SearchKind[] = ['order_number', 'order_number_beginning', 'order_number_other_case'];
const also = (...first: SearchKind[]): SearchKind[] => [...first, ...ORDER];

const ID = '019aa3c5-2b10-7d01-9f2d-0c4e5a6b7c01';
const CPF = '52998224725';
const CNPJ = '11222333000181';

/** Every text with what it can be, in the order tried. */
const TABLE: readonly (readonly [text: string, kinds: SearchKind[]])[] = [
  // Ids, and order numbers that look like ids.
  [ID, also('id')],
  [ID.toUpperCase(), also('id')],
  [` ${ID}\n`, also('id')],
  [`{${ID}}`, also('id')],
  [`urn:uuid:${ID}`, also('id')],
  [ID.replaceAll('-', ''), also('id')],
  [`\u200e${ID}\u200f`, also('id')],
  [`\ufeff${ID}`, also('id')],
  ['00000000-0000-0000-0000-000000000000', also('id')],
  ['f47ac10b-58cc-4372-a567-0e02b2c3d479', also('id')],
  [ID.slice(0, -1), also()],
  [`${ID}0`, also()],
  [ID.replace('0', 'g'), also()],
  [`order-${ID}`, also()],
  ['0123456789abcdef0123456789abcdef', also('id')],
  ['0123456789abcdef0123456789abcde', also()],
  // Identities, and order numbers that look like them.
  [CPF, also('identity')],
  ['529.982.247-25', also('identity')],
  ['529 982 247 25', also('identity')],
  ['529.982.247–25', also('identity')],
  ['529.982.247\u201125', also('identity')],
  ['\u00a0529.982.247-25\u00a0', also('identity')],
  ['\u202b529.982.247-25\u202c', also('identity')],
  ['529\u200b982\u200b247\u200b25', also('identity')],
  ['５２９９８２２４７２５', also('identity')],
  ['00000000191', also('identity')],
  ['52998224724', also()],
  ['529.982.247-24', also()],
  ['11111111111', also()],
  ['5299822472', also()],
  ['529982247250', also('card')],
  [CNPJ, also('identity')],
  ['11.222.333/0001-81', also('identity')],
  ['11 222 333 0001 81', also('identity')],
  ['11.222.333/0001-82', also()],
  ['12ABC34501DE35', also('identity')],
  ['12abc34501de35', also('identity')],
  ['12.ABC.345/01DE-35', also('identity')],
  ['12ABC34501DE36', also()],
  ['11111111111111', also()],
  // Cards by first eight and last four, and order numbers that look like them.
  ['411111111111', also('card')],
  ['41111111 1111', also('card')],
  ['41111111****1111', also('card')],
  ['4111 1111 **** 1111', also('card')],
  ['4111 1111 •••• 1111', also('card')],
  ['4111-1111-xxxx-1111', also('card')],
  ['4111 1111 XXXX 1111', also('card')],
  ['41111111…1111', also('card')],
  ['41111111-1111', also('card')],
  ['4111 1111 1111', also('card')],
  ['378282•••••0005', also('card')],
  ['378282 0005', also('card')],
  ['411111 1111', also()],
  ['4111 **** **** 1111', also()],
  ['4111111 1111', also()],
  ['1111', also()],
  ['202611241234', also('card')],
  // Order numbers of every kind.
  ['order-1001', also()],
  ['A', also()],
  ['#1001', also()],
  ['1001/2026', also()],
  ['pedido nº 7', also()],
  ['注文-42', also()],
  ['😀', also()],
  ["' OR 1=1 --", also()],
  ['<b>7</b>', also()],
  ['%_\\', also()],
  ['ORD-2026-0001', also()],
  // Nothing to look for.
  ['', []],
  ['   ', []],
  ['\u200b\u200e\t\n', []],
];

describe('the search box', () => {
  test.each(TABLE.map(([text, kinds]) => [JSON.stringify(text), text, kinds] as const))(
    'reads %s (P1)',
    (_shown, text, kinds) => {
      expect(classifySearch(text)).toEqual(kinds);
    },
  );

  test('is told of at least 60 texts here (P1)', () => {
    expect(new Set(TABLE.map(([text]) => text)).size).toBe(TABLE.length);
    expect(TABLE.length).toBeGreaterThanOrEqual(60);
  });

  test('reads values in their plain form, whatever was copied along (P1)', () => {
    expect(readId(`\u200e {${ID.toUpperCase()}}\n`)).toBe(ID);
    expect(readIdentities('\u202b529.982.247-25\u202c')).toEqual([{ key: 'cpf', value: CPF }]);
    expect(readIdentities('12.abc.345/01de-35')).toEqual([{ key: 'cnpj', value: '12ABC34501DE35' }]);
    expect(readCard(' 4111 1111 •••• 1234 ')).toEqual({ binDigits: '41111111', lastDigits: '1234' });
    expect(readCard('378282*****0005')).toEqual({ binDigits: '378282', lastDigits: '0005' });
    expect(readOrderNumber('\u200e Order  1\u200d7 \n')).toBe('Order  1\u200d7');
  });

  test('shortens what may be a complete card number, before it is sent (P38)', () => {
    expect(shortenCard('4111 1111 1111 1111')).toBe('41111111 1111');
    expect(shortenCard('378282246310005')).toBe('37828224 0005');
    expect(shortenCard('4111111111111112')).toBeUndefined();
    expect(shortenCard('411111111111')).toBeUndefined();
    expect(readCard(shortenCard('4111111111111111') ?? '')).toEqual({
      binDigits: '41111111',
      lastDigits: '1111',
    });
  });

  test('never throws, and reads order numbers last and always', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const kinds = classifySearch(text);
        if (kinds.length > 0) expect(kinds.slice(-3)).toEqual(ORDER);
        expect(kinds.includes('id')).toBe(kinds.length > 0 && readId(text) !== undefined);
      }),
    );
  });
});
