import { isCpf } from '@titular/contract';
import { describe, expect, test } from 'vitest';
import { maskIdentity } from '../../src/identity/index.ts';

describe('the mask of an identity', () => {
  test('has the form in which its holder knows it (D25)', () => {
    expect(maskIdentity({ key: 'cpf', value: '52998224725' })).toBe('•••.982.•••-••');
    expect(maskIdentity({ key: 'cnpj', value: '11222333000181' })).toBe('••.222.•••/••••-••');
    expect(maskIdentity({ key: 'cnpj', value: '12ABC34501DE35' })).toBe('••.ABC.•••/••••-••');
  });

  test('leaves more than a hundred thousand numbers that it could stand for, check digits and all (D25)', () => {
    const shown = maskIdentity({ key: 'cpf', value: '52998224725' }).replace(/[.-]/g, '');
    const hidden = [...shown].flatMap((character, place) => (character === '•' && place < 9 ? [place] : []));
    const ofAHundred = Array.from(
      { length: 100 },
      (_, checks) => `529982247${String(checks).padStart(2, '0')}`,
    );
    const sound = ofAHundred.filter(isCpf).length;
    expect(sound).toBe(1);
    expect(10 ** hidden.length * sound).toBeGreaterThan(100_000);
  });

  test('shows the last three characters of a kind or a length that it does not know, and none of a short one', () => {
    expect(maskIdentity({ key: 'passport', value: 'AB123456' })).toBe('•••••456');
    expect(maskIdentity({ key: 'cpf', value: '1234' })).toBe('••••');
    expect(maskIdentity({ key: 'constructor', value: 'AB' })).toBe('••');
  });
});
