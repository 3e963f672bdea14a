import { expect, test } from 'vitest';
import { chooseWay } from '../../src/pages/settings/model/way-of-saving.ts';

const DANGEROUS = { isTwoPerson: true, isDangerous: true, isForOne: false, companies: 'all' } as const;

test('dangerous changes that take two people are proposed by admins of all companies, and by nobody else', () => {
  expect(chooseWay(DANGEROUS)).toBe('propose');
  expect(chooseWay({ ...DANGEROUS, companies: ['one'] })).toBe('others');
});

test.each([{ isTwoPerson: false }, { isDangerous: false }, { isForOne: true }])(
  'others are saved at once: %j',
  (changed) => {
    expect(chooseWay({ ...DANGEROUS, ...changed })).toBe('save');
    expect(chooseWay({ ...DANGEROUS, companies: ['one'], ...changed })).toBe('save');
  },
);
