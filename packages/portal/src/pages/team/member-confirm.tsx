import { CopyCommand } from '../../commands/copy-command.tsx';
import { memberCommands } from '../../commands/team-commands.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { isRefusal } from '../../service/failures.ts';
import { useAct } from '../../service/use-act.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { isForTwo } from '../../ui/states/failure-words.ts';
import { say } from '../../ui/states/toast-store.ts';
import { useProposal } from './acts/use-proposal.ts';
import { type MemberDialogProps, stateOf } from './team-dialog.ts';

type ConfirmedAct = 'disable' | 'enable' | 'end-sessions';

const WORDS: Readonly<Record<ConfirmedAct, { title: TextKey; text: TextKey; act: TextKey; done: TextKey }>> =
  {
    disable: { title: 'disableTitle', text: 'disableText', act: 'disable', done: 'memberDisabled' },
    enable: { title: 'enableTitle', text: 'enableText', act: 'enable', done: 'memberEnabled' },
    'end-sessions': {
      title: 'endSessionsTitle',
      text: 'endSessionsText',
      act: 'endSessions',
      done: 'sessionsEnded',
    },
  };

/** Asks before a member is disabled, enabled, or loses their sessions. */
export function MemberConfirm({
  act,
  member,
  onChanged,
  onClose,
}: MemberDialogProps & { act: ConfirmedAct }) {
  const t = useTexts();
  const { tenantId, membership } = useTenant();
  const change = useAct('changeMember');
  const endSessions = useAct('endMemberSessions');
  const params = { tenant_id: tenantId, user_id: member.userId };
  const { role, companies, name } = member;
  const words = WORDS[act];
  const proposal = useProposal(member, onClose);
  const failure = proposal.failure ?? change.failure ?? endSessions.failure;
  const takesTwo = isForTwo(change.failure) && membership.companies === 'all';
  const commands = memberCommands(tenantId, member.userId);
  const confirm = async (): Promise<void> => {
    if (takesTwo) return proposal.propose({ role, companies, isActive: true });
    if (act === 'end-sessions') {
      const ended = await endSessions.run({ params });
      onChanged();
      if (!ended) return;
    } else {
      const body = { role, companies, isActive: act === 'enable', seen: stateOf(member) };
      const team = await change.run({ params, body });
      // A refusal too tells that the list is old.
      onChanged(team);
      if (!team) return;
    }
    say(t(words.done, { name }));
    onClose();
  };
  return (
    <Confirm
      title={t(words.title, { name })}
      text={t(words.text)}
      act={t(takesTwo ? 'memberPropose' : words.act)}
      isDanger={act !== 'enable'}
      isBusy={change.isBusy || endSessions.isBusy || proposal.isBusy}
      failure={failure}
      onConfirm={isRefusal(failure, '40059') ? undefined : () => void confirm()}
      onClose={onClose}
    >
      <div className="acts">
        <CopyCommand
          text={act === 'end-sessions' ? commands.endSessions() : commands.switch(act === 'enable')}
        />
      </div>
    </Confirm>
  );
}
