import type { DocumentView, ReceiptView } from '@titular/contract';
import type { SigningKeys } from '../../access-tokens/index.ts';
import type { TransactionId } from '../../kernel/base/id.ts';
import { type EvidenceDeps, readDecisionReceipt, readEvidenceDocument } from '../../transactions/index.ts';
import { type CaseScope, parseCaseId } from '../case-scope.ts';
import { refuseUnseen } from '../read/shared-parts.ts';
import { hideUnknown } from './hide-unknown.ts';

/** What reading evidence needs. */
export type CaseEvidenceDeps = EvidenceDeps & { signingKeys: Pick<SigningKeys, 'publicJwks'> };

async function refuseUnseenTransaction(
  deps: CaseEvidenceDeps,
  scope: CaseScope,
  id: string,
): Promise<TransactionId> {
  const transactionId = parseCaseId(id);
  await refuseUnseen(deps, scope, { kind: 'transaction', id: transactionId });
  return transactionId;
}

/** The signed receipt of an approval with the keys that are published, for whoever verifies it. Refuses with 40420, 40048 and 40049. */
export async function readPortalReceipt(
  deps: CaseEvidenceDeps,
  scope: CaseScope,
  id: string,
): Promise<ReceiptView> {
  const transactionId = await refuseUnseenTransaction(deps, scope, id);
  const { receipt } = await hideUnknown(() => readDecisionReceipt(deps, scope.tenantId, transactionId));
  const { keys } = await deps.signingKeys.publicJwks();
  return { receipt, keys: keys.map((key) => ({ ...key })) };
}

/** The same as a signed PDF document, under a name that says which transaction and nothing of the person. */
export async function readPortalEvidence(
  deps: CaseEvidenceDeps,
  scope: CaseScope,
  id: string,
): Promise<DocumentView> {
  const transactionId = await refuseUnseenTransaction(deps, scope, id);
  const pdf = await hideUnknown(() => readEvidenceDocument(deps, scope.tenantId, transactionId));
  return { pdf: pdf.toString('base64'), fileName: `evidence-${transactionId}.pdf` };
}
