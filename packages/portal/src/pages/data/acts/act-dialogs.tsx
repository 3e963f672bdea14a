import type { WaitingAct } from '@titular/contract';
import { withdrawActCommand } from '../../../commands/case-commands.ts';
import { CopyCommand } from '../../../commands/copy-command.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { queryClient } from '../../../service/queries.ts';
import { useAct } from '../../../service/use-act.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import { approveActCommand } from './act-command.ts';
import { ActSides } from './act-sides.tsx';

/** What somebody does about an act that waits. */
export type ActDialogKind = 'approve' | 'withdraw';

type Props = { kind: ActDialogKind; act: WaitingAct; onClose(): void };

/** Asks before an act is approved or withdrawn, and reads again what it changed. */
export function ActDialogs({ kind, act, onClose }: Props) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const approval = useAct('approveAct');
  const withdrawal = useAct('withdrawAct');
  const isApproval = kind === 'approve';
  const isFile = act.kind === 'export';
  const task = isApproval ? approval : withdrawal;
  const confirm = async (): Promise<void> => {
    const done = await task.run({ params: { tenant_id: tenantId, act_id: act.id } });
    // A refusal too tells that the list is old.
    for (const name of ['searchActs', 'readTenantSettings', 'readCompanySettings', 'readTeam'])
      void queryClient.invalidateQueries({ queryKey: [name] });
    if (!done) return;
    say(t(isApproval ? (isFile ? 'actFileApproved' : 'actApproved') : 'proposalWithdrawn'));
    onClose();
  };
  const command = isApproval ? approveActCommand(tenantId, act) : withdrawActCommand(tenantId, act.id);
  const name = act.isOwn ? t('proposedByYou') : (act.proposedBy.name ?? t('proposedByGone'));
  return (
    <Confirm
      title={t(isApproval ? (isFile ? 'actFileTitle' : 'actApproveTitle') : 'withdrawProposalTitle')}
      text={isApproval ? t(isFile ? 'actFileText' : 'actApproveText', { name }) : t('actWithdrawText')}
      act={t(isApproval ? 'approve' : 'withdrawProposal')}
      isBusy={task.isBusy}
      failure={task.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <ActSides act={act} />
      {command && (
        <div className="acts">
          <CopyCommand text={command} />
        </div>
      )}
    </Confirm>
  );
}
