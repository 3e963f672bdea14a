import { Link } from '@tanstack/react-router';
import type { SettingView } from '@titular/contract';
import { useTexts } from '../../i18n/use-texts.ts';
import { useRead } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Time } from '../../ui/time.tsx';
import type { CommandOwner } from './model/setting-command.ts';
import { valueWords } from './model/setting-words.ts';

/** Newest changes that are looked at, as many as the list of them shows. */
const LOOKED_AT = 250;

type Props = { owner: CommandOwner; setting: SettingView };

/** What somebody proposed for a setting and waits for a second person, with its list; rows share one read. */
export function WaitingHint({ owner, setting }: Props) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const { data } = useRead('searchActs', { params: { tenant_id: tenantId }, body: { limit: LOOKED_AT } });
  const found = (data?.acts ?? []).flatMap((act) => {
    if (act.kind !== 'settings' || act.company?.id !== owner.companyId) return [];
    const change = act.changes.find(({ name }) => name === setting.name);
    return change ? [{ id: act.id, expiresAt: act.expiresAt, ...change }] : [];
  });
  return found.map(({ id, expiresAt, seen, value }) => (
    <p key={id} className="hint setting-waits">
      <Link to="/t/$tenant/data" params={{ tenant: tenantId }} className="link link-apart" preload={false}>
        {t('settingWaits', { from: valueWords(t, setting, seen), to: valueWords(t, setting, value) })}
      </Link>{' '}
      <Time at={expiresAt} />
    </p>
  ));
}
