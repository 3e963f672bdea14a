import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { SubjectTable } from '../subject-table.ts';

/** Names a subject of one table. */
export const refOf = ({ table }: SubjectTable, id: string): SubjectRef => ({
  kind: table === 'transactions' ? 'transaction' : 'process',
  id,
});
