import '../../lists/lists.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ProcessRow } from '@titular/contract';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { changeSearch } from '../../lists/change-search.ts';
import { EmptyList } from '../../lists/empty-list.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { RowList } from '../../lists/row-list.tsx';
import { countFilters, type ProcessesSearch, toProcessesBody } from '../../lists/search-params.ts';
import { useIsWide } from '../../lists/use-is-wide.ts';
import { type Pages, pageFrom, usePages } from '../../lists/use-pages.ts';
import { useFetchAhead } from '../../routes/use-fetch-ahead.ts';
import { call } from '../../service/call.ts';
import { keyOf } from '../../service/queries.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useTenant } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { ReloadIcon } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import { processResults, processStates } from '../../words/code-lists.ts';
import { ProcessLine } from './process-line.tsx';

const Beside = lazy(() => import('../case/beside.tsx').then((module) => ({ default: module.Beside })));

/** The list of processes: its whole state stands in the address. */
export function ProcessesPage() {
  const t = useTexts();
  const search = useSearch({ from: '/t/$tenant/processes' });
  const pages = useProcesses(search);
  useFetchAhead('/t/$tenant/processes/$process');
  const isWide = useIsWide();
  const open = isWide ? search.open : undefined;
  const refresh = (
    <Button icon={ReloadIcon} isBusy={pages.isOld} onPress={pages.refresh}>
      {t('refresh')}
    </Button>
  );
  return (
    <div className="page page-list">
      <PageHead title={t('processesTitle')} text={t('processesIntro')} acts={refresh} />
      <div className={open ? 'list-grid list-grid-open' : 'list-grid'}>
        <div className="list-panel">
          <ProcessFilters search={search} />
          <ProcessRows pages={pages} search={search} />
        </div>
        <Suspense>{open && <Beside key={open} kind="process" id={open} />}</Suspense>
      </div>
    </div>
  );
}

function useProcesses(search: ProcessesSearch): Pages<ProcessRow> {
  const { tenantId } = useTenant();
  const body = toProcessesBody(search);
  const params = { tenant_id: tenantId };
  return usePages(keyOf('searchPortalProcesses', { params, body }), async (cursor, signal) => {
    const page = { ...body, ...pageFrom(cursor) };
    const { processes, nextCursor } = await call('searchPortalProcesses', { params, body: page, signal });
    return { rows: processes, nextCursor };
  });
}

function ProcessFilters({ search }: { search: ProcessesSearch }) {
  const t = useTexts();
  const navigate = useNavigate();
  const change = (changed: Partial<Record<'state' | 'result', string | undefined>>): void =>
    void navigate({ to: '.', search: (all) => changeSearch(all, { ...changed, open: undefined }) });
  return (
    <FilterBar active={countFilters(search)} onClear={() => change({ state: undefined, result: undefined })}>
      <Select
        label={t('filterStatus')}
        value={search.state ?? ''}
        options={[
          { value: '', text: t('filterAnyStatus') },
          ...processStates.map((state) => ({ value: state, text: t(`status_${state}`) })),
        ]}
        onChange={(state) => change({ state: state || undefined })}
      />
      <Select
        label={t('filterResult')}
        value={search.result ?? ''}
        options={[
          { value: '', text: t('filterAnyResult') },
          ...processResults.map((result) => ({ value: result, text: t(`status_${result}`) })),
        ]}
        onChange={(result) => change({ result: result || undefined })}
      />
    </FilterBar>
  );
}

function ProcessRows({ pages, search }: { pages: Pages<ProcessRow>; search: ProcessesSearch }) {
  const t = useTexts();
  const navigate = useNavigate();
  const isWide = useIsWide();
  const openBeside = (id: string, replace: boolean): void =>
    void navigate({ to: '.', search: (all) => ({ ...all, open: id }), replace, resetScroll: false });
  return (
    <RowList
      pages={pages}
      label={t('processesTitle')}
      columns={[
        { name: t('columnReference'), className: 'col-order' },
        { name: t('columnStatus'), className: 'col-status' },
        { name: t('columnPurpose'), className: 'col-reason' },
        { name: t('columnCompany'), className: 'col-company' },
        { name: t('columnAge'), className: 'col-age' },
        { name: t('columnUses'), className: 'col-attempts' },
      ]}
      empty={
        <EmptyList
          isNarrow={countFilters(search) > 0}
          company={search.company}
          title={t('emptyProcesses')}
          text={t('emptyProcessesText')}
        />
      }
      onMove={({ id }) => search.open && openBeside(id, true)}
      row={(row, index) => (
        <ProcessLine
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
