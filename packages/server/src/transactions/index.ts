export { cancelAsMember, cancelAsOperator } from './change/cancel-transaction.ts';
export { changeStatus, TRANSACTIONS, type Transition } from './change/change-status.ts';
export { placeLegalHold, releaseLegalHold } from './change/legal-hold.ts';
export { type RenewLinkDeps, renewLinkAsOperator } from './change/renew-link.ts';
export { maskCard } from './change/transaction-subject.ts';
export type { CreateDeps } from './create/create-draft.ts';
export { createTransaction } from './create/create-transaction.ts';
export { parseCreateRequest } from './create/parse-create-request.ts';
export { findEvidence } from './decide/evidence-store.ts';
export { type EvidenceDeps, readDecisionReceipt, readEvidenceDocument } from './decide/read-evidence.ts';
export { type OpenedPerson, openPerson } from './read/open-person.ts';
export { describeCaptures, readCaptures } from './read/read-captures.ts';
export { readTransaction } from './read/read-transaction.ts';
export { readTransactionHistory, searchTransactions } from './read/search-transactions.ts';
export { beginningWith, SCANNED_ROWS, selectBeginning } from './read/transaction-list-store.ts';
export { viewImage } from './read/view-image.ts';
export { listSealedPersons } from './read/view-store.ts';
export { deleteStatedIdentities, lockTransactionsOf } from './retention/erase-transactions-store.ts';
export {
  deleteHold,
  findHeldSubjects,
  insertHold,
  listHeldOrders,
  listHeldOrdersOf,
  listHolds,
  lockPicturesOf,
} from './retention/legal-hold-store.ts';
export { findStatus } from './status-store.ts';
export { advance, isFinal, keptBinDigits } from './transaction.ts';
export {
  findDetails,
  listTenantsOfOrder,
  listTenantsOfTransactions,
  type TransactionDetails,
} from './transaction-store.ts';
