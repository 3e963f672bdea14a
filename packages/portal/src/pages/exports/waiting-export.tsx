import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { useRead } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Time } from '../../ui/time.tsx';

/** Newest proposals that are looked at, as many as the list of them shows. */
const LOOKED_AT = 250;

/** Says that a file with persons which somebody proposed waits for a second person, with the list of what waits. */
export function WaitingExport() {
  const t = useTexts();
  const { tenantId } = useTenant();
  const { data } = useRead('searchActs', { params: { tenant_id: tenantId }, body: { limit: LOOKED_AT } });
  // A newer one takes the place of the older.
  const waiting = data?.acts.find(({ kind, isOwn }) => kind === 'export' && isOwn);
  if (!waiting) return null;
  return (
    <p className="hint export-waits">
      <Link to="/t/$tenant/data" params={{ tenant: tenantId }} className="link link-apart" preload={false}>
        {t('exportWaits')}
      </Link>{' '}
      <Time at={waiting.expiresAt} />
    </p>
  );
}
