export {
  type ChangeDeps,
  cancelByHand,
  renewProcessLinkByHand,
  renewTransactionLink,
  resendByHand,
} from './act/change-case.ts';
export { createByHand } from './act/create-by-hand.ts';
export { hideUnknown } from './act/hide-unknown.ts';
export type { Member } from './act/member.ts';
export { listNotesByHand, noteByHand, withdrawByHand } from './act/note-case.ts';
export { type CaseEvidenceDeps, readPortalEvidence, readPortalReceipt } from './act/read-evidence.ts';
export { revealField } from './act/reveal-field.ts';
export { type ViewPictureDeps, viewPicture } from './act/view-picture.ts';
export { type CaseScope, companiesOf, isWithin, parseCaseId } from './case-scope.ts';
export { type CaseFileDeps, type CaseFileMaker, makeCaseFile } from './file/make-case-file.ts';
export { find } from './find/find.ts';
export { searchPortalProcesses } from './lists/search-processes.ts';
export {
  type DueTransactions,
  endDue,
  readStoredRows,
  searchPortalTransactions,
} from './lists/search-transactions.ts';
export { parseTransactionFilter } from './lists/transaction-filter.ts';
export type { CaseDeps } from './read/case-deps.ts';
export { hasVersion } from './read/etag.ts';
export { readProcessCase } from './read/read-process-case.ts';
export { readTransactionCase } from './read/read-transaction-case.ts';
export { refuseUnseen } from './read/shared-parts.ts';
