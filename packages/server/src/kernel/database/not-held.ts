import { type RawBuilder, sql } from 'kysely';

/** Whether no legal hold keeps the transaction or process in this column of a table or alias, whose tenant is in its `tenant_id`; of none, it is true. */
export const notHeld = (
  column:
    | 'transactions.transaction_id'
    | 'processes.process_id'
    | 's.transaction_id'
    | 's.process_id'
    | 'due.subject_id'
    | 'capture_dues.subject_id'
    | 'capture_sessions.subject_id'
    | 'capture_devices.subject_id'
    | 'frame_prints.subject_id'
    | 'events.transaction_id'
    | 'events.subject_id'
    | 'api_calls.transaction_id'
    | 'api_calls.process_id',
): RawBuilder<boolean> =>
  sql<boolean>`NOT EXISTS (SELECT FROM legal_holds h
    WHERE h.tenant_id = ${sql.ref(`${column.split('.')[0]}.tenant_id`)} AND h.subject_id = ${sql.ref(column)})`;
