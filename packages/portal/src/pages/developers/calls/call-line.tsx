import { Link } from '@tanstack/react-router';
import type { ListedApiCall } from '@titular/contract';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { changeKnown } from '../../../lists/change-search.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Time } from '../../../ui/time.tsx';
import { durationWords } from '../../case/timeline/clock-time.ts';
import { CallResult } from './call-result.tsx';
import { meaningOf } from './call-words.ts';
import { parseCallsAddress } from './model/calls-search.ts';

/** One row of the log of calls; all of it is one link. */
export function CallLine({ row, index }: { row: ListedApiCall; index: number }) {
  const t = useTexts();
  const tag = useTag();
  const { tenantId } = useTenant();
  const { requestId, operation, status, code, account, durationMs, at, repeated } = row;
  return (
    <tr data-row={index} aria-rowindex={index + 2}>
      <th scope="row" className="col-event">
        <Link
          to="/t/$tenant/developers/calls/$call"
          params={{ tenant: tenantId, call: requestId }}
          search={changeKnown(parseCallsAddress, {})}
          className="row-link mono"
          preload={false}
        >
          {operation}
        </Link>
        {repeated > 0 && <span className="hint"> {t('callAlike', { count: repeated })}</span>}
      </th>
      <td className="col-status">
        <CallResult status={status} code={code} />
      </td>
      <td className="col-reason">{code && meaningOf(t, code)}</td>
      <td className="col-company mono">{account}</td>
      <td className="col-age">
        <Time at={at} />
      </td>
      <td className="col-webhook">{durationWords(durationMs, tag)}</td>
    </tr>
  );
}
