export { type Disputed, disputeFaces, listFacesLike, listFacesOf, settleDispute } from './dispute-faces.ts';
export { erasePerson } from './erase-person.ts';
export { ledgerProblem } from './ledger/check-ledger.ts';
export { beginLedger, hasLedger, type Ledger, openLedger } from './ledger/ledger-file.ts';
export { findLastEntryAt } from './ledger/ledger-store.ts';
export { listOverdue, OVERDUE_LIMIT_SECONDS, type Overdue } from './overdue.ts';
