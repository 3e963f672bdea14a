export {
  type AuditEntry,
  insertAuditEntry,
  listAuditEntries,
  listEntriesAbout,
  type RecordedAuditEntry,
} from './audit-store.ts';
export { type Operator, OperatorRefusal, type OperatorRefusalKind } from './operator.ts';
export { sealAuditLog } from './seal-audit-log.ts';
export { isAuditSeparate, separateAuditRole } from './separate-audit-role.ts';
export { type AuditVerdict, verifyAuditLog } from './verify-audit-log.ts';
