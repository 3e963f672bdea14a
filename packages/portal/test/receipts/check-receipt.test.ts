import { describe, expect, test } from 'vitest';
import { checkReceipt, type ReceiptFault } from '../../src/receipts/check-receipt.ts';
import { CLAIMS, encode, HEADER, makeKey, makeReceipt } from './receipt-maker.ts';

const { privateKey, jwk } = makeKey('k1');
const other = makeKey('k2');
const receipt = makeReceipt(privateKey);
const [head = '', body = '', tail = ''] = receipt.split('.');
const changedBody = encode({ ...CLAIMS, orderNumber: 'another' });
const withHeader = (header: object): string => makeReceipt(privateKey, { ...HEADER, ...header });

describe('a receipt checked in the browser (F1)', () => {
  test.each([
    ['titular-decision+jwt', 'decision'],
    ['titular-erasure+jwt', 'erasure'],
  ])('of the type %s is genuine under the published key', async (typ, about) => {
    const checked = await checkReceipt(withHeader({ typ }), [other.jwk, jwk]);
    expect(checked).toEqual({ kind: 'genuine', about, claims: CLAIMS, keyId: 'k1' });
  });

  const faults: readonly (readonly [ReceiptFault, string, string])[] = [
    ['not_a_receipt', 'free text', 'Hello, this is a letter.'],
    ['not_a_receipt', 'a part too many', `${receipt}.AAAA`],
    ['truncated', 'the header alone', head],
    ['truncated', 'no signature', `${head}.${body}`],
    ['truncated', 'an empty signature', `${head}.${body}.`],
    ['truncated', 'a cut signature', receipt.slice(0, -5)],
    ['header', 'a changed sign in the header', `!${receipt.slice(1)}`.replace('!', '_')],
    ['header', 'critical extensions', withHeader({ crit: ['b64'], b64: false })],
    ['unsigned', 'the algorithm none', withHeader({ alg: 'none' })],
    ['unsigned', 'the algorithm nOnE without signature', `${encode({ ...HEADER, alg: 'nOnE' })}.${body}.`],
    ['other_algorithm', 'HS256', withHeader({ alg: 'HS256' })],
    ['other_algorithm', 'ES384', withHeader({ alg: 'ES384' })],
    ['other_algorithm', 'no algorithm', withHeader({ alg: undefined })],
    ['other_type', 'an access token under the same key', withHeader({ typ: 'at+jwt' })],
    ['other_type', 'a name that every object has', withHeader({ typ: 'constructor' })],
    ['content', 'signed content that is no JSON', makeReceipt(privateKey, HEADER, Buffer.from('no'))],
    ['unknown_key', 'a key that is not published', makeReceipt(other.privateKey, { ...HEADER, kid: 'k9' })],
    ['signature', 'another order number', `${head}.${changedBody}.${tail}`],
    ['signature', 'the signature of another key', makeReceipt(other.privateKey)],
    ['signature', 'a signature that is too long', `${receipt}AAAA`],
  ];
  test.each(faults)('is refused as %s for %s', async (fault, _name, text) => {
    expect(await checkReceipt(text, [jwk])).toEqual({ kind: 'faulty', fault });
  });

  test('is never genuine once a sign of it is another', async () => {
    for (const index of [...receipt].keys()) {
      if (receipt[index] === '.') continue;
      const sign = receipt[index] === 'A' ? 'B' : 'A';
      const changed = receipt.slice(0, index) + sign + receipt.slice(index + 1);
      expect((await checkReceipt(changed, [jwk])).kind, `sign ${index}`).toBe('faulty');
    }
  });

  test('is not genuine with a last sign that decodes to the same signature', async () => {
    const signs = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
    for (const sign of signs.filter((one) => !receipt.endsWith(one)))
      expect((await checkReceipt(receipt.slice(0, -1) + sign, [jwk])).kind, sign).toBe('faulty');
  });
});
