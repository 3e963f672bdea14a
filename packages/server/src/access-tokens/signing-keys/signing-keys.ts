import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { PublicSigningJwk, PublicSigningJwks } from '@titular/contract';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import { type Place, seal, unseal } from '../../kernel/base/sealing.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import {
  lockCurrentMasterKey,
  type MasterKey,
  type MasterKeys,
  type RewrapStep,
} from '../../tenants/index.ts';
import {
  findSigningKeys,
  insertSigningKey,
  lockSigningKeys,
  lockSigningKeysToRewrap,
  type SigningPurpose,
  type StoredSigningKey,
  updateSealedPrivateJwk,
} from './signing-key-store.ts';

/** A key that signs now; `signingKey` is the private one for \`signJws\`. */
export type CurrentSigningKey = {
  kid: string;
  createdAt: Date;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
  signingKey: KeyObject;
};

/** The service's own ES256 keys; a key added or retired by another process is felt without a restart. */
export type SigningKeys = {
  /** The key to sign with now. */
  current(purpose: SigningPurpose): Promise<CurrentSigningKey>;
  /** The public half of a key that is not retired; undefined for any other kid. */
  find(purpose: SigningPurpose, kid: string): Promise<CryptoKey | undefined>;
  /** The public halves of all keys that are not retired, of every purpose. */
  publicJwks(): Promise<PublicSigningJwks>;
};

/** Where the keys are kept and what opens them. */
export type SigningKeyDeps = { db: Kysely<Tables>; masterKeys: MasterKeys; clock: Clock };

/** What keys sign. */
export const SIGNING_PURPOSES: readonly SigningPurpose[] = ['access-token', 'sdk-token', 'receipt'];
/** A new key signs only after this time. Nodes publish it up to 30 s late, and clients cache what was published for 300 s. */
export const PUBLICATION_LEAD_SECONDS = 360;

/** When a key begins to sign, if that is still to come. `keys` are the valid ones of its purpose, the oldest first, which signs at once. */
export function signsFrom<Key extends Pick<StoredSigningKey, 'createdAt'>>(
  key: Key,
  keys: readonly Key[],
  now: Date,
): Date | undefined {
  const from = addSeconds(key.createdAt, PUBLICATION_LEAD_SECONDS);
  return key !== keys[0] && from > now ? from : undefined;
}

/** How long a process believes the keys that it read. */
export const MAX_SIGNING_KEY_AGE_MS = 30_000;
const RELOAD_INTERVAL_MS = 1_000;

type OpenKey = {
  kid: string;
  purpose: SigningPurpose;
  createdAt: Date;
  retiredAt: Date | undefined;
  publicJwk: PublicSigningJwk;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
  signingKey: KeyObject;
};
type Loaded = { keys: readonly OpenKey[]; readAtMs: number };

const placeOf = (keyId: string): Place => ({
  tenantId: 'deployment',
  table: 'signing_keys',
  row: keyId,
  field: 'sealed_private_jwk',
});

/** A fresh ES256 key pair, named by its thumbprint (RFC 7638) and sealed for storing. */
export async function newSigningKey(
  masterKey: MasterKey,
  purpose: SigningPurpose,
  createdAt: Date,
): Promise<StoredSigningKey> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const { x = '', y = '' } = await exportJWK(pair.publicKey);
  const keyId = await calculateJwkThumbprint(pair.publicKey);
  const privateJwk = Buffer.from(JSON.stringify(await exportJWK(pair.privateKey)), 'utf8');
  return {
    keyId,
    purpose,
    publicJwk: { kty: 'EC', crv: 'P-256', x, y, kid: keyId, alg: 'ES256', use: 'sig' },
    sealedPrivateJwk: seal(masterKey.bytes, placeOf(keyId), privateJwk),
    masterKeyId: masterKey.id,
    createdAt,
    retiredAt: undefined,
  };
}

const openPrivateJwk = async (masterKeys: MasterKeys, stored: StoredSigningKey): Promise<Buffer> =>
  unseal((await masterKeys.find(stored.masterKeyId)).bytes, placeOf(stored.keyId), stored.sealedPrivateJwk);

/** Wraps signing keys by another master key. */
export const rewrapSigningKeys: RewrapStep = async (trx, masterKeys, target, limit) => {
  const keys = await lockSigningKeysToRewrap(trx, target.id, limit);
  for (const key of keys) {
    const privateJwk = await openPrivateJwk(masterKeys, key);
    const bytes = seal(target.bytes, placeOf(key.keyId), privateJwk);
    privateJwk.fill(0);
    await updateSealedPrivateJwk(trx, key.keyId, { bytes, masterKeyId: target.id });
  }
  return keys.length;
};

