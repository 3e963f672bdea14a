import { Link } from '@tanstack/react-router';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { changeKnown } from '../../../lists/change-search.ts';
import { isPlainPress } from '../../../lists/is-plain-press.ts';
import { parseDeliveriesSearch } from '../../../routes/developer-search.ts';
import { Time } from '../../../ui/time.tsx';
import { timeWords } from '../../../ui/time-words.ts';
import { CodedBadge } from '../../../words/coded-badge.tsx';
import { deliveryViews } from '../../../words/status-view.ts';
import type { DeliveryRow, EndpointParams } from './use-endpoint.ts';

type Props = {
  row: DeliveryRow;
  index: number;
  params: EndpointParams;
  isOpen: boolean;
  onOpen(): void;
};

/** One row of the list of deliveries; all of it is one link. */
export function DeliveryLine({ row, index, params, isOpen, onOpen }: Props) {
  const t = useTexts();
  const { id, type, state, attempts, eventTime } = row;
  return (
    <tr data-row={index} data-open={isOpen} aria-rowindex={index + 2}>
      <th scope="row" className="col-event">
        <Link
          to="/t/$tenant/developers/endpoints/$endpoint"
          params={{ tenant: params.tenant_id, endpoint: params.endpoint_id }}
          search={changeKnown(parseDeliveriesSearch, { open: id })}
          className="row-link"
          preload={false}
          aria-current={isOpen ? 'true' : undefined}
          onClick={(event) => {
            if (!isPlainPress(event)) return;
            event.preventDefault();
            onOpen();
          }}
        >
          {t(`event_${type}`)}
        </Link>
      </th>
      <td className="col-status">
        <CodedBadge view={deliveryViews[state]}>{t(`delivery_${state}`)}</CodedBadge>
      </td>
      <td className="col-reason">
        <NextOrLast row={row} />
      </td>
      <td className="col-attempts">{attempts}</td>
      <td className="col-age">
        <Time at={eventTime} />
      </td>
    </tr>
  );
}

function NextOrLast({ row: { state, nextAttemptAt, finishedAt } }: Pick<Props, 'row'>) {
  const t = useTexts();
  const tag = useTag();
  if (state === 'pending' && nextAttemptAt !== undefined)
    return t('nextTryAt', { time: timeWords(nextAttemptAt, tag) });
  return finishedAt === undefined || state === 'sending'
    ? null
    : t('lastTryAt', { time: timeWords(finishedAt, tag) });
}
