import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { countFilters, type TransactionsSearch } from '../../lists/search-params.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { PlusIcon, SearchIcon } from '../../ui/icons.ts';
import { Empty } from '../../ui/states/empty.tsx';

/** What stands in the place of rows: how to widen the filters one by one, or how a first transaction comes about. */
export function TransactionsEmpty({ search }: { search: TransactionsSearch }) {
  return countFilters(search) + (search.company ? 1 : 0) > 0 ? <Narrow search={search} /> : <Nothing />;
}

function Narrow({ search }: { search: TransactionsSearch }) {
  const t = useTexts();
  const navigate = useNavigate();
  const without = (...names: (keyof TransactionsSearch)[]): void =>
    void navigate({
      to: '.',
      search: (all) =>
        // A name that is left out, as the company would be, goes along; undefined takes it out.
        ({ ...all, ...Object.fromEntries(names.map((name) => [name, undefined])) }),
    });
  return (
    <Empty
      icon={SearchIcon}
      title={t('nothingMatches')}
      text={t('nothingMatchesText')}
      acts={
        <>
          {(search.from || search.to) && (
            <Button onPress={() => without('from', 'to')}>{t('allTime')}</Button>
          )}
          {search.status && <Button onPress={() => without('status')}>{t('allStatuses')}</Button>}
          {search.reason && <Button onPress={() => without('reason')}>{t('allReasons')}</Button>}
          {search.company && <Button onPress={() => without('company')}>{t('allCompaniesToo')}</Button>}
          {countFilters(search) > 0 && (
            <Button onPress={() => without('status', 'module', 'from', 'to', 'reason', 'changed')}>
              {t('clearFilters')}
            </Button>
          )}
        </>
      }
    />
  );
}

function Nothing() {
  const t = useTexts();
  const navigate = useNavigate();
  const { tenantId, may } = useTenant();
  const create = (
    <Button
      kind="primary"
      icon={PlusIcon}
      onPress={() => void navigate({ to: '/t/$tenant/transactions/new', params: { tenant: tenantId } })}
    >
      {t('newTransaction')}
    </Button>
  );
  return (
    <Empty
      icon={SearchIcon}
      title={t('emptyTransactions')}
      text={t('emptyTransactionsText')}
      acts={may('transactions:act') && create}
    />
  );
}
