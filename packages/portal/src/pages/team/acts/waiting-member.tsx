import { Link } from '@tanstack/react-router';
import { roleKeys } from '../../../i18n/role-keys.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useRead } from '../../../service/queries.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Time } from '../../../ui/time.tsx';

/** Newest changes that are looked at, as many as the list of them shows. */
const LOOKED_AT = 250;

/** What somebody proposed that a member is to be and waits for a second person, with its list; members share one read. */
export function WaitingMember({ userId }: { userId: string }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const { data } = useRead('searchActs', { params: { tenant_id: tenantId }, body: { limit: LOOKED_AT } });
  return (data?.acts ?? []).map(
    (act) =>
      act.kind === 'member' &&
      act.member.id === userId && (
        <p key={act.id} className="hint">
          <Link
            to="/t/$tenant/data"
            params={{ tenant: tenantId }}
            className="link link-apart"
            preload={false}
          >
            {t('memberWaits', { role: t(roleKeys[act.next.role].name) })}
          </Link>{' '}
          <Time at={act.expiresAt} />
        </p>
      ),
  );
}
