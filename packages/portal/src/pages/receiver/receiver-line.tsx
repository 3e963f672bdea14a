import { useTexts } from '../../i18n/use-texts.ts';
import { Time } from '../../ui/time.tsx';
import { CodedBadge } from '../../words/coded-badge.tsx';
import { deliveryViews } from '../../words/status-view.ts';
import type { ReceiverRow } from './use-receiver.ts';

type Props = { row: ReceiverRow; index: number; isOpen: boolean; onOpen(): void };

/** One row of the list of deliveries; all of it is one button, since a delivery has no address here. */
export function ReceiverLine({ row, index, isOpen, onOpen }: Props) {
  const t = useTexts();
  const { type, state, attempts, eventTime, responseStatus } = row;
  return (
    <tr data-row={index} data-open={isOpen} aria-rowindex={index + 2}>
      <th scope="row" className="col-event">
        <button type="button" className="row-link row-button" aria-pressed={isOpen} onClick={onOpen}>
          {t(`event_${type}`)}
        </button>
      </th>
      <td className="col-status">
        <CodedBadge view={deliveryViews[state]}>{t(`delivery_${state}`)}</CodedBadge>
      </td>
      <td className="col-answer">
        {responseStatus === undefined ? (
          <span className="hint">{t(attempts > 0 ? 'receiverNoAnswer' : 'receiverNotTried')}</span>
        ) : (
          t('receiverAnswered', { status: String(responseStatus) })
        )}
      </td>
      <td className="col-attempts">{attempts}</td>
      <td className="col-age">
        <Time at={eventTime} />
      </td>
    </tr>
  );
}
