import type { TenantRow } from '@titular/contract';
import { type Pages, pageFrom, usePages } from '../../../lists/use-pages.ts';
import { call } from '../../../service/call.ts';
import { keyOf } from '../../../service/queries.ts';
import { refreshFailureOf } from './refresh-failure.ts';

/** Tenants page by page; `refreshFailure` is there where the rows are those of before a refresh that failed. */
export type Tenants = { pages: Pages<TenantRow>; refreshFailure: unknown };

/** Reads tenants whose name has the text, the newest first. */
export function useTenants(text: string): Tenants {
  const filter = text === '' ? {} : { text };
  const key = keyOf('searchTenants', { body: filter });
  const pages = usePages(key, async (cursor, signal) => {
    const answer = await call('searchTenants', { body: { ...filter, ...pageFrom(cursor) }, signal });
    return { rows: answer.tenants, nextCursor: answer.nextCursor };
  });
  return { pages, refreshFailure: refreshFailureOf(key, pages) };
}
