import { Link } from '@tanstack/react-router';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { useRead } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';
import { ServerIcon } from '../../ui/icons.ts';
import { absoluteTime } from '../../ui/time-words.ts';

/** So long after its end the newest stay is told. */
const TOLD_MS = 7 * 86_400_000;

/** Tells admins of the newest stay of an operator for a week after its end; those that go on stand above every page. */
export function StayNotice() {
  const t = useTexts();
  const tag = useTag();
  const { tenantId } = useTenant();
  const read = useRead('searchStays', { params: { tenant_id: tenantId }, body: { limit: 1 } });
  const stay = read.data?.stays[0];
  if (!stay || stay.isOpen || Date.parse(stay.until) + TOLD_MS < Date.now()) return null;
  const { operator, reason, until } = stay;
  const values = { name: operator.name, time: absoluteTime(until, tag), reason };
  return (
    <aside className="bar bar-notice plain-text" aria-label={t('staysTitle')}>
      <ServerIcon className="icon" aria-hidden />
      <span>{t('stayNoticePast', values)}</span>
      <Link to="/t/$tenant/team" params={{ tenant: tenantId }} className="link link-apart">
        {t('stayNoticeMore')}
      </Link>
    </aside>
  );
}
