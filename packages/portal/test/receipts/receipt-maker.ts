import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** Parts of a receipt as they are in it. */
export const encode = (value: object | Buffer): string =>
  (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString('base64url');

/** A header as receipts of decisions have it. */
export const HEADER = { alg: 'ES256', typ: 'titular-decision+jwt', kid: 'k1' };

/** What a receipt of a decision states, as far as the tests look at it. */
export const CLAIMS = {
  iss: 'https://titular.example',
  sub: 'a1',
  iat: 1_795_000_000,
  transaction: 'a1',
  orderNumber: 'pedido-é-1',
  status: 'approved',
  environment: 'production',
};

/** A key and how it is published. */
export function makeKey(kid: string): { privateKey: KeyObject; jwk: Record<string, unknown> } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' } };
}

/** A receipt as the service signs it: a JWS in compact form under ES256. */
export function makeReceipt(
  privateKey: KeyObject,
  header: object = HEADER,
  claims: object | Buffer = CLAIMS,
): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${encode(signature)}`;
}
