import type { InvitationLink } from '@titular/contract';
import { useState } from 'react';
import { CopyCommand } from '../../commands/copy-command.tsx';
import { memberCommands } from '../../commands/team-commands.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../service/use-act.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { LinkDialog } from './link-dialog.tsx';
import type { MemberDialogProps } from './team-dialog.ts';

/** Ends every way in of a member, and gives the link to a new one; never a password of somebody else's choice. */
export function ResetDialog({ member, onChanged, onClose }: MemberDialogProps) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useAct('resetMember');
  const [made, setMade] = useState<InvitationLink>();
  const reset = async (): Promise<void> => {
    const link = await act.run({ params: { tenant_id: tenantId, user_id: member.userId } });
    // The link may have been made though its answer was lost.
    onChanged();
    if (!link) return;
    setMade(link);
  };
  if (made) return <LinkDialog link={made.link} expiresAt={made.expiresAt} onClose={onClose} />;
  return (
    <Confirm
      title={t('resetMemberTitle', { name: member.name })}
      text={t('resetMemberText')}
      act={t('reset')}
      isDanger
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void reset()}
      onClose={onClose}
    >
      <div className="acts">
        <CopyCommand text={memberCommands(tenantId, member.userId).reset()} />
      </div>
    </Confirm>
  );
}
