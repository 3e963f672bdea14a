import type { ErrorCode } from '@titular/contract';
import { describe, expect, test } from 'vitest';
import {
  checkDraft,
  type Draft,
  emptyDraft,
  fieldOfRefusal,
  readAmount,
  toRequest,
} from '../../src/pages/transactions/new/draft.ts';
import { Refused } from '../../src/service/failures.ts';

const COMPANY = '019aa3c9-7e21-7b08-8a3e-1d2c3b4a5f08';
const WHOLE: Draft = {
  ...emptyDraft(COMPANY, 'key'),
  ...{ orderNumber: ' order-1 ', identity: '529.982.247-25', first: '4111 1111', last: '1111' },
  ...{ name: 'Maria da Silva', expiration: '12/39', value: '1.234,50', currency: 'BRL' },
};

describe('a transaction that is typed by hand', () => {
  test('is sent as the contract has it, without what people write between digits', () => {
    expect(checkDraft(WHOLE)).toEqual({});
    expect(toRequest(WHOLE)).toEqual({
      identity: { key: 'cpf', value: '52998224725' },
      orderNumber: 'order-1',
      company: COMPANY,
      card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva', expirationDate: '12/39' },
      value: 1234.5,
      currency: 'BRL',
    });
  });

  test('leaves out what is optional and empty, and a currency without an amount', () => {
    const request = toRequest({ ...WHOLE, value: '', expiration: '' });
    expect(request).not.toHaveProperty('value');
    expect(request).not.toHaveProperty('currency');
    expect(request.card).not.toHaveProperty('expirationDate');
  });

  test('says of each field what is wrong with it', () => {
    expect(Object.keys(checkDraft(emptyDraft('', 'key'))).sort()).toEqual(
      ['company', 'first', 'identity', 'last', 'name', 'orderNumber'].sort(),
    );
    const wrong = {
      ...WHOLE,
      identity: '52998224726',
      first: '411111',
      last: 'x',
      expiration: '13/39',
      value: 'x',
    };
    expect(checkDraft(wrong)).toEqual({
      identity: 'createWrongIdentity',
      first: 'createWrongFirst',
      last: 'createWrongLast',
      expiration: 'createWrongExpiration',
      value: 'createWrongValue',
    });
  });

  test.each([
    ['199,90', '199.90'],
    ['199.90', '199.90'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1.234.567', '1234567'],
    ['1 234', '1234'],
    ['0,5', '0.5'],
    ['12,', '12'],
    ['-1', undefined],
    ['abc', undefined],
    ['1,23456', undefined],
    ['1,234,567.89', '1234567.89'],
    ['1 234 567,5', '1234567.5'],
    ['1\u00a0234,50', '1234.50'],
    [' 0012 ', '0012'],
    ['1.23.4', undefined],
    ['1.2.3', undefined],
    ['1.234.56', undefined],
    ['1,234.567.890', undefined],
    ['1.234,567.8', undefined],
    ['1 23', undefined],
    ['1 234.567,8', undefined],
    ['0.001.234', undefined],
    ['1..5', undefined],
    ['1.,5', undefined],
    ['.5', undefined],
    ['.', undefined],
    ['+1', undefined],
    ['\u22121', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['R$ 10', undefined],
    ["1'234", undefined],
    ['\u0661\u0662', undefined],
    ['\uff11', undefined],
    ['12345678901234', undefined],
    ['9999999999999', '9999999999999'],
    ['99.999.999.999,9900', '99999999999.9900'],
    ['0,0001', '0.0001'],
    ['000', '000'],
    ['9999999999999.9999', undefined],
    ['9'.repeat(100_000), undefined],
    [`${'1.'.repeat(50_000)}x`, undefined],
  ])('reads the amount %s', (typed, exact) => {
    expect(readAmount(typed)).toBe(exact);
  });
});

describe('an amount with one mark and three digits behind it', () => {
  test.each(['1.500', '1,500', ' 12.345 ', '999,999'])('is not guessed: %s', (value) => {
    expect(checkDraft({ ...WHOLE, value })).toEqual({ value: 'createAmbiguousValue' });
  });

  test.each(['0.125', '1234.567', '1.500,00', '1.234.567', '1500', '1,50'])('is clear: %s', (value) => {
    expect(checkDraft({ ...WHOLE, value })).toEqual({});
  });
});

describe('a refusal of the server', () => {
  const refused = (code: ErrorCode, detail?: string): Refused =>
    new Refused(code, 400, undefined, undefined, detail);

  test.each([
    [refused('40024'), 'name'],
    [refused('40027'), 'orderNumber'],
    [refused('40045'), 'value'],
    [refused('40002', 'card.binDigits must be 8 digits.'), 'first'],
    [refused('40002', 'identity.value must be 11 digits.'), 'identity'],
    [refused('40002', 'orderNumber is blank.'), 'orderNumber'],
    [refused('40002'), undefined],
    [new TypeError('no'), undefined],
  ])('stands beside the field that it is about', (failure, field) => {
    expect(fieldOfRefusal(failure)).toBe(field);
  });
});
