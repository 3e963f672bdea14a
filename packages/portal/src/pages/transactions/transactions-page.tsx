import '../../lists/lists.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TransactionRow } from '@titular/contract';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { type Column, RowList } from '../../lists/row-list.tsx';
import { type TransactionsSearch, toTransactionsBody } from '../../lists/search-params.ts';
import { useIsWide } from '../../lists/use-is-wide.ts';
import { type Pages, pageFrom, usePages } from '../../lists/use-pages.ts';
import { useFetchAhead } from '../../routes/use-fetch-ahead.ts';
import { call } from '../../service/call.ts';
import { keyOf } from '../../service/queries.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useTenant } from '../../shell/use-session.ts';
import { useShortcut } from '../../shortcuts/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { PlusIcon, ReloadIcon } from '../../ui/icons.ts';
import { TransactionLine } from './transaction-line.tsx';

const Beside = lazy(() => import('../case/beside.tsx').then((module) => ({ default: module.Beside })));
const TransactionFilters = lazy(() =>
  import('./transaction-filters.tsx').then((module) => ({ default: module.TransactionFilters })),
);
const TransactionsEmpty = lazy(() =>
  import('./transactions-empty.tsx').then((module) => ({ default: module.TransactionsEmpty })),
);

/** The list of transactions: its whole state stands in the address. */
export function TransactionsPage() {
  const t = useTexts();
  const search = useSearch({ from: '/t/$tenant/transactions' });
  const pages = useTransactions(search);
  useFetchAhead('/t/$tenant/transactions/$transaction');
  const isWide = useIsWide();
  const open = isWide ? search.open : undefined;
  return (
    <div className="page page-list">
      <PageHead title={t('transactionsTitle')} text={t('transactionsIntro')} acts={<Acts pages={pages} />} />
      <div className={open ? 'list-grid list-grid-open' : 'list-grid'}>
        <div className="list-panel">
          <Suspense fallback={<div className="filters-place" />}>
            <TransactionFilters search={search} />
          </Suspense>
          <TransactionRows pages={pages} search={search} />
        </div>
        <Suspense>{open && <Beside key={open} kind="transaction" id={open} />}</Suspense>
      </div>
    </div>
  );
}

function useTransactions(search: TransactionsSearch): Pages<TransactionRow> {
  const { tenantId } = useTenant();
  const body = toTransactionsBody(search);
  const params = { tenant_id: tenantId };
  return usePages(keyOf('searchPortalTransactions', { params, body }), async (cursor, signal) => {
    const page = { ...body, ...pageFrom(cursor) };
    const { transactions, nextCursor } = await call('searchPortalTransactions', {
      params,
      body: page,
      signal,
    });
    return { rows: transactions, nextCursor };
  });
}

function Acts({ pages }: { pages: Pages<TransactionRow> }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { tenantId, may } = useTenant();
  const create = (): void =>
    void navigate({ to: '/t/$tenant/transactions/new', params: { tenant: tenantId } });
  return (
    <>
      <Button icon={ReloadIcon} isBusy={pages.isOld} onPress={pages.refresh}>
        {t('refresh')}
      </Button>
      {may('transactions:act') && (
        <>
          <NewShortcut run={create} />
          <Button kind="primary" icon={PlusIcon} onPress={create}>
            {t('newTransaction')}
          </Button>
        </>
      )}
    </>
  );
}

function NewShortcut({ run }: { run(): void }) {
  useShortcut('n', useTexts()('shortcutNew'), run);
  return null;
}

/** Names of the columns, with the classes by which they give way. */
const useColumns = (): Column[] => {
  const t = useTexts();
  return [
    { name: t('columnOrder'), className: 'col-order' },
    { name: t('columnStatus'), className: 'col-status' },
    { name: t('columnReason'), className: 'col-reason' },
    { name: t('columnCompany'), className: 'col-company' },
    { name: t('columnAge'), className: 'col-age' },
    { name: t('columnAttempts'), className: 'col-attempts' },
    { name: t('columnWebhook'), className: 'col-webhook' },
  ];
};

/** The rows of a list of transactions, and what stands in their place where there are none. */
export function TransactionRows({
  pages,
  search,
  mayOpenBeside = true,
}: {
  pages: Pages<TransactionRow>;
  search: TransactionsSearch;
  mayOpenBeside?: boolean;
}) {
  const t = useTexts();
  const navigate = useNavigate();
  const isWide = useIsWide() && mayOpenBeside;
  const openBeside = (id: string, replace: boolean): void =>
    void navigate({ to: '.', search: (all) => ({ ...all, open: id }), replace, resetScroll: false });
  return (
    <RowList
      pages={pages}
      label={t('transactionsTitle')}
      columns={useColumns()}
      empty={
        <Suspense>
          <TransactionsEmpty search={search} />
        </Suspense>
      }
      onMove={({ id }) => search.open && openBeside(id, true)}
      row={(row, index) => (
        <TransactionLine
          key={row.id}
          row={row}
          index={index}
          isOpen={row.id === search.open}
          onOpen={isWide ? () => openBeside(row.id, search.open !== undefined) : undefined}
        />
      )}
    />
  );
}
