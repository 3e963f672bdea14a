import '../../case/case.css';
import '../../../lists/lists.css';
import '../developers.css';
import { Link, useSearch } from '@tanstack/react-router';
import type { EventRow } from '@titular/contract';
import { WEBHOOK_LOG_DAYS } from '@titular/contract/webhook-log-days';
import { useTexts } from '../../../i18n/use-texts.ts';
import { EmptyList } from '../../../lists/empty-list.tsx';
import { RowList } from '../../../lists/row-list.tsx';
import { type Pages, pageFrom, usePages } from '../../../lists/use-pages.ts';
import { type EventsSearch, parseEventsSearch } from '../../../routes/developer-search.ts';
import { call } from '../../../service/call.ts';
import { keyOf } from '../../../service/queries.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useTenant } from '../../../shell/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { ReloadIcon } from '../../../ui/icons.ts';
import { parseEventType } from '../../../words/event-types.ts';
import { NotFound } from '../../home/not-found.tsx';
import { EventFilters } from './event-filters.tsx';
import { EventLine } from './event-line.tsx';

/** The log of events: its whole state stands in the address, in ids and types alone. */
export function EventsPage() {
  const { may } = useTenant();
  return may('endpoints:manage') ? <Events /> : <NotFound />;
}

function Events() {
  const t = useTexts();
  const { tenantId } = useTenant();
  const address = useSearch({ strict: false });
  const search = parseEventsSearch(address);
  const pages = useEvents(search);
  const refresh = (
    <Button icon={ReloadIcon} isBusy={pages.isOld} onPress={pages.refresh}>
      {t('refresh')}
    </Button>
  );
  return (
    <div className="page page-list">
      <PageHead title={t('eventsTitle')} text={t('eventsIntro')} acts={refresh} />
      <p>
        <Link
          to="/t/$tenant/developers/event-types"
          params={{ tenant: tenantId }}
          className="link link-apart"
        >
          {t('eventTypesTitle')}
        </Link>
      </p>
      <div className="list-panel">
        <EventFilters search={search} />
        <EventRows pages={pages} search={search} />
        {pages.rows && !pages.hasMore && (
          <p className="hint list-end">{t('eventsKept', { days: WEBHOOK_LOG_DAYS })}</p>
        )}
      </div>
    </div>
  );
}

function useEvents(search: EventsSearch): Pages<EventRow> {
  const { tenantId } = useTenant();
  const { company, transaction } = search;
  const type = parseEventType(search.type);
  const params = { tenant_id: tenantId };
  const body = { ...(company && { company }), ...(type && { type }), ...(transaction && { transaction }) };
  return usePages(keyOf('searchPortalEvents', { params, body }), async (cursor, signal) => {
    const page = { ...body, ...pageFrom(cursor) };
    const answer = await call('searchPortalEvents', { params, body: page, signal });
    return { rows: answer.events, nextCursor: answer.nextCursor };
  });
}

function EventRows({ pages, search }: { pages: Pages<EventRow>; search: EventsSearch }) {
  const t = useTexts();
  const isNarrow = search.type !== undefined || search.transaction !== undefined;
  return (
    <RowList
      pages={pages}
      label={t('eventsTitle')}
      columns={[
        { name: t('columnEvent'), className: 'col-event' },
        { name: t('columnStatus'), className: 'col-status' },
        { name: t('columnAbout'), className: 'col-reason' },
        { name: t('endpointCompany'), className: 'col-company' },
        { name: t('eventTime'), className: 'col-age' },
        { name: t('columnWebhook'), className: 'col-webhook' },
      ]}
      empty={
        <EmptyList
          isNarrow={isNarrow}
          company={search.company}
          title={t('noEvents')}
          text={t('noEventsText')}
        />
      }
      onMove={() => undefined}
      row={(row, index) => <EventLine key={row.id} row={row} index={index} />}
    />
  );
}
