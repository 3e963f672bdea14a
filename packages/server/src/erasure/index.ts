export { type Disputed, disputeFaces, listFacesLike, listFacesOf, settleDispute } from './dispute-faces.ts';
export { erasePerson } from './erase-person.ts';
export { acceptLedger, bindLedger, ledgerProblemAtHand } from './ledger/bind-ledger.ts';
export { ledgerProblem } from './ledger/check-ledger.ts';
export { type Ledger, openLedger } from './ledger/ledger-file.ts';
export { listOverdue, OVERDUE_LIMIT_SECONDS, type Overdue } from './overdue.ts';
