import { CopyCommand } from '../../commands/copy-command.tsx';
import { withdrawInvitationCommand } from '../../commands/team-commands.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../service/use-act.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { say } from '../../ui/states/toast-store.ts';
import type { DialogProps, PendingInvitation } from './team-dialog.ts';

/** Withdraws an invitation that was not taken yet. */
export function WithdrawDialog({
  invitation,
  onChanged,
  onClose,
}: DialogProps & { invitation: PendingInvitation }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useAct('withdrawInvitation');
  const withdraw = async (): Promise<void> => {
    const done = await act.run({ params: { tenant_id: tenantId, invitation_id: invitation.id } });
    // Somebody else may have taken or withdrawn it, and the list not know.
    onChanged();
    if (!done) return;
    say(t('withdrawn'));
    onClose();
  };
  return (
    <Confirm
      title={t('withdrawTitle')}
      text={t('withdrawText')}
      act={t('withdraw')}
      isDanger
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void withdraw()}
      onClose={onClose}
    >
      <div className="acts">
        <CopyCommand text={withdrawInvitationCommand(invitation.id)} />
      </div>
    </Confirm>
  );
}
