import { useNavigate, useSearch } from '@tanstack/react-router';
import type { EndpointView } from '@titular/contract';
import { WEBHOOK_LOG_DAYS } from '@titular/contract/webhook-log-days';
import { lazy, Suspense, useState } from 'react';
import { endpointCommands } from '../../../commands/endpoint-commands.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { changeKnown } from '../../../lists/change-search.ts';
import { FilterBar } from '../../../lists/filter-bar.tsx';
import { RowList } from '../../../lists/row-list.tsx';
import { useIsWide } from '../../../lists/use-is-wide.ts';
import { type Pages, pageFrom, usePages } from '../../../lists/use-pages.ts';
import {
  DELIVERY_FILTERS,
  type DeliveriesSearch,
  parseDeliveriesSearch,
} from '../../../routes/developer-search.ts';
import { call } from '../../../service/call.ts';
import { keyOf, readOptions } from '../../../service/queries.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { ReloadIcon } from '../../../ui/icons.ts';
import { Select } from '../../../ui/select.tsx';
import { Empty } from '../../../ui/states/empty.tsx';
import { DeliveryIcon } from '../../../words/status-icons.ts';
import { DeliveryLine } from './delivery-line.tsx';
import { OpenedDelivery } from './opened-delivery.tsx';
import { type DeliveryRow, type EndpointParams, readEndpointAgain, useMovingRows } from './use-endpoint.ts';

const ResendFailedDialog = lazy(() =>
  import('./resend-failed-dialog.tsx').then((module) => ({ default: module.ResendFailedDialog })),
);

function useDeliveries(params: EndpointParams, { state }: DeliveriesSearch): Pages<DeliveryRow> {
  const body = state === undefined ? {} : { state };
  return usePages(keyOf('searchPortalDeliveries', { params, body }), async (cursor, signal) => {
    const page = { ...body, ...pageFrom(cursor) };
    const { deliveries, nextCursor } = await call('searchPortalDeliveries', { params, body: page, signal });
    return { rows: deliveries, nextCursor };
  });
}

/** What was sent to an endpoint, newest first; one of it is open beside the list, or in its place where there is no room. */
export function DeliveriesPart({ endpoint, params }: { endpoint: EndpointView; params: EndpointParams }) {
  const t = useTexts();
  const address = useSearch({ strict: false });
  const search = parseDeliveriesSearch(address);
  const pages = useDeliveries(params, search);
  // In a narrowed list a row that was sent again keeps its place; the opened delivery shows where it stands.
  useMovingRows(params, search.state === undefined ? pages.rows : undefined);
  const isWide = useIsWide();
  const { open } = search;
  // Both keep their places in the tree, so that what is unfolded stays so when the window changes.
  return (
    <div className={open !== undefined && isWide ? 'list-grid list-grid-open' : 'list-grid'}>
      {(isWide || open === undefined) && (
        <section className="list-panel" aria-labelledby="deliveries">
          <div className="panel-head">
            <div className="panel-titles">
              <h2 id="deliveries">{t('deliveriesTitle')}</h2>
              <p className="hint">{t('deliveriesOf')}</p>
            </div>
            <ListActs endpoint={endpoint} pages={pages} params={params} />
          </div>
          <StateFilter search={search} />
          <Deliveries pages={pages} search={search} params={params} />
          {pages.rows && !pages.hasMore && (
            <p className="hint list-end">{t('eventsKept', { days: WEBHOOK_LOG_DAYS })}</p>
          )}
        </section>
      )}
      {open !== undefined && (
        <OpenedDelivery
          key={open}
          params={{ ...params, delivery_id: open }}
          endpoint={endpoint}
          isBeside={isWide}
        />
      )}
    </div>
  );
}

function ListActs({
  endpoint,
  pages,
  params,
}: {
  endpoint: EndpointView;
  pages: Pages<DeliveryRow>;
  params: EndpointParams;
}) {
  const t = useTexts();
  const { may } = useTenant();
  const [isAsking, setAsking] = useState(false);
  const refresh = (): void => {
    pages.refresh();
    readEndpointAgain(params);
  };
  return (
    <div className="acts">
      <Button icon={ReloadIcon} isBusy={pages.isOld} onPress={refresh}>
        {t('refresh')}
      </Button>
      {may('deliveries:resend') && (
        <Button icon={DeliveryIcon} isDisabled={!endpoint.enabled} onPress={() => setAsking(true)}>
          {t('resendFailed')}
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <ResendFailedDialog
            countSince={(since) => readOptions('countPortalFailed', { params, body: { since } })}
            resendSince={(since) => call('resendPortalFailed', { params, body: { since } })}
            commandSince={endpointCommands(params.tenant_id, params.endpoint_id).resendFailed}
            failingSince={endpoint.failingSince}
            onResent={refresh}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

function StateFilter({ search: { state } }: { search: DeliveriesSearch }) {
  const t = useTexts();
  const navigate = useNavigate();
  const choose = (chosen: DeliveriesSearch['state']): void =>
    void navigate({
      to: '.',
      search: changeKnown(parseDeliveriesSearch, { state: chosen, open: undefined }),
    });
  return (
    <FilterBar active={state === undefined ? 0 : 1} onClear={() => choose(undefined)}>
      <Select
        label={t('deliveryState')}
        value={state ?? ''}
        options={[
          { value: '', text: t('anyDeliveryState') },
          ...DELIVERY_FILTERS.map((one) => ({ value: one, text: t(`delivery_${one}`) })),
        ]}
        onChange={(chosen) => choose(chosen || undefined)}
      />
    </FilterBar>
  );
}

function Deliveries({
  pages,
  search,
  params,
}: {
  pages: Pages<DeliveryRow>;
  search: DeliveriesSearch;
  params: EndpointParams;
}) {
  const t = useTexts();
  const navigate = useNavigate();
  const open = (id: string): void =>
    void navigate({
      to: '.',
      search: changeKnown(parseDeliveriesSearch, { open: id }),
      replace: search.open !== undefined,
      resetScroll: false,
    });
  const isNarrow = search.state !== undefined;
  return (
    <RowList
      pages={pages}
      label={t('deliveriesTitle')}
      columns={[
        { name: t('columnEvent'), className: 'col-event' },
        { name: t('deliveryState'), className: 'col-status' },
        { name: t('columnNext'), className: 'col-reason' },
        { name: t('columnTries'), className: 'col-attempts' },
        { name: t('eventTime'), className: 'col-age' },
      ]}
      empty={
        <Empty
          icon={DeliveryIcon}
          title={t(isNarrow ? 'nothingMatches' : 'noSentYet')}
          text={isNarrow ? undefined : t('noSentYetText')}
        />
      }
      onMove={({ id }) => search.open && open(id)}
      row={(row, index) => (
        <DeliveryLine
          key={row.id}
          row={row}
          index={index}
          params={params}
          isOpen={row.id === search.open}
          onOpen={() => open(row.id)}
        />
      )}
    />
  );
}
