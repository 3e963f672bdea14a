import { Link } from '@tanstack/react-router';
import type { TransactionRow } from '@titular/contract';
import { mainReason } from '@titular/contract/main-reason';
import { useTexts } from '../../i18n/use-texts.ts';
import { isPlainPress } from '../../lists/is-plain-press.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Time } from '../../ui/time.tsx';
import { CodedBadge, WebhookMark } from '../../words/coded-badge.tsx';
import { statusOfTransaction, statusViews } from '../../words/status-view.ts';

type Props = {
  row: TransactionRow;
  index: number;
  isOpen: boolean;
  /** Opens it in place of its page; undefined where there is no room beside the list. */
  onOpen: (() => void) | undefined;
};

/** One row of the list of transactions; all of it is one link. */
export function TransactionLine({ row, index, isOpen, onOpen }: Props) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const caseStatus = statusOfTransaction(row.status, row.hasIdentityChanged);
  const reason = mainReason(row.reasons, row.status === 'approved');
  return (
    <tr data-row={index} data-open={isOpen} aria-rowindex={index + 2}>
      <th scope="row" className="col-order">
        <Link
          to="/t/$tenant/transactions/$transaction"
          params={{ tenant: tenantId, transaction: row.id }}
          className="row-link"
          preload={false}
          aria-current={isOpen ? 'true' : undefined}
          onClick={(event) => {
            if (!onOpen || !isPlainPress(event)) return;
            event.preventDefault();
            onOpen();
          }}
        >
          {row.erasedAt ? t('erasedOrder') : row.orderNumber}
        </Link>
      </th>
      <td className="col-status">
        <CodedBadge view={statusViews[caseStatus]}>{t(`status_${caseStatus}`)}</CodedBadge>
      </td>
      <td className="col-reason">{reason && t(`reason_${reason}`)}</td>
      <td className="col-company">{row.companyName}</td>
      <td className="col-age">
        <Time at={row.createdAt} />
      </td>
      <td className="col-attempts">{row.attempts}</td>
      <td className="col-webhook">
        <WebhookMark state={row.webhooks} />
      </td>
    </tr>
  );
}
