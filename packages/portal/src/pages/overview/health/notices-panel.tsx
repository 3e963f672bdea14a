import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useRead } from '../../../service/queries.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { AlertIcon } from '../../../ui/icons.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { useEndpoints } from './use-endpoints.ts';

const COUNTED = 250;

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
      </div>
    </Panel>
  );
}

type NoticeProps = { to: '/t/$tenant/developers/endpoints' | '/t/$tenant/data'; children: ReactNode };

function Notice({ to, children }: NoticeProps) {
  const { tenantId } = useTenant();
  return (
    <p className="notice-line">
      <AlertIcon className="icon" aria-hidden />
      <Link to={to} params={{ tenant: tenantId }} className="link link-apart number-link" preload={false}>
        {children}
      </Link>
    </p>
  );
}

function EndpointNotices() {
  const t = useTexts();
  return (
    <Loaded of={useEndpoints()} lines={1}>
      {({ endpoints }) => {
        const off = endpoints.filter(
          ({ disabledReason = 'asked', enabled }) => !enabled && disabledReason !== 'asked',
        );
        const failing = endpoints.filter(
          ({ enabled, failingSince }) => enabled && failingSince !== undefined,
        );
        const to = '/t/$tenant/developers/endpoints';
        return (
          <>
            {off.length > 0 && <Notice to={to}>{t('noticeEndpointsOff', { count: off.length })}</Notice>}
            {failing.length > 0 && (
              <Notice to={to}>{t('noticeEndpointsFailing', { count: failing.length })}</Notice>
            )}
            {off.length + failing.length === 0 && <p>{t('noticeEndpointsWell')}</p>}
          </>
        );
      }}
    </Loaded>
  );
}

function WaitingNotices() {
  const t = useTexts();
  const { tenantId } = useTenant();
  const input = { params: { tenant_id: tenantId }, body: { limit: COUNTED } };
  const acts = useRead('searchActs', input);
  const erasures = useRead('searchProposals', input);
  const to = '/t/$tenant/data';
  return (
    <Loaded of={acts} lines={1}>
      {({ acts: changes }) => (
        <Loaded of={erasures} lines={1}>
          {({ proposals }) => {
            const count = changes.length + proposals.length;
            return count === 0 ? (
              <p>{t('noticeWaitingNone')}</p>
            ) : (
              <Notice to={to}>{t('noticeWaiting', { count })}</Notice>
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}
