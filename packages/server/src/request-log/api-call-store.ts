import { type RawBuilder, type Selectable, sql } from 'kysely';
import { addSeconds } from '../kernel/base/clock.ts';
import { lowestId, type ProcessId, type TenantId, type TransactionId } from '../kernel/base/id.ts';
import { foldOrderNumber, orderNumberKey } from '../kernel/database/by-index.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { KeptCall } from './api-call.ts';

/** A call with the keyed hash of the order number it named, where it led to no transaction. */
export type CallRow = Omit<KeptCall, 'orderNumber'> & { orderHash: Buffer | undefined };

/** Writes calls of several tenants in the caller's database transaction, which then does not wait for the disk: of all that is kept, this may lose its last moment. One that is there already stays. */
export async function insertCalls(db: Db, calls: readonly CallRow[]): Promise<void> {
  const rows = calls.map((call) => ({
    tenant_id: call.tenantId,
    call_id: call.requestId,
    at: call.at,
    account: call.account,
    operation: call.operation,
    method: call.method,
    path: call.path,
    status: call.status,
    code: call.code ?? null,
    duration_ms: call.durationMs,
    source_address: call.sourceAddress,
    transaction_id: call.transactionId ?? null,
    process_id: call.processId ?? null,
    order_hash: call.orderHash ? `\\x${call.orderHash.toString('hex')}` : null,
    request: call.request ?? null,
    repeated: call.repeated,
  }));
  await sql`SET LOCAL synchronous_commit TO off`.execute(db);
  await sql`
    INSERT INTO api_calls (tenant_id, call_id, at, account, operation, method, path, status, code, duration_ms,
      source_address, transaction_id, process_id, order_hash, request, repeated)
    SELECT tenant_id, call_id, at, account, operation, method, path, status, code, duration_ms,
      source_address, transaction_id, process_id, order_hash, request, repeated
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (tenant_id uuid, call_id uuid, at timestamptz,
      account text, operation text, method text, path text, status integer, code text, duration_ms integer,
      source_address text, transaction_id uuid, process_id uuid, order_hash bytea, request jsonb, repeated integer)
    ON CONFLICT DO NOTHING`.execute(db);
}

/** An order that calls named: its number finds those that led to a transaction, the keyed hash the others. */
export type NamedOrder = { number: string; hash: Buffer };

/** What a list of calls is narrowed to; `beforeId` goes on after the last of the page before. */
export type CallFilter = {
  requestId: string | undefined;
  transactionId: TransactionId | undefined;
  processId: ProcessId | undefined;
  order: NamedOrder | undefined;
  account: string | undefined;
  operation: string | undefined;
  status: number | undefined;
  code: string | undefined;
  from: Date | undefined;
  before: Date | undefined;
  beforeId: string | undefined;
};

/** A call as lists show it. */
export type ListedCall = Omit<CallRow, 'orderHash' | 'tenantId'>;

/** Columns of a call that lists show. */
export const CALL_COLUMNS = [
  'call_id',
  'at',
  'account',
  'operation',
  'method',
  'path',
  'status',
  'code',
  'duration_ms',
  'source_address',
  'transaction_id',
  'process_id',
  'request',
  'repeated',
] as const;

/** Makes a call of its row. */
export const toListedCall = (
  row: Pick<Selectable<Tables['api_calls']>, (typeof CALL_COLUMNS)[number]>,
): ListedCall => ({
  requestId: row.call_id,
  at: row.at,
  account: row.account,
  operation: row.operation,
  method: row.method,
  path: row.path,
  status: row.status,
  code: row.code ?? undefined,
  durationMs: row.duration_ms,
  sourceAddress: row.source_address,
  transactionId: row.transaction_id ?? undefined,
  processId: row.process_id ?? undefined,
  request: (row.request as object | null) ?? undefined,
  repeated: row.repeated,
});

/** Transactions of one order whose calls are looked for. */
const MAX_TRANSACTIONS_OF_ORDER = 1_000;

/** Calls that named an order: by their own hash, or as the creation of a transaction, of which an order has few. */
const namesOrder = (tenantId: TenantId, { number, hash }: NamedOrder): RawBuilder<boolean> => sql<boolean>`(
  order_hash = ${hash} OR operation = 'createTransaction' AND transaction_id = ANY (ARRAY(
    SELECT t.transaction_id FROM transactions t WHERE t.tenant_id = ${tenantId} AND ${orderNumberKey} = ${foldOrderNumber(number)}
      AND t.order_number = ${number} AND t.erased_at IS NULL
    ORDER BY t.transaction_id DESC LIMIT ${sql.lit(MAX_TRANSACTIONS_OF_ORDER)})))`;

/** Up to `limit` calls of the tenant, newest first: ids grow with time. */
export async function listCalls(
  db: Db,
  tenantId: TenantId,
  filter: CallFilter,
  limit: number,
): Promise<ListedCall[]> {
  let query = db
    .selectFrom('api_calls')
    .select(CALL_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .orderBy('call_id', 'desc')
    .limit(limit);
  if (filter.requestId !== undefined) query = query.where('call_id', '=', filter.requestId);
  if (filter.transactionId !== undefined) query = query.where('transaction_id', '=', filter.transactionId);
  if (filter.processId !== undefined) query = query.where('process_id', '=', filter.processId);
  if (filter.order !== undefined) query = query.where(namesOrder(tenantId, filter.order));
  if (filter.account !== undefined) query = query.where('account', '=', filter.account);
  if (filter.operation !== undefined) query = query.where('operation', '=', filter.operation);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.code !== undefined) query = query.where('code', '=', filter.code);
  // Ids are made when a call comes, moments before its time is taken: they bound what is read, the time decides.
  if (filter.from !== undefined)
    query = query
      .where('at', '>=', filter.from)
      .where('call_id', '>=', lowestId(addSeconds(filter.from, -60)));
  if (filter.before !== undefined)
    query = query
      .where('at', '<', filter.before)
      .where('call_id', '<', lowestId(addSeconds(filter.before, 60)));
  if (filter.beforeId !== undefined) query = query.where('call_id', '<', filter.beforeId);
  return (await query.execute()).map(toListedCall);
}

async function redact(db: Db, tenantId: TenantId, which: RawBuilder<unknown>): Promise<number> {
  const result = await sql`
    UPDATE api_calls SET request = NULL, order_hash = NULL WHERE tenant_id = ${tenantId} AND ${which}`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}

/** Deletes what calls about transactions and processes looked like and which order they named; answers how many. */
export const redactCalls = (db: Db, tenantId: TenantId, ids: readonly string[]): Promise<number> =>
  redact(
    db,
    tenantId,
    sql`(transaction_id = ANY (${[...ids]}::uuid[]) OR process_id = ANY (${[...ids]}::uuid[]))`,
  );

/** The same for calls that named one of the orders, by their keyed hashes, and led to no transaction; answers how many. */
export const redactCallsOfOrders = (
  db: Db,
  tenantId: TenantId,
  orderHashes: readonly Buffer[],
): Promise<number> => redact(db, tenantId, sql`order_hash = ANY (${[...orderHashes]}::bytea[])`);
