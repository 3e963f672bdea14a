import '../../case/case-parts.css';
import '../../case/case.css';
import '../developers.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { call } from '../../../service/call.ts';
import { keyOf, queryClient } from '../../../service/queries.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useTenant } from '../../../shell/use-session.ts';
import { useShortcut } from '../../../shortcuts/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { BackIcon } from '../../../ui/icons.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { DeliveryIcon } from '../../../words/status-icons.ts';
import { NotFound } from '../../home/not-found.tsx';
import { readAgainMs } from '../moving.ts';
import { EventParts } from './event-parts.tsx';

const ResendEvent = lazy(() =>
  import('./resend-event.tsx').then((module) => ({ default: module.ResendEvent })),
);

/** One event: what it says, and its deliveries to each endpoint. */
export function EventPage() {
  const { may } = useTenant();
  const { event } = useParams({ from: '/t/$tenant/developers/events/$event' });
  return may('endpoints:manage') ? <Event key={event} id={event} /> : <NotFound />;
}

function Event({ id }: { id: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { tenantId, may } = useTenant();
  const [isAsking, setAsking] = useState(false);
  const params = { tenant_id: tenantId, event_id: id };
  const read = useQuery({
    queryKey: keyOf('readPortalEvent', { params }),
    queryFn: ({ signal }) => call('readPortalEvent', { params, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      document.visibilityState === 'visible' && readAgainMs(data?.deliveries ?? [], Date.now()),
  });
  const readAgain = (): void =>
    void queryClient.invalidateQueries({ queryKey: keyOf('readPortalEvent', { params }) });
  useShortcut('Escape', t('shortcutBack'), () => {
    void navigate({ to: '/t/$tenant/developers/events', params: { tenant: tenantId } });
  });
  const resend = may('deliveries:resend') && read.data && (
    <Button icon={DeliveryIcon} onPress={() => setAsking(true)}>
      {t('resendEvent')}
    </Button>
  );
  return (
    <div className="case page">
      <div>
        <Link to="/t/$tenant/developers/events" params={{ tenant: tenantId }} className="link back-link">
          <BackIcon className="icon" aria-hidden />
          {t('backToEvents')}
        </Link>
        <PageHead title={t('eventTitle')} text={read.data && t(`event_${read.data.type}`)} acts={resend} />
      </div>
      <Loaded of={read} lines={12}>
        {(event) => <EventParts event={event} onResent={readAgain} />}
      </Loaded>
      {isAsking && (
        <Suspense>
          <ResendEvent params={params} onResent={readAgain} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
