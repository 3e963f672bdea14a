import type { CreateTransactionResponse } from '@titular/contract';
import { type IssueLinkDeps, issueLink } from '../../captures/links/issue-link.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Company } from '../../tenants/tenant.ts';
import { findReplica } from '../transaction-store.ts';

/**
 * Answers a create whose data an earlier transaction has: refuses with 40027, or, where the company reuses, gives its own
 * earlier unexpired one again (design section 2), as it was made, with a fresh link and token while a capture is still awaited; to who
 * names a process only one that uses it.
 */
export async function reuseReplica(
  deps: IssueLinkDeps,
  company: Company,
  replicaHash: Buffer,
  now: Date,
  processId?: string,
): Promise<CreateTransactionResponse> {
  const replica =
    company.replicaPolicy === 'reuse'
      ? await findReplica(deps.db, company.tenantId, replicaHash, now)
      : undefined;
  // Another company of the tenant has rules and origins of its own.
  if (replica?.companyId !== company.companyId) throw new Refusal('40027');
  // Who names a process is never sent to take a selfie, nor told of what rests on another capture.
  if (processId !== undefined && replica.referenceProcessId !== processId) throw new Refusal('40027');
  const { transactionId, status, expiresAt } = replica;
  const subject = { kind: 'transaction', id: transactionId } as const;
  const awaitsCapture = status === 'waiting' || status === 'shared';
  const issued = awaitsCapture ? await issueLink(deps, company, { subject, expiresAt }, now) : {};
  return { id: transactionId, status, ...issued };
}
