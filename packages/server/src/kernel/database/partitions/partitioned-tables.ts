import { API_CALL_DAYS } from '@titular/contract';
import type { Tables } from '../tables/tables.ts';

/** A table partitioned by the days of its key. Each row has a tenant, in `tenant_id`. */
export type PartitionedTable = {
  table: keyof Tables;
  /** The column of UUIDs version 7 by whose time rows are partitioned. */
  key: string;
  /** The column from which the days run that a row is kept. */
  at: string;
  days: number;
  /** Columns with transactions and processes whose legal hold keeps a row. */
  heldBy: readonly string[];
};

/** The log of calls. */
export const apiCalls: PartitionedTable = {
  table: 'api_calls',
  key: 'call_id',
  at: 'at',
  days: API_CALL_DAYS,
  heldBy: ['transaction_id', 'process_id'],
};

/** Every partitioned table. */
export const partitionedTables: readonly PartitionedTable[] = [apiCalls];
