export type { Act, ExportAct, MemberAct, SettingsAct, WaitingAct } from './act.ts';
export { countActs, listActs } from './act-store.ts';
export { approveAct, withdrawAct } from './approve-act.ts';
export { type ActOperator, type Proposer, proposeAct } from './propose-act.ts';
export { isTwoPerson, lockTwoPerson } from './two-person-store.ts';
