import type { CallRows, SearchCalls } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import { byIndex } from '../kernel/database/by-index.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { parseId, parseInstant } from '../kernel/http/body/parse-query.ts';
import type { ListedCall } from './api-call-store.ts';
import {
  type CallSpan,
  findEndOfNewestCalls,
  listNewestCalls,
  type NewestCalls,
} from './newest-call-store.ts';
import { toListedApiCall } from './search-calls.ts';

const PAGE_SIZE = 50;
/** Calls that one narrowed page scans. */
const MAX_SCANNED_CALLS = 10_000;

/** The times of a body; refuses with 40002 one that no calendar has. */
export const parseSpan = ({ from, before }: { from?: string; before?: string }): CallSpan => ({
  from: parseInstant('from', from),
  before: parseInstant('before', before),
});

function parseFilter(asked: SearchCalls): NewestCalls {
  const { account, operation, code, status, requestId, cursor } = asked;
  return {
    ...parseSpan(asked),
    ...{ account, operation, code },
    requestId: parseId('requestId', requestId),
    statusClass: status === undefined ? undefined : Number(status[0]),
    beforeId: parseId('cursor', cursor),
    fromId: undefined,
  };
}

/** Rows of a page and one more where there is another; where the scan ended, if it did before the oldest call. */
async function scan(
  db: Db,
  tenantId: TenantId,
  filter: NewestCalls,
  limit: number,
): Promise<{ found: ListedCall[]; fromId?: string | undefined }> {
  const { account, operation, statusClass, requestId } = filter;
  const isRare = account !== undefined || operation !== undefined || statusClass !== undefined;
  if (!isRare || requestId !== undefined)
    return { found: await listNewestCalls(db, tenantId, filter, limit) };
  const fromId = await findEndOfNewestCalls(db, tenantId, filter, MAX_SCANNED_CALLS);
  return { found: await listNewestCalls(db, tenantId, { ...filter, fromId }, limit), fromId };
}

/** A page of the tenant's calls, newest first, of a bounded look at the log; a narrowed page may be empty and still have a next one. Refuses with 40002. */
export async function searchNewestCalls(
  db: Kysely<Tables>,
  tenantId: TenantId,
  asked: SearchCalls,
): Promise<CallRows> {
  const limit = asked.limit ?? PAGE_SIZE;
  // One more than asked for tells whether there is a next page.
  const filter = parseFilter(asked);
  const { found, fromId } = await byIndex(db, (trx) => scan(trx, tenantId, filter, limit + 1));
  const page = found.slice(0, limit);
  const nextCursor = found.length > limit ? page.at(-1)?.requestId : fromId;
  return { calls: page.map(toListedApiCall), ...(nextCursor === undefined ? {} : { nextCursor }) };
}
