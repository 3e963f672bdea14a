import { Link } from '@tanstack/react-router';
import type { ProcessPurpose, ProcessRow } from '@titular/contract';
import { useTexts } from '../../i18n/use-texts.ts';
import { isPlainPress } from '../../lists/is-plain-press.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Time } from '../../ui/time.tsx';
import { CodedBadge } from '../../words/coded-badge.tsx';
import { statusOfProcess, statusViews } from '../../words/status-view.ts';

type Props = {
  row: ProcessRow;
  index: number;
  isOpen: boolean;
  /** Opens it in place of its page; undefined where there is no room beside the list. */
  onOpen: (() => void) | undefined;
};

/** One row of the list of processes; all of it is one link. */
export function ProcessLine({ row, index, isOpen, onOpen }: Props) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const caseStatus = statusOfProcess(row.state, row.result);
  return (
    <tr data-row={index} data-open={isOpen} aria-rowindex={index + 2}>
      <th scope="row" className="col-order">
        <Link
          to="/t/$tenant/processes/$process"
          params={{ tenant: tenantId, process: row.id }}
          className="row-link"
          preload={false}
          aria-current={isOpen ? 'true' : undefined}
          onClick={(event) => {
            if (!onOpen || !isPlainPress(event)) return;
            event.preventDefault();
            onOpen();
          }}
        >
          {row.erasedAt ? t('erasedOrder') : (row.clientReference ?? t('noReference'))}
        </Link>
      </th>
      <td className="col-status">
        <CodedBadge view={statusViews[caseStatus]}>{t(`status_${caseStatus}`)}</CodedBadge>
      </td>
      <td className="col-reason">{t(`purpose_${row.purpose as ProcessPurpose}`) || row.purpose}</td>
      <td className="col-company">{row.companyName}</td>
      <td className="col-age">
        <Time at={row.createdAt} />
      </td>
      <td className="col-attempts">{row.uses}</td>
    </tr>
  );
}
