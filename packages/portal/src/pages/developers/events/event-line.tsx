import { Link } from '@tanstack/react-router';
import type { EventRow } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Time } from '../../../ui/time.tsx';
import { CodedBadge, WebhookMark } from '../../../words/coded-badge.tsx';
import { statusOfTransaction, statusViews } from '../../../words/status-view.ts';
import { aboutOf } from './event-about.ts';

/** One row of the log of events; all of it is one link. */
export function EventLine({ row, index }: { row: EventRow; index: number }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const { id, type, status, hasIdentityChanged, companyName, time, webhooks } = row;
  const about = aboutOf(row);
  const shown = status && statusOfTransaction(status, hasIdentityChanged);
  return (
    <tr data-row={index} aria-rowindex={index + 2}>
      <th scope="row" className="col-event">
        <Link
          to="/t/$tenant/developers/events/$event"
          params={{ tenant: tenantId, event: id }}
          className="row-link"
          preload={false}
        >
          {t(`event_${type}`)}
        </Link>
      </th>
      <td className="col-status">
        {shown && <CodedBadge view={statusViews[shown]}>{t(`status_${shown}`)}</CodedBadge>}
      </td>
      <td className="col-reason">
        {about && (
          <>
            {t(about.words)} <span className="mono">{about.id}</span>
          </>
        )}
      </td>
      <td className="col-company">{companyName}</td>
      <td className="col-age">
        <Time at={time} />
      </td>
      <td className="col-webhook">
        <WebhookMark state={webhooks} />
      </td>
    </tr>
  );
}
