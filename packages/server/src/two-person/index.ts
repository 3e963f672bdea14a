export type { Act, ExportAct, MemberAct, SettingsAct, WaitingAct } from './act.ts';
export { waitingActs } from './act-store.ts';
export { approveAct, withdrawAct } from './approve-act.ts';
export { type ActOperator, proposeAct } from './propose-act.ts';
export {
  type Proposer,
  propose,
  requireSecond,
  takeAsSecond,
  WAITING_SECONDS,
  type WithRules,
  withdrawWaiting,
} from './second-person.ts';
export { isTwoPerson, lockTwoPerson } from './two-person-store.ts';
export { createWaitingStore, type Proposed } from './waiting-store.ts';
