import type { AssertionAlgorithm } from '@titular/contract';
import { exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import { insertAuditEntry, type Operator, OperatorRefusal } from '../../audit/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { type AccountKey, findAccountKeys, retireAccountKey } from './account-key-store.ts';
import type { KeyFault } from './check-public-key.ts';
import {
  type KeyRegistrationOutcome,
  type PublicKeyRegistration,
  registerPublicKey,
} from './register-public-key.ts';
import { lockServiceAccount } from './service-account-store.ts';

/** A key pair made for an account; the private half is seen this once. */
export type GeneratedKey = { keyId: string; algorithm: AssertionAlgorithm; privateKeyPem: string };

const FAULTS: Readonly<Record<KeyFault | 'duplicate_key_id', string>> = {
  not_a_key: 'it is neither a public key in PEM (SPKI) nor a JWK, or its point is off the curve.',
  key_set: 'it is a set of keys; give one key.',
  private_material:
    'it holds a private key, which must be considered exposed: make a new pair, give its public half.',
  symmetric_key: 'it is a shared secret; give the public half of a key pair.',
  wrong_use: 'it says of itself that it is not for signatures.',
  wrong_algorithm: 'it is not a key for the algorithm; name the right one with --algorithm.',
  wrong_curve: 'its curve is not P-256.',
  weak_key: 'it is weak: RSA needs 2048 to 4096 bits, exponent 65537 and a sound modulus.',
  duplicate_key_id:
    'the account has a key of that id already, active or retired; choose another with --key-id.',
};

const withDb = (operator: Operator, db: Operator['db']): Operator => ({ ...operator, db });

function requireRegistered(outcome: KeyRegistrationOutcome): string {
  if (outcome.kind === 'registered') return outcome.keyId;
  const kind = outcome.reason === 'duplicate_key_id' ? 'forbidden' : 'invalid';
  throw new OperatorRefusal(kind, `The key was not registered: ${FAULTS[outcome.reason]}`);
}

/** Registers a public key of the merchant's own in the operator's open transaction; refuses weak, private and unfit keys with the reason. */
export async function addPublicKey(operator: Operator, registration: PublicKeyRegistration): Promise<string> {
  const keyId = requireRegistered(await registerPublicKey(operator.db, registration));
  const { tenantId, account, algorithm } = registration;
  await insertAuditEntry(operator.db, operator, {
    tenantId,
    action: 'key.create',
    subject: `service-account/${account}`,
    after: { keyId, algorithm },
  });
  return keyId;
}

/** Makes a pair, registers its public half and hands the private one out; nothing of it is kept. */
export async function addGeneratedKey(
  operator: Operator,
  tenantId: TenantId,
  account: string,
  algorithm: AssertionAlgorithm,
  requestedKeyId?: string,
): Promise<GeneratedKey> {
  const pair = await generateKeyPair(algorithm, { extractable: true, modulusLength: 3072 });
  const key = await exportJWK(pair.publicKey);
  const registration = { tenantId, account, algorithm, key: key as Record<string, unknown> };
  const keyId = await addPublicKey(
    operator,
    requestedKeyId === undefined ? registration : { ...registration, keyId: requestedKeyId },
  );
  return { keyId, algorithm, privateKeyPem: await exportPKCS8(pair.privateKey) };
}

/** A key of the account; refuses with `not-found`. */
export async function readAccountKey(
  { db }: Pick<Operator, 'db'>,
  tenantId: TenantId,
  account: string,
  keyId: string,
): Promise<AccountKey> {
  const key = (await findAccountKeys(db, tenantId, account)).find((one) => one.keyId === keyId);
  if (!key) throw new OperatorRefusal('not-found', `The service account ${account} has no key ${keyId}.`);
  return key;
}

/** Ends a key now or at a later time; tokens it got are refused within 5 s of it. Answers false when it ended by then already. */
export async function retireKey(
  operator: Operator,
  tenantId: TenantId,
  account: string,
  keyId: string,
  at: Date,
): Promise<boolean> {
  return inTransaction(operator.db, async (trx) => {
    // Another end of it waits, so that the entry says what was until this commit.
    await lockServiceAccount(trx, tenantId, account);
    const before = await readAccountKey({ db: trx }, tenantId, account, keyId);
    if (!(await retireAccountKey(trx, tenantId, account, keyId, at))) return false;
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: 'key.retire',
      subject: `service-account/${account}`,
      before: { keyId, retiredAt: before.retiredAt ?? null },
      after: { keyId, retiredAt: at },
    });
    return true;
  });
}

/** What a rotation of an account's keys made and which keys it ends when. */
export type KeyRotation<Added> = { added: Added; retiredKeyIds: string[]; retiredAt: Date };

/** Adds a key by `add` and lets all that were active end after the overlap, in one commit. */
export async function rotateKeys<Added extends { keyId: string }>(
  operator: Operator,
  tenantId: TenantId,
  account: string,
  overlapSeconds: number,
  add: (inSameCommit: Operator) => Promise<Added>,
): Promise<KeyRotation<Added>> {
  const now = operator.clock.now();
  const retiredAt = addSeconds(now, overlapSeconds);
  return inTransaction(operator.db, async (trx) => {
    await lockServiceAccount(trx, tenantId, account);
    const active = (await findAccountKeys(trx, tenantId, account)).filter(
      (key) => key.retiredAt === undefined || key.retiredAt > retiredAt,
    );
    const added = await add(withDb(operator, trx));
    for (const key of active) await retireAccountKey(trx, tenantId, account, key.keyId, retiredAt);
    const retiredKeyIds = active.map((key) => key.keyId);
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: 'key.rotate',
      subject: `service-account/${account}`,
      before: { keyIds: retiredKeyIds },
      after: { keyId: added.keyId, othersRetiredAt: retiredAt },
    });
    return { added, retiredKeyIds, retiredAt };
  });
}
