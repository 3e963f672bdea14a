import './team.css';
import type { Team } from '@titular/contract';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { keyOf, queryClient, useRead } from '../../service/queries.ts';
import { hasKept, useReopened } from '../../session/kept-form.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useTenant, useWatched } from '../../shell/use-session.ts';
import { usePaletteActs } from '../../shortcuts/palette-acts.ts';
import { Button } from '../../ui/button.tsx';
import { PlusIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { NotFound } from '../home/not-found.tsx';
import { StaysPanel } from '../stays/stays-panel.tsx';
import { InvitationsList } from './invitations-list.tsx';
import { MembersTable } from './members-table.tsx';
import { RolesTable } from './roles-table.tsx';
import { changeFormName, inviteFormName, type TeamDialog } from './team-dialog.ts';

const loadDialogs = () => import('./team-dialogs.tsx');
const TeamDialogs = lazy(() => loadDialogs().then((module) => ({ default: module.TeamDialogs })));

/** The people of the tenant, their invitations, and what each role may do. */
export function TeamPage() {
  const { may } = useTenant();
  return may('team:manage') ? <People /> : <NotFound />;
}

function People() {
  const t = useTexts();
  const { tenantId } = useTenant();
  const isWatching = useWatched() !== undefined;
  const input = { params: { tenant_id: tenantId } };
  const team = useRead('readTeam', input);
  const [open, setOpen] = useState<TeamDialog | undefined>(() =>
    hasKept(inviteFormName(tenantId)) ? { kind: 'invite' } : undefined,
  );
  useReopened(
    team.data?.members.find(({ userId }) => hasKept(changeFormName(tenantId, userId))),
    (member) => setOpen({ kind: 'change', member }),
  );
  const invite = (): void => setOpen({ kind: 'invite' });
  usePaletteActs([{ id: 'invite', words: t('inviteTitle'), run: invite }]);
  const keep = (changed: Team | undefined): void => {
    const key = keyOf('readTeam', input);
    if (changed) queryClient.setQueryData(key, changed);
    else void queryClient.invalidateQueries({ queryKey: key });
  };
  const count = team.data?.members.length;
  return (
    <div className="page">
      <PageHead
        title={t('teamTitle')}
        text={t('teamIntro')}
        acts={
          <Button kind="primary" icon={PlusIcon} onPress={invite} onNear={() => void loadDialogs()}>
            {t('invite')}
          </Button>
        }
      />
      <Panel title={count === undefined ? t('teamTitle') : t('membersTitle', { count })} isFlush>
        <Loaded of={team} lines={5}>
          {({ members }) => <MembersTable members={members} onOpen={setOpen} />}
        </Loaded>
      </Panel>
      <Panel title={t('invitationsTitle')} isFlush>
        <Loaded of={team} lines={2}>
          {({ invitations }) => <InvitationsList invitations={invitations} onOpen={setOpen} />}
        </Loaded>
      </Panel>
      {isWatching && <StaysPanel />}
      <RolesTable />
      {open && (
        <Suspense>
          <TeamDialogs open={open} onChanged={keep} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
