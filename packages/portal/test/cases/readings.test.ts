import type { Permission } from '@titular/contract/permissions';
import { describe, expect, test } from 'vitest';
import { readText } from '../../src/find/readings.ts';

const everything = (): boolean => true;
const noPersons = (permission: Permission): boolean => permission !== 'persons:find';
const ORDERS = ['order_number', 'order_number_beginning', 'order_number_other_case'];

describe('what the search box takes a text for (P1)', () => {
  test('says nothing of a text without anything to look for', () => {
    expect(readText('', everything)).toBeUndefined();
    expect(readText(' \u200b ', everything)).toBeUndefined();
  });

  test('offers person and card to those alone who may look for them', () => {
    expect(readText('529.982.247-25', everything)?.kinds).toEqual(['identity', ...ORDERS]);
    expect(readText('529.982.247-25', noPersons)?.kinds).toEqual(ORDERS);
    expect(readText('4111 1111 1111', noPersons)?.kinds).toEqual(ORDERS);
  });

  test('never hands on a whole card number: eight digits and four are sent (P38)', () => {
    const reading = readText('4111 1111 1111 1111', everything);
    expect(reading).toMatchObject({ text: '41111111 1111', isShortened: true });
    expect(reading?.kinds[0]).toBe('card');
  });

  test('sends no more than the server takes', () => {
    expect(readText('x'.repeat(5_000), everything)?.text).toHaveLength(200);
  });
});
