import { WEBHOOK_LOG_DAYS } from '@titular/contract/webhook-log-days';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { RowList } from '../../lists/row-list.tsx';
import { useIsWide } from '../../lists/use-is-wide.ts';
import type { Pages } from '../../lists/use-pages.ts';
import { call } from '../../service/call.ts';
import { readOptions } from '../../service/queries.ts';
import { Button } from '../../ui/button.tsx';
import { ReloadIcon } from '../../ui/icons.ts';
import { Empty } from '../../ui/states/empty.tsx';
import { DeliveryIcon } from '../../words/status-icons.ts';
import { ReceiverDelivery } from './receiver-delivery.tsx';
import { ReceiverFilters } from './receiver-filters.tsx';
import { ReceiverLine } from './receiver-line.tsx';
import { type ReceiverFilter, type ReceiverRow, readReceiverAgain, useReceiverRows } from './use-receiver.ts';

const ResendFailedDialog = lazy(() =>
  import('../developers/endpoint/resend-failed-dialog.tsx').then((module) => ({
    default: module.ResendFailedDialog,
  })),
);

/** What was sent to the endpoint, newest first; one of it is open beside the list, or in its place where there is no room. */
export function ReceiverDeliveries({ failingSince }: { failingSince: string | undefined }) {
  const t = useTexts();
  const [filter, setFilter] = useState<ReceiverFilter>({});
  const [open, setOpen] = useState<string>();
  const pages = useReceiverRows(filter);
  const isWide = useIsWide();
  const narrow = (chosen: ReceiverFilter): void => {
    setFilter(chosen);
    setOpen(undefined);
  };
  return (
    <div className={open !== undefined && isWide ? 'list-grid list-grid-open' : 'list-grid'}>
      {/* It keeps what was typed and how far it was scrolled while a delivery stands in its place. */}
      <section className="list-panel" aria-labelledby="deliveries" hidden={!isWide && open !== undefined}>
        <div className="panel-head">
          <div className="panel-titles">
            <h2 id="deliveries">{t('deliveriesTitle')}</h2>
            <p className="hint">{t('deliveriesOf')}</p>
          </div>
          <ListActs pages={pages} failingSince={failingSince} />
        </div>
        <ReceiverFilters filter={filter} onChange={narrow} />
        <Rows pages={pages} filter={filter} open={open} onOpen={setOpen} />
        {pages.rows && !pages.hasMore && (
          <p className="hint list-end">{t('eventsKept', { days: WEBHOOK_LOG_DAYS })}</p>
        )}
      </section>
      {open !== undefined && (
        <ReceiverDelivery key={open} id={open} isBeside={isWide} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
}

function ListActs({ pages, failingSince }: { pages: Pages<ReceiverRow>; failingSince: string | undefined }) {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="acts">
      <Button icon={ReloadIcon} isBusy={pages.isOld} onPress={readReceiverAgain}>
        {t('refresh')}
      </Button>
      <Button icon={DeliveryIcon} onPress={() => setAsking(true)}>
        {t('resendFailed')}
      </Button>
      {isAsking && (
        <Suspense>
          <ResendFailedDialog
            countSince={(since) => readOptions('countReceiverFailed', { body: { since } })}
            resendSince={(since) => call('resendReceiverFailed', { body: { since } })}
            failingSince={failingSince}
            onResent={readReceiverAgain}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

type RowsProps = {
  pages: Pages<ReceiverRow>;
  filter: ReceiverFilter;
  open: string | undefined;
  onOpen(id: string): void;
};

function Rows({ pages, filter, open, onOpen }: RowsProps) {
  const t = useTexts();
  const isNarrow = Object.keys(filter).length > 0;
  return (
    <RowList
      pages={pages}
      label={t('deliveriesTitle')}
      columns={[
        { name: t('columnEvent'), className: 'col-event' },
        { name: t('deliveryState'), className: 'col-status' },
        { name: t('receiverAnswer'), className: 'col-answer' },
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
      onMove={({ id }) => open && onOpen(id)}
      row={(row, index) => (
        <ReceiverLine
          key={row.id}
          row={row}
          index={index}
          isOpen={row.id === open}
          onOpen={() => onOpen(row.id)}
        />
      )}
    />
  );
}
