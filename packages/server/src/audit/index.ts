export { findLastPosition, findPosition, listLinks, listWaiting } from './audit-chain-store.ts';
export {
  type AuditEntry,
  type RecordedAuditEntry,
  type TenantAuditEntry,
  toRecorded,
} from './audit-entry.ts';
export {
  type AuditFilter,
  isEntryOf,
  listActionsOf,
  listActorsAfter,
  listAuditValues,
  searchAuditEntries,
} from './audit-search-store.ts';
export { insertAuditEntry, insertTenantEntry, listAuditEntries, listEntriesAbout } from './audit-store.ts';
export { countViews, hasView } from './audit-view-store.ts';
export { describeAuditFilter } from './describe-filter.ts';
export { accountOf, type Operator, OperatorRefusal, type OperatorRefusalKind } from './operator.ts';
export { sealAuditLog } from './seal-audit-log.ts';
export { isAuditSeparate, separateAuditRole } from './separate-audit-role.ts';
export { type AuditVerdict, verifyAuditLog } from './verify-audit-log.ts';
export {
  type AuditBreak,
  cutOff,
  findBrokenWaiting,
  findUnchained,
  newWalk,
  type Walk,
  walkPage,
} from './walk-audit-chain.ts';
