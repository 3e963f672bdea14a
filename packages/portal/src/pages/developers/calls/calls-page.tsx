import '../../case/case.css';
import '../../../lists/lists.css';
import '../developers.css';
import './calls.css';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ListedApiCall, PortalBody } from '@titular/contract';
import { useRef } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { EmptyList } from '../../../lists/empty-list.tsx';
import { RowList } from '../../../lists/row-list.tsx';
import { type Pages, pageFrom, usePages } from '../../../lists/use-pages.ts';
import { call } from '../../../service/call.ts';
import { keyOf, readOptions, useRead } from '../../../service/queries.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useTenant } from '../../../shell/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Command } from '../../../ui/command.tsx';
import { ReloadIcon } from '../../../ui/icons.ts';
import { CallFilters } from './call-filters.tsx';
import { CallLine } from './call-line.tsx';
import { CausesPanel } from './causes-panel.tsx';
import { callCommand } from './model/call-command.ts';
import {
  CALL_DAYS,
  type CallsSearch,
  countCallFilters,
  parseCallsSearch,
  toCallsBody,
  toSpan,
} from './model/calls-search.ts';
import { WholeLog } from './whole-log.tsx';

/** A call as a row, which has an id. */
type CallRow = ListedApiCall & { id: string };

/** The log of API calls under its refusals by cause; its whole state stands in the address. */
export function CallsPage() {
  const t = useTexts();
  return (
    <WholeLog title={t('callLogTitle')}>
      <Calls />
    </WholeLog>
  );
}

function Calls() {
  const t = useTexts();
  const { tenantId } = useTenant();
  const address = useSearch({ strict: false });
  const search = parseCallsSearch(address);
  const list = useRef<HTMLElement>(null);
  const params = { tenant_id: tenantId };
  const pages = useCalls(search);
  const causes = useCauses(toSpan(search));
  const offered = useRead('listCallFilters', { params }).data;
  const refresh = (): void => {
    pages.refresh();
    void causes.refetch();
  };
  const command = offered && callCommand(offered.apiUrl, toCallsBody(search));
  return (
    <div className="page page-list">
      <PageHead
        title={t('callLogTitle')}
        text={t('callLogIntro')}
        acts={
          <Button icon={ReloadIcon} isBusy={pages.isOld} onPress={refresh}>
            {t('refresh')}
          </Button>
        }
      />
      <CausesPanel read={causes} search={search} onChosen={() => list.current?.focus()} />
      <section className="list-panel calls-list" ref={list} tabIndex={-1} aria-label={t('callsTitle')}>
        <CallFilters
          search={search}
          offered={offered}
          codes={causes.data?.causes.map(({ code }) => code) ?? []}
        />
        <CallRows pages={pages} search={search} />
        {pages.rows && !pages.hasMore && (
          <p className="hint list-end">{t('callLogKept', { days: CALL_DAYS })}</p>
        )}
      </section>
      {command && (
        <details className="calls-command">
          <summary>{t('callAsCommand')}</summary>
          <p className="hint">{t('callAsCommandText')}</p>
          <Command text={command} />
        </details>
      )}
    </div>
  );
}

/** Refusals by cause; what was counted stays until somebody refreshes it, because a count costs the server thousands of rows. */
function useCauses(body: PortalBody<'countRefusals'>) {
  const { tenantId } = useTenant();
  return useQuery({
    ...readOptions('countRefusals', { params: { tenant_id: tenantId }, body }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

function useCalls(search: CallsSearch): Pages<CallRow> {
  const { tenantId } = useTenant();
  const params = { tenant_id: tenantId };
  const body = toCallsBody(search);
  return usePages(keyOf('searchPortalCalls', { params, body }), async (cursor, signal) => {
    const page = { ...body, ...pageFrom(cursor) };
    const answer = await call('searchPortalCalls', { params, body: page, signal });
    const rows = answer.calls.map((row) => ({ ...row, id: row.requestId }));
    return { rows, nextCursor: answer.nextCursor };
  });
}

function CallRows({ pages, search }: { pages: Pages<CallRow>; search: CallsSearch }) {
  const t = useTexts();
  return (
    <RowList
      pages={pages}
      label={t('callLogTitle')}
      columns={[
        { name: t('callOperation'), className: 'col-event' },
        { name: t('callStatus'), className: 'col-status' },
        { name: t('callCause'), className: 'col-reason' },
        { name: t('callAccount'), className: 'col-company' },
        { name: t('callTime'), className: 'col-age' },
        { name: t('callDuration'), className: 'col-webhook' },
      ]}
      empty={
        <EmptyList
          isNarrow={countCallFilters(search) > 0}
          title={t('noCallsMade')}
          text={t('noCallsMadeText')}
        />
      }
      onMove={() => undefined}
      row={(row, index) => <CallLine key={row.id} row={row} index={index} />}
    />
  );
}