async function openKey(masterKeys: MasterKeys, stored: StoredSigningKey): Promise<OpenKey> {
  const { keyId, purpose, createdAt, retiredAt, publicJwk } = stored;
  const bytes = await openPrivateJwk(masterKeys, stored);
  const privateJwk = JSON.parse(bytes.toString('utf8'));
  bytes.fill(0);
  return {
    kid: keyId,
    purpose,
    createdAt,
    retiredAt,
    publicJwk,
    publicKey: (await importJWK(publicJwk, 'ES256')) as CryptoKey,
    privateKey: (await importJWK(privateJwk, 'ES256')) as CryptoKey,
    signingKey: createPrivateKey({ key: privateJwk, format: 'jwk' }),
  };
}

const missingPurposes = (keys: readonly StoredSigningKey[]): SigningPurpose[] =>
  SIGNING_PURPOSES.filter((purpose) => !keys.some((key) => key.purpose === purpose));

// The lock makes the second of two starting processes wait and then see the keys of the first.
async function createMissingKeys({ db, masterKeys, clock }: SigningKeyDeps): Promise<StoredSigningKey[]> {
  return db.transaction().execute(async (transaction) => {
    await lockSigningKeys(transaction);
    const masterKey = await lockCurrentMasterKey(transaction, masterKeys);
    for (const purpose of missingPurposes(await findSigningKeys(transaction, clock.now()))) {
      await insertSigningKey(transaction, await newSigningKey(masterKey, purpose, clock.now()));
    }
    return findSigningKeys(transaction, clock.now());
  });
}

async function readOrCreateKeys(deps: SigningKeyDeps): Promise<StoredSigningKey[]> {
  const stored = await findSigningKeys(deps.db, deps.clock.now());
  return missingPurposes(stored).length === 0 ? stored : createMissingKeys(deps);
}

// In milliseconds; a key that is not being retired ends last of all.
const endOf = (key: OpenKey): number => key.retiredAt?.getTime() ?? Number.POSITIVE_INFINITY;

// The key that lasts longest, whatever the clocks said when the keys were made; of several, the newest.
function chooseCurrent(keys: readonly OpenKey[], purpose: SigningPurpose, nowMs: number): OpenKey {
  const candidates = keys.filter((key) => key.purpose === purpose);
  const published = candidates.filter(
    (key) => key.createdAt.getTime() + PUBLICATION_LEAD_SECONDS * 1000 <= nowMs,
  );
  const longest = Math.max(...published.map(endOf));
  const chosen = published.findLast((key) => endOf(key) === longest) ?? candidates[0];
  invariant(chosen, `there is a signing key for ${purpose}`);
  return chosen;
}

/** Opens the keys and makes those that are missing; they are read again every 30 s, and at most once a second when a kid is unknown. */
export async function loadSigningKeys(deps: SigningKeyDeps): Promise<SigningKeys> {
  const opened = new Map<string, OpenKey>();
  let loaded: Loaded = { keys: [], readAtMs: Number.NEGATIVE_INFINITY };
  let underWay: Promise<Loaded> | undefined;

  async function load(): Promise<Loaded> {
    const readAtMs = deps.clock.now().getTime();
    const stored = await readOrCreateKeys(deps);
    const keys = await Promise.all(
      stored.map(async (key) => {
        const known = opened.get(key.keyId);
        return known ? { ...known, retiredAt: key.retiredAt } : openKey(deps.masterKeys, key);
      }),
    );
    opened.clear();
    for (const key of keys) opened.set(key.kid, key);
    loaded = { keys, readAtMs };
    return loaded;
  }

  async function keysNotOlderThan(ageMs: number): Promise<readonly OpenKey[]> {
    // The distance, not the age: a clock set back must not keep old keys alive.
    if (Math.abs(deps.clock.now().getTime() - loaded.readAtMs) < ageMs) return loaded.keys;
    underWay ??= load().finally(() => {
      underWay = undefined;
    });
    return (await underWay).keys;
  }

  const isNamed = (purpose: SigningPurpose, kid: string) => (key: OpenKey) =>
    key.kid === kid && key.purpose === purpose;

  await keysNotOlderThan(0);
  return {
    async current(purpose) {
      const keys = await keysNotOlderThan(MAX_SIGNING_KEY_AGE_MS);
      return chooseCurrent(keys, purpose, deps.clock.now().getTime());
    },
    async find(purpose, kid) {
      const known = (await keysNotOlderThan(MAX_SIGNING_KEY_AGE_MS)).find(isNamed(purpose, kid));
      return (known ?? (await keysNotOlderThan(RELOAD_INTERVAL_MS)).find(isNamed(purpose, kid)))?.publicKey;
    },
    async publicJwks() {
      return { keys: (await keysNotOlderThan(MAX_SIGNING_KEY_AGE_MS)).map((key) => key.publicJwk) };
    },
  };
}
