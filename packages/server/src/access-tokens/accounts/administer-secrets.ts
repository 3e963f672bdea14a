import { MAX_VALID_SECRETS } from '@titular/contract';
import { insertAuditEntry, type Operator, OperatorRefusal } from '../../audit/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import { newId, type TenantId } from '../../kernel/base/id.ts';
import { digest, newSecret } from '../../kernel/base/secret.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import {
  insertClientSecret,
  type ListedSecret,
  listClientSecrets,
  retireClientSecret,
} from './client-secret-store.ts';
import { lockServiceAccount } from './service-account-store.ts';

/** A client secret, seen this once; only its digest is kept. */
export type NewSecret = { secretId: string; clientSecret: string };

const HINT_CHARACTERS = 4;

const isValidAt = (secret: ListedSecret, now: Date): boolean =>
  secret.retiredAt === undefined || secret.retiredAt > now;

/** Adds a secret in the operator's open transaction; refuses a third that would be valid at once. */
export async function addSecret(operator: Operator, tenantId: TenantId, account: string): Promise<NewSecret> {
  const { db, clock } = operator;
  await lockServiceAccount(db, tenantId, account);
  const valid = (await listClientSecrets(db, tenantId, account)).filter((one) => isValidAt(one, clock.now()));
  if (valid.length >= MAX_VALID_SECRETS) {
    throw new OperatorRefusal(
      'forbidden',
      `The service account ${account} already has ${valid.length} valid secrets: disable one of them first.`,
    );
  }
  const clientSecret = newSecret('tsk_');
  const secretId = newId();
  const hint = clientSecret.slice(-HINT_CHARACTERS);
  await insertClientSecret(db, tenantId, account, { secretId, secretHash: digest(clientSecret), hint });
  await insertAuditEntry(db, operator, {
    tenantId,
    action: 'secret.create',
    subject: `service-account/${account}`,
    after: { secretId },
  });
  return { secretId, clientSecret };
}

/** A secret of the account, without the secret; refuses with `not-found`. */
export async function readSecret(
  { db }: Pick<Operator, 'db'>,
  tenantId: TenantId,
  account: string,
  secretId: string,
): Promise<ListedSecret> {
  const secret = (await listClientSecrets(db, tenantId, account)).find((one) => one.secretId === secretId);
  if (!secret)
    throw new OperatorRefusal('not-found', `The service account ${account} has no secret ${secretId}.`);
  return secret;
}

/** Ends a secret now or at a later time; tokens it got are refused within 5 s of it. Answers false when it ended by then already. */
export async function retireSecret(
  operator: Operator,
  tenantId: TenantId,
  account: string,
  secretId: string,
  at: Date,
): Promise<boolean> {
  return inTransaction(operator.db, async (trx) => {
    // Another end of it waits, so that the entry says what was until this commit.
    await lockServiceAccount(trx, tenantId, account);
    const before = await readSecret({ db: trx }, tenantId, account, secretId);
    if (!(await retireClientSecret(trx, tenantId, account, secretId, at))) return false;
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: 'secret.retire',
      subject: `service-account/${account}`,
      before: { secretId, retiredAt: before.retiredAt ?? null },
      after: { secretId, retiredAt: at },
    });
    return true;
  });
}

/** A new secret, and which others end when. */
export type SecretRotation = { added: NewSecret; retiredSecretIds: string[]; retiredAt: Date };

/** Adds a secret and lets the valid one end after the overlap, in one commit; refuses while an earlier rotation still overlaps. */
export async function rotateSecrets(
  operator: Operator,
  tenantId: TenantId,
  account: string,
  overlapSeconds: number,
): Promise<SecretRotation> {
  const now = operator.clock.now();
  const retiredAt = addSeconds(now, overlapSeconds);
  return inTransaction(operator.db, async (trx) => {
    const inSameCommit = { ...operator, db: trx };
    const added = await addSecret(inSameCommit, tenantId, account);
    const others = (await listClientSecrets(trx, tenantId, account)).filter(
      (one) => one.secretId !== added.secretId && (one.retiredAt === undefined || one.retiredAt > retiredAt),
    );
    for (const one of others) await retireClientSecret(trx, tenantId, account, one.secretId, retiredAt);
    const retiredSecretIds = others.map((one) => one.secretId);
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: 'secret.rotate',
      subject: `service-account/${account}`,
      before: { secretIds: retiredSecretIds },
      after: { secretId: added.secretId, othersRetiredAt: retiredAt },
    });
    return { added, retiredSecretIds, retiredAt };
  });
}
