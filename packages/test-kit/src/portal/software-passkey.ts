import {
  createHash,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { type CborValue, encodeCbor } from './cbor.ts';

/** Flags of authenticator data (Web Authentication Level 3, section 6.1). */
const FLAGS = { userPresent: 1, userVerified: 4, attested: 64 } as const;

/** Parts of a response that a test makes other than an honest browser would. */
export type PasskeyTweaks = {
  type?: string;
  challenge?: string;
  origin?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  rpId?: string;
  isUserPresent?: boolean;
  isUserVerified?: boolean;
  signCount?: number;
  algorithm?: number;
  attestationFormat?: string;
  credentialId?: Buffer;
  userHandle?: string;
  /** Signs with another key, or over other bytes. */
  signingKey?: KeyObject;
  signedBytes?: Buffer;
  /** Changes the finished response. */
  finish?(response: Record<string, unknown>): Record<string, unknown>;
};

type Json = Record<string, unknown>;

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** An authenticator in memory: one credential, made by `create` and used by `get`, as a browser on the page's origin does it. */
export type SoftwarePasskey = {
  origin: string;
  credentialId: Buffer;
  privateKey: KeyObject;
  /** Whose it is, as base64url, once `create` was told. */
  userHandle(): string | undefined;
  create(options: Json, tweaks?: PasskeyTweaks): Json;
  get(options: Json, tweaks?: PasskeyTweaks): Json;
};

/** How an authenticator counts: each use one more, or not at all, as synchronised passkeys do. */
export type Counting = 'counts' | 'keeps-zero';

function clientData(type: string, challenge: unknown, origin: string, tweaks: PasskeyTweaks): Buffer {
  const data = {
    type: tweaks.type ?? type,
    challenge: tweaks.challenge ?? challenge,
    origin: tweaks.origin ?? origin,
    crossOrigin: tweaks.crossOrigin ?? false,
    ...(tweaks.topOrigin === undefined ? {} : { topOrigin: tweaks.topOrigin }),
  };
  return Buffer.from(JSON.stringify(data), 'utf8');
}

function flagsOf(tweaks: PasskeyTweaks, isAttested: boolean): number {
  const present = (tweaks.isUserPresent ?? true) ? FLAGS.userPresent : 0;
  const verified = (tweaks.isUserVerified ?? true) ? FLAGS.userVerified : 0;
  return present | verified | (isAttested ? FLAGS.attested : 0);
}

/** Authenticator data (Web Authentication Level 3, section 6.1). */
function authenticatorData(origin: string, count: number, tweaks: PasskeyTweaks, attested?: Buffer): Buffer {
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(tweaks.signCount ?? count);
  const rpId = tweaks.rpId ?? new URL(origin).hostname;
  const flags = Buffer.from([flagsOf(tweaks, attested !== undefined)]);
  return Buffer.concat([sha256(rpId), flags, counted, attested ?? Buffer.alloc(0)]);
}

/** Attested credential data of a key on P-256 (section 6.5.1). */
function attestedData(id: Buffer, jwk: JsonWebKey, algorithm: number): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  const key = new Map<number, CborValue>([
    [1, 2],
    [3, algorithm],
    [-1, 1],
    [-2, Buffer.from(String(jwk.x), 'base64url')],
    [-3, Buffer.from(String(jwk.y), 'base64url')],
  ]);
  return Buffer.concat([Buffer.alloc(16), length, id, encodeCbor(key)]);
}

function wrap(id: Buffer, response: Json, { finish }: PasskeyTweaks): Json {
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key' };
  const whole = { ...named, clientExtensionResults: {}, response };
  return finish?.(whole) ?? whole;
}

function register(origin: string, id: Buffer, jwk: JsonWebKey, options: Json, tweaks: PasskeyTweaks): Json {
  const data = clientData('webauthn.create', options['challenge'], origin, tweaks);
  const attested = attestedData(id, jwk, tweaks.algorithm ?? -7);
  const attestation = new Map<string, CborValue>([
    ['fmt', tweaks.attestationFormat ?? 'none'],
    ['attStmt', new Map()],
    ['authData', authenticatorData(origin, 0, tweaks, attested)],
  ]);
  const attestationObject = base64url(encodeCbor(attestation));
  return wrap(id, { clientDataJSON: base64url(data), attestationObject, transports: ['internal'] }, tweaks);
}

/** Makes an authenticator on a page's origin. */
export function createSoftwarePasskey(origin: string, counting: Counting = 'counts'): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const credentialId = randomBytes(32);
  let signCount = 0;
  let userHandle: string | undefined;
  return {
    origin,
    credentialId,
    privateKey,
    userHandle: () => userHandle,
    create(options, tweaks = {}) {
      userHandle = (options['user'] as { id: string }).id;
      const id = tweaks.credentialId ?? credentialId;
      return register(origin, id, publicKey.export({ format: 'jwk' }), options, tweaks);
    },
    get(options, tweaks = {}) {
      if (counting === 'counts') signCount += 1;
      const data = clientData('webauthn.get', options['challenge'], origin, tweaks);
      const authData = authenticatorData(origin, signCount, tweaks);
      const signed = tweaks.signedBytes ?? Buffer.concat([authData, sha256(data)]);
      const signature = base64url(sign('sha256', signed, tweaks.signingKey ?? privateKey));
      const response = { clientDataJSON: base64url(data), authenticatorData: base64url(authData), signature };
      const handle = tweaks.userHandle ?? userHandle;
      return wrap(tweaks.credentialId ?? credentialId, { ...response, userHandle: handle }, tweaks);
    },
  };
}
