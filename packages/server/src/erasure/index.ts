export { type Disputed, disputeFaces, listFacesLike, listFacesOf, settleDispute } from './dispute-faces.ts';
export { countDue } from './due/count-due.ts';
export { type ErasureDeps, erasePerson, readErasure } from './erase-person.ts';
export { type ListedErasure, listErasures } from './erasure-store.ts';
export { acceptLedger, bindLedger, ledgerProblemAtHand } from './ledger/bind-ledger.ts';
export { ledgerProblem } from './ledger/check-ledger.ts';
export { type Ledger, openLedger } from './ledger/ledger-file.ts';
export { countOpenRequests } from './open-requests-store.ts';
export { listOverdue, OVERDUE_LIMIT_SECONDS, type Overdue } from './overdue.ts';
export { approveErasure, withdrawErasure } from './proposals/approve-erasure.ts';
export { countProposals, listProposals, type Proposal } from './proposals/proposal-store.ts';
export {
  type CheckProposal,
  openProposal,
  proposeErasure,
  type StaffActor,
} from './proposals/propose-erasure.ts';
