import './me.css';
import type { OwnAccount } from '@titular/contract';
import { roleKeys } from '../../i18n/role-keys.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { keyOf, queryClient, useRead } from '../../service/queries.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSession } from '../../shell/use-session.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { RecoveryPanel } from './recovery-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { WaysPanel } from './ways-panel.tsx';

const keep = (account: OwnAccount): void => void queryClient.setQueryData(keyOf('readOwnAccount'), account);
const readAgain = (): void => void queryClient.invalidateQueries({ queryKey: keyOf('readOwnAccount') });

/** The own account: ways to sign in, recovery codes, sessions, roles, and the choices for this browser. */
export function MePage() {
  const t = useTexts();
  const { name } = useSession();
  const account = useRead('readOwnAccount');
  return (
    <div className="page">
      <PageHead title={t('meTitle')} text={name} />
      <div className="columns">
        <div className="column">
          <WaysPanel account={account} onChanged={keep} />
          <Panel title={t('meSessions')} isFlush>
            <Loaded of={account} lines={3}>
              {({ sessions }) => <SessionsPanel sessions={sessions} onChanged={readAgain} />}
            </Loaded>
          </Panel>
        </div>
        <div className="column">
          <PreferencesPanel />
          <Panel title={t('meRecovery')}>
            <Loaded of={account} lines={2}>
              {({ recoveryCodesLeft }) => <RecoveryPanel left={recoveryCodesLeft} onChanged={readAgain} />}
            </Loaded>
          </Panel>
          <RolesPanel />
        </div>
      </div>
    </div>
  );
}

function RolesPanel() {
  const t = useTexts();
  const { memberships, isOperator } = useSession();
  const roles = memberships.map(({ tenantId, tenantName, role }) => ({
    key: tenantId,
    place: tenantName,
    role,
  }));
  const all = isOperator
    ? [...roles, { key: 'op', place: t('operatorTitle'), role: 'operator' as const }]
    : roles;
  return (
    <Panel title={t('meRoles')} isFlush>
      <ul className="list">
        {all.map(({ key, place, role }) => (
          <li key={key}>
            <div className="list-text">
              <strong>{place}</strong>
              <span className="hint">
                {t(roleKeys[role].name)}: {t(roleKeys[role].meaning)}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
