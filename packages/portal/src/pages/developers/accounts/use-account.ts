import type { AccountRow } from '@titular/contract';
import { scopesWithheld } from '@titular/contract/scope-grants';
import { type Pages, pageFrom, usePages } from '../../../lists/use-pages.ts';
import { call } from '../../../service/call.ts';
import { keyOf, queryClient } from '../../../service/queries.ts';
import { useTenant } from '../../../shell/use-session.ts';

/** An account as the list shows it. */
export type ListedAccount = AccountRow & { id: string };

/** Reads the accounts of the tenant by name, page by page. */
export function useAccounts(): Pages<ListedAccount> {
  const { tenantId } = useTenant();
  const params = { tenant_id: tenantId };
  return usePages(keyOf('searchPortalAccounts', { params }), async (cursor, signal) => {
    const { accounts, nextCursor } = await call('searchPortalAccounts', {
      params,
      body: pageFrom(cursor),
      signal,
    });
    return { rows: accounts.map((one) => ({ ...one, id: one.account })), nextCursor };
  });
}

/** Reads an account again at once, here and in the list. */
export function readAccountAgain(tenantId: string, account: string): void {
  const params = { tenant_id: tenantId, account };
  void queryClient.invalidateQueries({ queryKey: keyOf('readPortalAccount', { params }) });
  void queryClient.invalidateQueries({ queryKey: ['searchPortalAccounts'] });
}

/** Whether the person changes accounts: each acts for all companies, so only members of all do. */
export const useIsManager = (): boolean => useTenant().membership.companies === 'all';

/** The scopes of an account for which the person's role makes no credentials. */
export const useWithheld = (scopes: readonly string[]): readonly string[] =>
  scopesWithheld(useTenant().membership.role, scopes);
