import { ACCESS_TOKEN_LIFETIME_SECONDS, type PublicSigningJwk } from '@titular/contract';
import type { Kysely } from 'kysely';
import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import { MAX_LINK_LIFETIME_SECONDS } from '../../config/config.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { lockCurrentMasterKey, type MasterKeys } from '../../tenants/index.ts';
import {
  findSigningKeys,
  insertSigningKey,
  lockSigningKeys,
  retireOtherSigningKeys,
  type SigningPurpose,
} from './signing-key-store.ts';
import { newSigningKey, PUBLICATION_LEAD_SECONDS, SIGNING_PURPOSES, signsFrom } from './signing-keys.ts';

/** The longest life, in seconds, of what a key of each purpose signs. */
export type SignedLifetimes = Readonly<Record<SigningPurpose, number>>;

/** Receipts never expire; their keys are published for twice this long after they stopped signing. */
const RECEIPT_YEARS = 10;

/** The longest lives there may be: the setting of a link's life may have been another when a token was signed, so its upper bound counts. */
export const SIGNED_LIFETIMES: SignedLifetimes = {
  'access-token': ACCESS_TOKEN_LIFETIME_SECONDS,
  'sdk-token': MAX_LINK_LIFETIME_SECONDS,
  receipt: RECEIPT_YEARS * 365 * 86_400,
};

/** A new key, when it begins to sign, and which keys it follows until when, with their public parts. */
export type SigningKeyRotation = {
  purpose: SigningPurpose;
  keyId: string;
  signsFrom: Date;
  retiredKeyIds: string[];
  retiredJwks: PublicSigningJwk[];
  retiredAt: Date;
};

/** When a new key begins to sign, and until when what the others signed is accepted. */
type Times = { signsFrom: Date; retiredAt: Date };

const ordinaryTimes = (now: Date, lifetimeSeconds: number): Times => {
  const from = addSeconds(now, PUBLICATION_LEAD_SECONDS);
  return { signsFrom: from, retiredAt: addSeconds(from, 2 * lifetimeSeconds) };
};

async function rotateWithin(
  trx: Kysely<Tables>,
  operator: Operator,
  masterKeys: MasterKeys,
  { signsFrom: from, retiredAt }: Times,
  purpose: SigningPurpose,
): Promise<SigningKeyRotation> {
  // A key signs once it is old enough to have been published: one that is to sign at once is kept as so old.
  const createdAt = addSeconds(from, -PUBLICATION_LEAD_SECONDS);
  const key = await newSigningKey(await lockCurrentMasterKey(trx, masterKeys), purpose, createdAt);
  await insertSigningKey(trx, key);
  const retiredJwks = await retireOtherSigningKeys(trx, purpose, key.keyId, retiredAt);
  const retiredKeyIds = retiredJwks.map(({ kid }) => kid);
  await insertAuditEntry(trx, operator, {
    tenantId: undefined,
    action: 'signing-key.rotate',
    subject: `signing-key/${key.keyId}`,
    before: { purpose, keyIds: retiredKeyIds },
    after: { purpose, keyId: key.keyId, signsFrom: from, othersRetiredAt: retiredAt },
  });
  return { purpose, keyId: key.keyId, signsFrom: from, retiredKeyIds, retiredJwks, retiredAt };
}

/** Adds a key that begins to sign once it has been published long enough. Earlier keys are retired two token lifetimes later, so that nothing they signed is refused early. */
export const rotateSigningKeys = (
  operator: Operator,
  masterKeys: MasterKeys,
  lifetimes: SignedLifetimes,
  purpose: SigningPurpose,
): Promise<SigningKeyRotation> =>
  operator.db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    const times = ordinaryTimes(operator.clock.now(), lifetimes[purpose]);
    return rotateWithin(trx, operator, masterKeys, times, purpose);
  });

/**
 * Replaces every key of a purpose by one that signs now, for keys that a stranger may know: what they signed is refused once processes have
 * read the keys again. The public parts are told once, in the caller's database transaction: nothing else verifies what was signed.
 */
export async function endSigningKeys(
  inSameCommit: Operator,
  masterKeys: MasterKeys,
  purpose: SigningPurpose,
): Promise<SigningKeyRotation> {
  await lockSigningKeys(inSameCommit.db);
  const now = inSameCommit.clock.now();
  return rotateWithin(inSameCommit.db, inSameCommit, masterKeys, { signsFrom: now, retiredAt: now }, purpose);
}

/** Adds a key as `rotateSigningKeys` does, once the newest of its purpose has begun to sign; undefined before, so that haste makes no row of keys. */
export const rotateSettledSigningKeys = (
  operator: Operator,
  masterKeys: MasterKeys,
  lifetimes: SignedLifetimes,
  purpose: SigningPurpose,
): Promise<SigningKeyRotation | undefined> =>
  operator.db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    const now = operator.clock.now();
    const keys = (await findSigningKeys(trx, now)).filter((key) => key.purpose === purpose);
    const newest = keys.at(-1);
    if (newest && signsFrom(newest, keys, now)) return undefined;
    return rotateWithin(trx, operator, masterKeys, ordinaryTimes(now, lifetimes[purpose]), purpose);
  });

/** Rotates the keys of every purpose whose newest key is older than `maximumAgeDays`, once however many processes ask; answers the purposes it rotated. */
export const rotateAgedSigningKeys = (
  operator: Operator,
  masterKeys: MasterKeys,
  lifetimes: SignedLifetimes,
  maximumAgeDays: number,
): Promise<SigningPurpose[]> =>
  operator.db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    const now = operator.clock.now();
    const keys = await findSigningKeys(trx, now);
    const oldest = addSeconds(now, -maximumAgeDays * 86_400);
    const aged = SIGNING_PURPOSES.filter((purpose) =>
      keys.filter((key) => key.purpose === purpose).every((key) => key.createdAt < oldest),
    );
    for (const purpose of aged)
      await rotateWithin(trx, operator, masterKeys, ordinaryTimes(now, lifetimes[purpose]), purpose);
    return aged;
  });
