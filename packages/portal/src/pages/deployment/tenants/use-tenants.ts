import type { TenantRow } from '@titular/contract';
import { type Pages, pageFrom, usePages } from '../../../lists/use-pages.ts';
import { call } from '../../../service/call.ts';
import { keyOf } from '../../../service/queries.ts';

/** Reads tenants whose name has the text, the newest first. */
export function useTenants(text: string): Pages<TenantRow> {
  const filter = text === '' ? {} : { text };
  return usePages(keyOf('searchTenants', { body: filter }), async (cursor, signal) => {
    const answer = await call('searchTenants', { body: { ...filter, ...pageFrom(cursor) }, signal });
    return { rows: answer.tenants, nextCursor: answer.nextCursor };
  });
}
