import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { StayView } from '@titular/contract';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { readOptions } from '../../service/queries.ts';
import { ServerIcon } from '../../ui/icons.ts';
import { absoluteTime } from '../../ui/time-words.ts';

/** How often the page asks who is in. */
const POLL_MS = 30_000;
/** Stays that are told at once; the page of the team has them all. */
const MAX_TOLD = 20;

/** Tells admins on every page of each operator who is in the tenant. */
export function OpenStays({ tenantId }: { tenantId: string }) {
  const t = useTexts();
  const input = { params: { tenant_id: tenantId }, body: { open: true as const, limit: MAX_TOLD } };
  const { data } = useQuery({
    ...readOptions('searchStays', input),
    refetchInterval: () => (document.visibilityState === 'visible' ? POLL_MS : false),
    refetchIntervalInBackground: false,
  });
  const stays = (data?.stays ?? []).filter(({ isOpen }) => isOpen);
  if (stays.length === 0) return null;
  return (
    <aside className="bar bar-notice plain-text" aria-label={t('staysTitle')}>
      <ServerIcon className="icon" aria-hidden />
      <div>
        {stays.map((stay) => (
          <OpenStay key={stay.id} stay={stay} />
        ))}
      </div>
      <Link to="/t/$tenant/team" params={{ tenant: tenantId }} className="link link-apart">
        {t('stayNoticeMore')}
      </Link>
    </aside>
  );
}

function OpenStay({ stay: { operator, reason, until } }: { stay: StayView }) {
  const t = useTexts();
  const tag = useTag();
  const values = { name: operator.name, time: absoluteTime(until, tag), reason };
  return <div>{t('stayNoticeOpen', values)}</div>;
}
