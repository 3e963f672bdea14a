import '../lists/lists.css';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { FindResponse } from '@titular/contract';
import { useTexts } from '../i18n/use-texts.ts';
import { useStore } from '../service/store.ts';
import { PageHead } from '../shell/page-head.tsx';
import { useTenant } from '../shell/use-session.ts';
import { SearchIcon } from '../ui/icons.ts';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { findOptions } from './find-options.ts';
import { Found } from './found.tsx';
import { NothingFound } from './nothing-found.tsx';
import { type Query, queryStore } from './query-store.ts';

/** What was found. The text stands on the page and nowhere else, so that after a reload there is nothing to look for. */
export function FindPage() {
  const t = useTexts();
  const { tenantId } = useTenant();
  const query = useStore(queryStore);
  return (
    <div className="page page-list">
      <PageHead title={t('foundTitle')} />
      {query?.tenantId === tenantId ? (
        <Search query={query} />
      ) : (
        <Empty icon={SearchIcon} title={t('nothingToFind')} text={t('nothingToFindText')} />
      )}
    </div>
  );
}

function Search({ query }: { query: Query }) {
  const read = useQuery(findOptions(query, useTenant().company));
  return (
    <Loaded of={read} lines={6}>
      {(found) => <Answer query={query} found={found} />}
    </Loaded>
  );
}

function Answer({ query, found }: { query: Query; found: FindResponse }) {
  const { tenantId } = useTenant();
  const { open, transactions, processes, nextCursor } = found;
  // A hit that differs from what was typed is shown, so that nobody takes it for the one they meant.
  if (open && found.took !== 'order_number_other_case')
    return open.kind === 'transaction' ? (
      <Navigate
        to="/t/$tenant/transactions/$transaction"
        params={{ tenant: tenantId, transaction: open.id }}
        replace
      />
    ) : (
      <Navigate to="/t/$tenant/processes/$process" params={{ tenant: tenantId, process: open.id }} replace />
    );
  if (transactions.length + processes.length === 0 && nextCursor === undefined)
    return <NothingFound query={query} found={found} />;
  return <Found query={query} found={found} />;
}
