import { Done } from '../portal/people.ts';
import {
  AuditExport,
  ExportPart,
  ExportRows,
  ExportView,
  ReadExportPart,
  TransactionExport,
} from './exports.ts';

/** Body and answer of every call about files of lists. */
export const exportCalls = {
  startTransactionExport: { body: TransactionExport, answer: ExportView },
  startPersonExport: { body: TransactionExport, answer: ExportView },
  startAuditExport: { body: AuditExport, answer: ExportView },
  listExports: { body: undefined, answer: ExportRows },
  readExportPart: { body: ReadExportPart, answer: ExportPart },
  endExport: { body: Done, answer: Done },
} as const;
