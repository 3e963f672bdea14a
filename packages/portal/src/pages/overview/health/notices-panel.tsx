import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TextKey } from '../../../i18n/texts.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { changeKnown } from '../../../lists/change-search.ts';
import { parseEventsSearch } from '../../../routes/developer-search.ts';
import { useRead } from '../../../service/queries.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { AlertIcon } from '../../../ui/icons.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';

/** What does not mend itself, each with the list where somebody does; of each kind for those who may. */
export function NoticesPanel() {
  const t = useTexts();
  const { may, membership } = useTenant();
  const approves = may('persons:erase') && membership.companies === 'all';
  if (!approves && !may('endpoints:manage')) return null;
  return (
    <Panel title={t('noticesTitle')}>
      <div className="notices">
        {may('endpoints:manage') && <EndpointNotices />}
        {approves && <WaitingNotices />}
        {approves && <RequestNotices />}
      </div>
    </Panel>
  );
}

type NoticeProps = { to: '/t/$tenant/developers/endpoints' | '/t/$tenant/data'; children: ReactNode };

const LINK = { className: 'link link-apart number-link', preload: false } as const;

function NoticeLine({ children }: { children: ReactNode }) {
  return (
    <p className="notice-line">
      <AlertIcon className="icon" aria-hidden />
      {children}
    </p>
  );
}

function Notice({ to, children }: NoticeProps) {
  const { tenantId } = useTenant();
  return (
    <NoticeLine>
      <Link to={to} params={{ tenant: tenantId }} {...LINK}>
        {children}
      </Link>
    </NoticeLine>
  );
}

function EndpointNotices() {
  const t = useTexts();
  const { tenantId, company } = useTenant();
  const body = company === undefined ? {} : { company };
  const read = useRead('countPortalEndpoints', { params: { tenant_id: tenantId }, body });
  const line = (key: TextKey, count: number) =>
    count > 0 && <Notice to="/t/$tenant/developers/endpoints">{t(key, { count })}</Notice>;
  return (
    <Loaded of={read} lines={1}>
      {({ offByItself, failing }) => (
        <>
          {line('noticeEndpointsOff', offByItself)}
          {line('noticeEndpointsFailing', failing)}
          {offByItself + failing === 0 && <p>{t('noticeEndpointsWell')}</p>}
        </>
      )}
    </Loaded>
  );
}

function WaitingNotices() {
  const t = useTexts();
  const { tenantId } = useTenant();
  return (
    <Loaded of={useRead('countWaiting', { params: { tenant_id: tenantId } })} lines={1}>
      {({ count, isMore }) =>
        count === 0 && !isMore ? (
          <p>{t('noticeWaitingNone')}</p>
        ) : (
          <Notice to="/t/$tenant/data">
            {t(isMore ? 'noticeWaitingLeast' : 'noticeWaiting', { count })}
          </Notice>
        )
      }
    </Loaded>
  );
}

/** Persons who asked on the page: the time that the law gives runs from then, whether or not a webhook told of it. */
function RequestNotices() {
  const t = useTexts();
  const { tenantId } = useTenant();
  return (
    <Loaded of={useRead('countOpenRequests', { params: { tenant_id: tenantId } })} lines={1}>
      {({ count, isMore }) =>
        count === 0 && !isMore ? (
          <p>{t('noticeRequestsNone')}</p>
        ) : (
          <NoticeLine>
            <Link
              to="/t/$tenant/developers/events"
              params={{ tenant: tenantId }}
              search={changeKnown(parseEventsSearch, { type: 'erasure.requested' })}
              {...LINK}
            >
              {t(isMore ? 'noticeRequestsLeast' : 'noticeRequests', { count })}
            </Link>
          </NoticeLine>
        )
      }
    </Loaded>
  );
}
