export { changeStatus, TRANSACTIONS, type Transition } from './change/change-status.ts';
export { placeLegalHold, releaseLegalHold } from './change/legal-hold.ts';
export { readCaptures } from './read/read-captures.ts';
export { readTransaction } from './read/read-transaction.ts';
export { viewImage } from './read/view-image.ts';
export { deleteStatedIdentities, lockTransactionsOf } from './retention/erase-transactions-store.ts';
export { findHeldSubjects, listHeldOrders, listHolds } from './retention/legal-hold-store.ts';
export { isFinal } from './transaction.ts';
export { findDetails } from './transaction-store.ts';
