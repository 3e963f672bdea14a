import { type Static, Type } from 'typebox';
import { SearchAudit } from '../audit/audit.ts';
import { literals } from '../literals.ts';
import { SearchTransactions } from '../portal/find.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });

/** Most rows of one file; the newest ones are in it. */
export const MAX_EXPORT_ROWS = 50_000;

/** Most bytes of the lines of one file; the newest ones are in it. */
export const MAX_EXPORT_BYTES = 64 * 1024 * 1024;

/** Most files that one person has at once, of which one may still be written. */
export const MAX_OWN_EXPORTS = 5;

/** Most files of a tenant that are written at once. */
export const MAX_WRITING_EXPORTS = 3;

/** Hours for which a file is kept, from when it was asked for. */
export const EXPORT_HOURS = 1;

/** Lists of which a file can be made. */
export const EXPORT_KINDS = ['transactions', 'audit'] as const;
/** One of them. */
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Where a file stands. `ended` is one whose rows were deleted, as they may have held an erased person; `failed` is one that could not be written. */
export const EXPORT_STATES = ['writing', 'ready', 'ended', 'failed'] as const;
/** One of them. */
export type ExportState = (typeof EXPORT_STATES)[number];

/** The filter of the list of transactions whose rows the file gets. */
export const TransactionExport = Type.Omit(SearchTransactions, ['limit', 'cursor'], CLOSED);
export type TransactionExport = Static<typeof TransactionExport>;

/** The filter of the audit log whose entries the file gets. */
export const AuditExport = Type.Omit(SearchAudit, ['limit', 'cursor', 'exporting'], CLOSED);
export type AuditExport = Static<typeof AuditExport>;

/** One filter of a list, and the values that were chosen. */
export const ExportFilter = Type.Object({ name: Type.String(), values: Type.Array(Type.String()) }, CLOSED);
export type ExportFilter = Static<typeof ExportFilter>;

/** A file, and how far it is written. */
export const ExportView = Type.Object(
  {
    id: uuid,
    kind: literals(EXPORT_KINDS),
    withPersons: Type.Boolean({ description: 'Whether each row has its person and card.' }),
    state: literals(EXPORT_STATES),
    filters: Type.Array(ExportFilter, { description: 'What narrowed the list, as its owner chose it.' }),
    rows: Type.Integer({ minimum: 0 }),
    parts: Type.Integer({ minimum: 0 }),
    reachedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'The rows down to this time are written, newest first.',
      }),
    ),
    isWhole: Type.Boolean({ description: 'Whether no row of the filter was left out.' }),
    createdAt: time,
    finishedAt: Type.Optional(time),
    expiresAt: time,
  },
  CLOSED,
);
export type ExportView = Static<typeof ExportView>;

/** The files of whoever asks, newest first: as many as one person has at most. */
export const ExportRows = Type.Object({ exports: Type.Array(ExportView) }, CLOSED);
export type ExportRows = Static<typeof ExportRows>;

/** Which part of the file is read; the first one is written down before it is answered. */
export const ReadExportPart = Type.Object({ part: Type.Integer({ minimum: 0, maximum: 10_000 }) }, CLOSED);
export type ReadExportPart = Static<typeof ReadExportPart>;

/** Lines of the file, to be put together in their order. */
export const ExportPart = Type.Object({ text: Type.String(), isLast: Type.Boolean() }, CLOSED);
export type ExportPart = Static<typeof ExportPart>;
