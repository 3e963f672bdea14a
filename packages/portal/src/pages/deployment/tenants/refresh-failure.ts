import type { QueryKey } from '@tanstack/react-query';
import type { Pages } from '../../../lists/use-pages.ts';
import { queryClient } from '../../../service/queries.ts';

/** What reading a list again ended with, while the rows of before are still shown; of a list that `usePages` reads in the same render. */
export function refreshFailureOf<Row>(key: QueryKey, pages: Pages<Row>): unknown {
  if (pages.rows === undefined || pages.isOld || pages.hasMoreFailed) return undefined;
  return queryClient.getQueryState(key)?.error ?? undefined;
}
