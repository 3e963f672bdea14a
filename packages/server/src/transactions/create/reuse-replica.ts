import type { CreateTransactionResponse } from '@titular/contract';
import { type IssueLinkDeps, issueLink } from '../../captures/index.ts';
import type { ProcessId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Company } from '../../tenants/index.ts';
import { findReplica } from '../transaction-store.ts';

/**
 * Returns the existing transaction for a create with the same data. Refuses with 40027 unless the company reuses such
 * transactions. A reused transaction gets a fresh link and token while it awaits a capture; with a process named,
 * only one that uses that process is reused.
 */
export async function reuseReplica(
  deps: IssueLinkDeps,
  company: Company,
  replicaHash: Buffer,
  now: Date,
  processId?: ProcessId,
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
