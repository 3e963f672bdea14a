import type { ListCallsQuery, ListCallsResponse, ListedApiCall } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { parseId, parseInstant } from '../kernel/http/body/parse-query.ts';
import type { TenantKeys } from '../tenants/index.ts';
import { orderHash } from './api-call.ts';
import { type CallFilter, type ListedCall, listCalls } from './api-call-store.ts';

/** What searching needs. */
export type SearchCallsDeps = { db: Kysely<Tables>; tenantKeys: TenantKeys };

const PAGE_SIZE = 20;

async function parseFilter(
  { tenantKeys }: SearchCallsDeps,
  tenantId: TenantId,
  query: ListCallsQuery,
): Promise<CallFilter> {
  const { orderNumber, account, operation, status, code } = query;
  return {
    requestId: parseId('requestId', query.requestId),
    transactionId: parseId('transaction', query.transaction),
    processId: parseId('process', query.process),
    order:
      orderNumber === undefined
        ? undefined
        : { number: orderNumber, hash: orderHash(await tenantKeys(tenantId), orderNumber) },
    account,
    operation,
    status: status === undefined ? undefined : Number(status),
    code,
    from: parseInstant('from', query.from),
    before: parseInstant('before', query.before),
    beforeId: parseId('cursor', query.cursor),
  };
}

/** A call as the contract shows it. */
export const toListedApiCall = ({
  transactionId,
  processId,
  at,
  code,
  request,
  ...call
}: ListedCall): ListedApiCall => ({
  ...call,
  at: at.toISOString(),
  ...(code === undefined ? {} : { code }),
  ...(transactionId === undefined ? {} : { transaction: transactionId }),
  ...(processId === undefined ? {} : { process: processId }),
  ...(request === undefined ? {} : { request: JSON.stringify(request) }),
});

/** A page of the tenant's calls of the last 14 days that match, newest first; a call is found within two seconds of its answer. */
export async function searchCalls(
  deps: SearchCallsDeps,
  tenantId: TenantId,
  query: ListCallsQuery,
): Promise<ListCallsResponse> {
  const limit = query.limit === undefined ? PAGE_SIZE : Number(query.limit);
  // One more than asked for tells whether there is a next page.
  const found = await listCalls(deps.db, tenantId, await parseFilter(deps, tenantId, query), limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    calls: page.map(toListedApiCall),
    ...(found.length > limit && last ? { nextCursor: last.requestId } : {}),
  };
}
