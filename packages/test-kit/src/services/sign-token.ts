import { constants, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A key that signs ID tokens, as the fake provider publishes it. */
export type ProviderKey = { kid: string; alg: Algorithm; privateKey: KeyObject; publicKey: KeyObject };

/** What the fake provider can sign with. */
export type Algorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA';

/** What a token is signed with instead: nothing, or the public key taken for a shared secret. */
export type Forgery = 'none' | 'HS256';

const inBase64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Makes a key. */
export function newProviderKey(kid: string, alg: Algorithm): ProviderKey {
  if (alg === 'ES256') return { kid, alg, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
  if (alg === 'EdDSA') return { kid, alg, ...generateKeyPairSync('ed25519') };
  return { kid, alg, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
}

function signatureOf(data: Buffer, { alg, privateKey: key }: ProviderKey): Buffer {
  if (alg === 'EdDSA') return sign(null, data, key);
  if (alg === 'ES256') return sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' });
  if (alg === 'RS256') return sign('sha256', data, key);
  return sign('sha256', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
}

/** Signs claims as a JWT; `forgery` is how somebody without the key would try. */
export function signToken(
  claims: object,
  { key, header = {}, forgery }: { key: ProviderKey; header?: object; forgery?: Forgery | undefined },
): string {
  const alg = forgery ?? key.alg;
  const data = `${inBase64({ alg, kid: key.kid, typ: 'JWT', ...header })}.${inBase64(claims)}`;
  if (forgery === 'none') return `${data}.`;
  const secret = key.publicKey.export({ type: 'spki', format: 'pem' });
  const signature =
    forgery === 'HS256'
      ? createHmac('sha256', secret).update(data).digest()
      : signatureOf(Buffer.from(data), key);
  return `${data}.${signature.toString('base64url')}`;
}

/** The public part of a key, as a provider publishes it. */
export const toJwk = ({ kid, alg, publicKey }: ProviderKey): object => ({
  ...publicKey.export({ format: 'jwk' }),
  ...{ kid, alg, use: 'sig' },
});
