import type { CreateTransactionResponse } from '@titular/contract';
import { addSeconds } from '../base/clock.ts';
import { Refusal } from '../base/refusal.ts';
import { newLinkCode } from '../captures/link.ts';
import { insertLink } from '../captures/link-store.ts';
import type { Company } from '../tenants/tenant.ts';
import type { CreateDeps } from './create-transaction.ts';
import { findReplica, type Replica } from './transaction-store.ts';

async function openAgain(
  deps: CreateDeps,
  company: Company,
  replica: Replica,
  now: Date,
): Promise<CreateTransactionResponse> {
  const { tenantId, webOrigins } = company;
  const { transactionId, status } = replica;
  const { code, codeHash } = newLinkCode();
  const longest = addSeconds(now, deps.linkLifetimeSeconds);
  const expiresAt = replica.expiresAt < longest ? replica.expiresAt : longest;
  const [token] = await Promise.all([
    deps.issueSdkToken({ tenantId, transactionId, origins: webOrigins, now, expiresAt }),
    insertLink(deps.db, tenantId, {
      transactionId,
      codeHash,
      expiresAt,
      purpose: 'merchant',
      createdAt: now,
    }),
  ]);
  return { id: transactionId, status, link: `${deps.publicUrl}/c/${code}`, token };
}

/**
 * Answers a create whose data an earlier transaction has: refuses with 40027, or, where the company reuses, gives its own
 * earlier unexpired one again (design section 2), as it was made, with a fresh link and token while a capture is still awaited.
 */
export async function reuseReplica(
  deps: CreateDeps,
  company: Company,
  replicaHash: Buffer,
  now: Date,
): Promise<CreateTransactionResponse> {
  const replica =
    company.replicaPolicy === 'reuse'
      ? await findReplica(deps.db, company.tenantId, replicaHash, now)
      : undefined;
  // Another company of the tenant has rules and origins of its own.
  if (replica?.companyId !== company.companyId) throw new Refusal('40027');
  const { transactionId, status } = replica;
  const awaitsCapture = status === 'waiting' || status === 'shared';
  return awaitsCapture ? openAgain(deps, company, replica, now) : { id: transactionId, status };
}
