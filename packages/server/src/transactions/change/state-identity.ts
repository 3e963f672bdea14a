import type { StateIdentityRequest } from '@titular/contract';
import type { Kysely } from 'kysely';
import { findLatestAttempt } from '../../captures/index.ts';
import { identityHash, parseIdentity } from '../../identity/index.ts';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { lockSubject } from '../../subjects/index.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import { advance } from '../transaction.ts';
import { findDetails } from '../transaction-store.ts';
import { changeStatus, TRANSACTIONS } from './change-status.ts';
import { countStatements, updateStatedIdentity } from './stated-identity-store.ts';

/** So few that nobody tries out identities, and enough for somebody who mistypes. */
const MAX_STATEMENTS = 5;

/** Whether this is what the person stated last; `hash` is undefined for the identity that was sent. Nothing else is stated until the caller's commit. */
async function isStatedNow(
  trx: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
  hash: Buffer | undefined,
): Promise<boolean> {
  const present = await lockSubject(trx, TRANSACTIONS, tenantId, transactionId);
  const isOpen = present !== undefined && advance(present.status, 'state-identity') !== undefined;
  if (!isOpen || (await countStatements(trx, tenantId, transactionId)) === 0) return false;
  const stated = (await findDetails(trx, tenantId, transactionId))?.statedIdentity;
  if (stated === undefined || hash === undefined) return stated === undefined && hash === undefined;
  return sameDigest(stated.hash, hash);
}

/**
 * The person says on the page that the card is theirs under another identity, which module post allows (design section 2): from
 * now on that one is verified. The identity that was sent is kept as well; stating that one takes the statement back. Stated once more, as
 * after a lost answer, it is the same statement.
 */
export async function stateIdentity(
  { db, tenantKeys }: { db: Kysely<Tables>; tenantKeys: TenantKeys },
  tenantId: TenantId,
  transactionId: TransactionId,
  stated: StateIdentityRequest,
  now: Date,
): Promise<void> {
  const parsed = parseIdentity(stated.key, stated.value.replace(/[\s./-]/g, ''));
  if (parsed.kind === 'refused') throw new Refusal('40002', `${parsed.field} ${parsed.rule}.`);
  const details = await findDetails(db, tenantId, transactionId);
  if (details?.module !== 'post' || details.expiresAt <= now) throw new Refusal('40063');
  const { identity } = parsed;
  const key = await tenantKeys(tenantId);
  const hash = identityHash(key, identity);
  const plain = Buffer.from(JSON.stringify(identity), 'utf8');
  const sealed = key.seal('transactions', transactionId, 'sealed_stated_identity', plain);
  const isTheOneSent = sameDigest(hash, details.identityHash);
  await db.transaction().execute(async (trx) => {
    if (await isStatedNow(trx, tenantId, transactionId, isTheOneSent ? undefined : hash)) return;
    const transition = { event: 'state-identity', actor: 'person', at: now } as const;
    const reasons = [isTheOneSent ? 'identity_as_sent' : 'another_identity'];
    const outcome = await changeStatus(trx, tenantId, transactionId, { ...transition, reasons });
    if (outcome.kind !== 'changed') throw new Refusal('40063');
    // An attempt was begun to show whom it was begun for.
    const attempt = await findLatestAttempt(trx, tenantId, transactionId);
    if (attempt && !attempt.outcome) throw new Refusal('40063');
    if ((await countStatements(trx, tenantId, transactionId)) > MAX_STATEMENTS) throw new Refusal('40063');
    const kept = isTheOneSent ? undefined : { key: identity.key, hash, sealed };
    await updateStatedIdentity(trx, tenantId, transactionId, kept);
  });
}
