import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../i18n/with-texts.ts';
import { parseProcessesSearch, parseTransactionsSearch } from '../lists/search-params.ts';
import { type CasePart, parsePart } from '../pages/case/case-part.ts';
import { parseInstant } from '../pages/case/replay/parse-instant.ts';
import { parseTenantSearch, type TenantSearch } from './search.ts';
import { tenantRoute } from './tenant-route.tsx';

const part = (search: Record<string, unknown>): { part?: CasePart } => {
  const found = parsePart(search['part']);
  return found === undefined ? {} : { part: found };
};
const caseSearch = (search: Record<string, unknown>): TenantSearch & { part?: CasePart } => ({
  ...parseTenantSearch(search),
  ...part(search),
});

const timedSearch = (search: Record<string, unknown>): TenantSearch & { part?: CasePart; at?: string } => {
  const at = parseInstant(search['at']);
  return { ...caseSearch(search), ...(at === undefined ? {} : { at }) };
};

const transactions = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'transactions',
  validateSearch: (search: Record<string, unknown>) => ({
    ...parseTransactionsSearch(search),
    ...part(search),
  }),
  component: lazyRouteComponent(
    () => withTexts(import('../pages/transactions/transactions-page.tsx'), 'lists'),
    'TransactionsPage',
  ),
});
const newTransaction = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'transactions/new',
  component: lazyRouteComponent(
    () => withTexts(import('../pages/transactions/new/new-transaction-page.tsx'), 'lists', 'cases'),
    'NewTransactionPage',
  ),
});
const transaction = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'transactions/$transaction',
  validateSearch: timedSearch,
  component: lazyRouteComponent(
    () => withTexts(import('../pages/case/case-pages.tsx'), 'lists', 'cases', 'errors'),
    'TransactionPage',
  ),
});
const processes = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'processes',
  validateSearch: (search: Record<string, unknown>) => ({ ...parseProcessesSearch(search), ...part(search) }),
  component: lazyRouteComponent(
    () => withTexts(import('../pages/processes/processes-page.tsx'), 'lists'),
    'ProcessesPage',
  ),
});
const process = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'processes/$process',
  validateSearch: timedSearch,
  component: lazyRouteComponent(
    () => withTexts(import('../pages/case/case-pages.tsx'), 'lists', 'cases', 'errors'),
    'ProcessPage',
  ),
});
const find = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'find',
  component: lazyRouteComponent(() => withTexts(import('../find/find-page.tsx'), 'lists'), 'FindPage'),
});
const orderLink = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orders',
  component: lazyRouteComponent(
    () => withTexts(import('../find/order-link-page.tsx'), 'lists'),
    'OrderLinkPage',
  ),
});

/** Pages of transactions and processes: lists, one open case, creating by hand, and what was found. */
export const caseRoutes = [
  transactions,
  newTransaction,
  transaction,
  processes,
  process,
  find,
  orderLink,
] as const;
