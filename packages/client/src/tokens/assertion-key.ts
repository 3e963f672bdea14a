import { decodeBase64 } from '../http/base64.ts';

/** Signature algorithms that service accounts register keys for. */
export type AssertionAlgorithm = 'ES256' | 'EdDSA' | 'PS256' | 'RS256';

/** A private key as a JWK (RFC 7517); `alg` chooses between RS256 and PS256. */
export type PrivateJwk = {
  kty: string;
  crv?: string | undefined;
  alg?: string | undefined;
  kid?: string | undefined;
  [member: string]: unknown;
};

/** A key that signs, opened once and never exported again. */
export type AssertionKey = { algorithm: AssertionAlgorithm; sign(content: Uint8Array): Promise<Uint8Array> };

type KeyParameters = { import: EcKeyImportParams | RsaHashedImportParams | Algorithm; sign: object };

/** The service registers no shorter key (RFC 7518 section 3.3). */
const MIN_RSA_BITS = 2048;

const RSA_HASH = { hash: 'SHA-256' };

/** What WebCrypto wants for each algorithm; a signature of ECDSA is already in the form of RFC 7518 section 3.4. */
const PARAMETERS: Readonly<Record<AssertionAlgorithm, KeyParameters>> = {
  ES256: {
    import: { name: 'ECDSA', namedCurve: 'P-256' },
    sign: { name: 'ECDSA', hash: 'SHA-256' },
  },
  EdDSA: { import: { name: 'Ed25519' }, sign: { name: 'Ed25519' } },
  PS256: { import: { name: 'RSA-PSS', ...RSA_HASH }, sign: { name: 'RSA-PSS', saltLength: 32 } },
  RS256: { import: { name: 'RSASSA-PKCS1-v1_5', ...RSA_HASH }, sign: { name: 'RSASSA-PKCS1-v1_5' } },
};

/** The names of all algorithms. */
export const ASSERTION_ALGORITHMS: readonly string[] = Object.keys(PARAMETERS);

/** The algorithm of a PKCS#8 key by the object identifier in it (RFC 5208 section 5), in DER; the second RSA is id-RSASSA-PSS. */
const IDENTIFIERS: ReadonlyArray<readonly [der: string, algorithm: AssertionAlgorithm]> = [
  ['06072a8648ce3d0201', 'ES256'],
  ['06032b6570', 'EdDSA'],
  ['06092a864886f70d010101', 'RS256'],
  ['06092a864886f70d01010a', 'PS256'],
];

/** Version and algorithm stand at the very beginning of a key, so the identifier is never further in. */
const IDENTIFIER_REACH_BYTES = 32;

const UNUSABLE =
  'privateKey is no key that can sign here: give a PKCS#8 PEM ("BEGIN PRIVATE KEY") or a private JWK, of P-256, Ed25519 or RSA';

function parsePem(pem: string): Uint8Array<ArrayBuffer> {
  const body = /-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----/.exec(pem)?.[1];
  const der = body && decodeBase64(body.replace(/\s+/g, ''));
  if (!der) throw new TypeError(UNUSABLE);
  return der;
}

function algorithmOfDer(der: Uint8Array): AssertionAlgorithm | undefined {
  const start = Array.from(der.subarray(0, IDENTIFIER_REACH_BYTES), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return IDENTIFIERS.find(([identifier]) => start.includes(identifier))?.[1];
}

function algorithmOfJwk({ kty, crv, alg }: PrivateJwk): AssertionAlgorithm | undefined {
  if (kty === 'EC' && crv === 'P-256') return 'ES256';
  if (kty === 'OKP' && crv === 'Ed25519') return 'EdDSA';
  if (kty !== 'RSA') return undefined;
  return alg === 'PS256' ? 'PS256' : 'RS256';
}

/** Opens a key; an RSA key may have its algorithm named. Anything that cannot sign is a TypeError that tells nothing of the key. */
export async function openAssertionKey(
  key: string | PrivateJwk,
  named: AssertionAlgorithm | undefined,
): Promise<AssertionKey> {
  const der = typeof key === 'string' ? parsePem(key) : undefined;
  const algorithm = named ?? (der ? algorithmOfDer(der) : algorithmOfJwk(key as PrivateJwk));
  if (!algorithm || !Object.hasOwn(PARAMETERS, algorithm)) throw new TypeError(UNUSABLE);
  const parameters = PARAMETERS[algorithm];
  try {
    const opened = der
      ? await crypto.subtle.importKey('pkcs8', der, parameters.import, false, ['sign'])
      : await crypto.subtle.importKey('jwk', bareJwk(key as PrivateJwk), parameters.import, false, ['sign']);
    const { modulusLength } = opened.algorithm as Partial<RsaHashedKeyAlgorithm>;
    if (modulusLength !== undefined && modulusLength < MIN_RSA_BITS) throw new TypeError(UNUSABLE);
    return {
      algorithm,
      sign: async (content) =>
        new Uint8Array(
          await crypto.subtle.sign(parameters.sign as Algorithm, opened, content as Uint8Array<ArrayBuffer>),
        ),
    };
  } catch {
    // What a platform says of a key it cannot read may quote the key.
    throw new TypeError(UNUSABLE);
  }
}

// Members about use and algorithm make platforms refuse a key over words; what the key is decides.
const bareJwk = ({ alg, use, key_ops, ext, kid, ...key }: PrivateJwk): JsonWebKey => key as JsonWebKey;
