import { createSecretKey } from 'node:crypto';
import { keyedHash, type Place, seal, unseal } from '@titular/server/kernel/base/sealing.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const key = Buffer.alloc(32, 1);
const place: Place = { tenantId: 'tenant', table: 'transactions', row: 'row', field: 'sealed_card' };
const plain = Buffer.from('{"binDigits":"41111111"}');
const sealed = seal(key, place, plain);

describe('sealed values (R91)', () => {
  test('open at their place to the bytes that were sealed, whatever these are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(unseal(key, place, seal(key, place, bytes))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test('open the same with the key as bytes or as a key object, and from a view into other memory', () => {
    const around = Buffer.concat([Buffer.alloc(3), sealed, Buffer.alloc(5)]);
    expect(unseal(createSecretKey(key), place, around.subarray(3, 3 + sealed.length))).toEqual(plain);
  });

  test.each(['tenantId', 'table', 'row', 'field'] as const)('moved to another %s do not open', (part) => {
    expect(() => unseal(key, { ...place, [part]: 'other' }, sealed)).toThrow();
  });

  test('do not open under another key', () => {
    expect(() => unseal(Buffer.alloc(32, 2), place, sealed)).toThrow();
  });

  test('with any one bit flipped do not open', () => {
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const altered = Buffer.from(sealed);
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => unseal(key, place, altered), `bit ${bit}`).toThrow();
    }
  });

  test('cut at any length, or longer, do not open', () => {
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => unseal(key, place, sealed.subarray(0, length))).toThrow();
    }
    expect(() => unseal(key, place, Buffer.concat([sealed, Buffer.alloc(1)]))).toThrow();
  });

  test('hold nothing of the value in the clear', () => {
    expect(sealed.includes('41111111')).toBe(false);
  });

  test('have each a nonce of their own, a million times', () => {
    const nonces = new Set<string>();
    const keyObject = createSecretKey(key);
    for (let count = 0; count < 1_000_000; count += 1) {
      nonces.add(seal(keyObject, place, plain).toString('latin1', 17, 29));
    }
    expect(nonces.size).toBe(1_000_000);
  }, 900_000);

  test('have each a salt of their own, and one value never looks the same twice', () => {
    const salts = Array.from({ length: 20_000 }, () => seal(key, place, plain).toString('latin1', 1, 17));
    expect(new Set(salts).size).toBe(20_000);
  });

  test('that do not open are a fault of their own name, which tells the place', () => {
    expect(() => unseal(key, { ...place, row: 'other' }, sealed)).toThrow(
      expect.objectContaining({
        name: 'SealBroken',
        message: 'the sealed value at transactions.sealed_card, row other, tenant tenant does not open',
      }),
    );
  });
});

describe('keyed hashes', () => {
  test('are the same for the same parts, and differ by key, purpose and parts', () => {
    const hash = (purpose: string, ...parts: string[]): string =>
      keyedHash(key, purpose, parts).toString('hex');
    expect(hash('card', '411111', '1111')).toBe(hash('card', '411111', '1111'));
    const different = [
      hash('card', '411111', '1111'),
      hash('card', '4111111', '111'),
      hash('card', '4111111111'),
      hash('card', '', '4111111111'),
      hash('identity', '411111', '1111'),
      hash('card","411111', '1111'),
      keyedHash(Buffer.alloc(32, 2), 'card', ['411111', '1111']).toString('hex'),
    ];
    expect(new Set(different).size).toBe(different.length);
  });

  test('never meet for different parts, however these are cut', () => {
    const parts = fc.array(fc.string({ unit: fc.constantFrom('"', ',', '\\', '1', '[', ']') }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const isSame = keyedHash(key, 'p', a).equals(keyedHash(key, 'p', b));
        expect(isSame).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });
});
