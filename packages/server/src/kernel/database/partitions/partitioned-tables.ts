import { API_CALL_DAYS, WEBHOOK_LOG_DAYS } from '@titular/contract';
import type { Tables } from '../tables/tables.ts';

type Keyed = {
  table: keyof Tables;
  /** The column of UUIDs version 7 by whose time rows are partitioned. */
  key: string;
  /** Days of one partition; weeks begin on Thursdays, as 1970 did. */
  span: number;
  /** How long a row is kept. */
  days: number;
};

/** A table whose rows go by a time of their own. */
export type TimedTable = Keyed & {
  /** The column from which the days run that a row is kept. */
  at: string;
  /** Columns with transactions and processes whose legal hold keeps a row. */
  heldBy: readonly string[];
};

/** A table whose rows stay as long as the row of another one with their tenant and key, whatever keeps that. */
export type OwnedTable = Keyed & { owner: keyof Tables };

/** A table partitioned by the days of its key. Each row has a tenant, in `tenant_id`. */
export type PartitionedTable = TimedTable | OwnedTable;

/** Whether rows of the table go with those of another one. */
export const isOwned = (of: PartitionedTable): of is OwnedTable => 'owner' in of;

/** The log of calls. */
export const apiCalls: TimedTable = {
  table: 'api_calls',
  key: 'call_id',
  span: 1,
  at: 'at',
  days: API_CALL_DAYS,
  heldBy: ['transaction_id', 'process_id'],
};

/** Attempts at deliveries. By the week: there are a hundred days of them, and whoever reads many deliveries asks each partition. */
export const deliveryAttempts: OwnedTable = {
  table: 'delivery_attempts',
  key: 'delivery_id',
  span: 7,
  days: WEBHOOK_LOG_DAYS,
  owner: 'deliveries',
};

/** Every partitioned table. */
export const partitionedTables: readonly PartitionedTable[] = [apiCalls, deliveryAttempts];
