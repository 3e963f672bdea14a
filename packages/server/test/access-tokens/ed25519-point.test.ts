import { generateKeyPairSync } from 'node:crypto';
import { isSoundEd25519Point } from '@titular/server/access-tokens/ed25519-point.ts';
import { describe, expect, test } from 'vitest';

const isSound = (hexadecimal: string): boolean => isSoundEd25519Point(Buffer.from(hexadecimal, 'hex'));

describe('a key under which signatures can be made without a private key is none', () => {
  test.each([
    ['order 1', '0100000000000000000000000000000000000000000000000000000000000000'],
    ['order 2', 'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
    ['order 4', '0000000000000000000000000000000000000000000000000000000000000000'],
    ['order 4, negative x', '0000000000000000000000000000000000000000000000000000000000000080'],
    ['order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
    ['order 8, negative x', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85'],
    ['order 8, other y', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
    ['order 8, other y, negative x', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa'],
  ])('%s', (_order, point) => {
    expect(isSound(point)).toBe(false);
  });
});

test.each([
  ['y of the prime', 'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
  ['y of the prime and 1', 'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
  ['y of no point', '0200000000000000000000000000000000000000000000000000000000000000'],
  ['no bytes', ''],
  ['31 bytes', '58'.padEnd(62, '6')],
])('%s is no point', (_what, point) => {
  expect(isSound(point)).toBe(false);
});

test('the base point and keys that are made are sound', () => {
  expect(isSound('58'.padEnd(64, '6'))).toBe(true);
  for (let round = 0; round < 20; round += 1) {
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    expect(isSoundEd25519Point(Buffer.from(x, 'base64url'))).toBe(true);
  }
});
