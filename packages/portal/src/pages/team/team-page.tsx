import { useTexts } from '../../i18n/use-texts.ts';
import { useRead } from '../../service/queries.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useTenant } from '../../shell/use-session.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { NotFound } from '../home/not-found.tsx';
import { MembersTable } from './members-table.tsx';

/** The people of the tenant, their invitations, and what each role may do. */
export function TeamPage() {
  const { may } = useTenant();
  return may('team:manage') ? <Team /> : <NotFound />;
}

function Team() {
  const t = useTexts();
  const { tenantId } = useTenant();
  const team = useRead('readTeam', { params: { tenant_id: tenantId } });
  const count = team.data?.members.length;
  return (
    <div className="page">
      <PageHead title={t('teamTitle')} text={t('teamIntro')} />
      <Panel title={count === undefined ? t('teamTitle') : t('membersTitle', { count })} isFlush>
        <Loaded of={team} lines={5}>
          {({ members }) => <MembersTable members={members} />}
        </Loaded>
      </Panel>
    </div>
  );
}
