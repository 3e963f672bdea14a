import { type SubjectId, type SubjectRef, toSubjectRef } from '../../kernel/database/subject-ref.ts';
import type { SubjectTable } from '../subject-table.ts';

/** Names a subject of one table. */
export const refOf = ({ table }: SubjectTable, id: SubjectId): SubjectRef =>
  toSubjectRef(table === 'transactions' ? 'transaction' : 'process', id);
