import { describe, expect, test } from 'vitest';
import { saysTheSame, verifyReceipt } from '../../src/pages/case/decision/verify-receipt.ts';
import { HEADER, makeKey, makeReceipt as makeReceiptOf } from '../receipts/receipt-maker.ts';

const CLAIMS = {
  iss: 'https://titular.example',
  sub: 'a1',
  iat: 1_795_000_000,
  transaction: 'a1',
  orderNumber: 'pedido-é-1',
  status: 'approved',
  decidedAt: '2026-11-20T12:00:00.000Z',
  checks: [{ check: 'comparison', result: 'passed' }],
};
const makeReceipt = (
  key: Parameters<typeof makeReceiptOf>[0],
  header: object = HEADER,
  claims: object = CLAIMS,
): string => makeReceiptOf(key, header, claims);

const { privateKey, jwk } = makeKey('k1');
const other = makeKey('k2');

describe('a receipt that the page verifies by itself (F1)', () => {
  test('is genuine under the published key, whichever others are published', async () => {
    const verdict = await verifyReceipt(makeReceipt(privateKey), [other.jwk, jwk]);
    expect(verdict).toEqual({ kind: 'genuine', claims: CLAIMS, keyId: 'k1' });
  });

  test('is forged once any sign of it is another', async () => {
    const receipt = makeReceipt(privateKey);
    for (const index of [...receipt].keys()) {
      // The last sign of a part may carry bits that decode to nothing.
      if (receipt[index] === '.' || [undefined, '.'].includes(receipt[index + 1])) continue;
      const changed =
        receipt.slice(0, index) + (receipt[index] === 'A' ? 'B' : 'A') + receipt.slice(index + 1);
      expect((await verifyReceipt(changed, [jwk])).kind, `sign ${index}`).not.toBe('genuine');
    }
  });

  test('is forged under another key with the same id', async () => {
    const imposter = { ...other.jwk, kid: 'k1' };
    expect(await verifyReceipt(makeReceipt(privateKey), [imposter])).toEqual({ kind: 'forged' });
  });

  test('chooses neither its algorithm nor its type (RFC 8725, sections 3.1 and 3.11)', async () => {
    const headers = [
      { ...HEADER, alg: 'none' },
      { ...HEADER, alg: 'HS256' },
      { ...HEADER, typ: 'at+jwt' },
      { ...HEADER, crit: ['exp'] },
    ];
    for (const header of headers)
      expect(await verifyReceipt(makeReceipt(privateKey, header), [jwk])).toEqual({ kind: 'forged' });
  });

  test('of a key that is not published is said to be so', async () => {
    expect(await verifyReceipt(makeReceipt(privateKey), [other.jwk])).toEqual({ kind: 'unknown_key' });
    expect(await verifyReceipt(makeReceipt(privateKey), [])).toEqual({ kind: 'unknown_key' });
  });

  test.each(['', 'a.b', 'a.b.c', '..', `${makeReceipt(privateKey)}.x`, makeReceipt(privateKey).slice(0, -9)])(
    'is no receipt: %s',
    async (text) => {
      expect(await verifyReceipt(text, [jwk])).toEqual({ kind: 'forged' });
    },
  );
});

describe('a genuine receipt and the page', () => {
  const shown = { id: 'a1', checks: [...CLAIMS.checks, { check: 'signs', result: 'passed' }] };

  test('agree where it is about this transaction and its checks end alike', () => {
    expect(saysTheSame(CLAIMS, shown)).toBe(true);
  });

  test('disagree where it is about another one, or a check ended otherwise', () => {
    expect(saysTheSame(CLAIMS, { ...shown, id: 'a2' })).toBe(false);
    expect(saysTheSame({ ...CLAIMS, checks: [{ check: 'comparison', result: 'failed' }] }, shown)).toBe(
      false,
    );
    expect(saysTheSame({ ...CLAIMS, status: 'inconclusive' }, shown)).toBe(false);
  });
});
