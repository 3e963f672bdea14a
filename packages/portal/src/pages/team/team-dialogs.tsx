import type { Team } from '@titular/contract';
import { ChangeDialog } from './change-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberConfirm } from './member-confirm.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import type { DialogProps, TeamDialog } from './team-dialog.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

type Props = { open: TeamDialog; onChanged(team: Team | undefined): void; onClose(): void };

/** The open dialog of the page of the team. */
export function TeamDialogs({ open, onChanged, onClose }: Props) {
  const props: DialogProps = { onChanged: (team) => onChanged(team), onClose };
  switch (open.kind) {
    case 'invite':
      return <InviteDialog {...props} />;
    case 'change':
      return <ChangeDialog {...props} member={open.member} />;
    case 'reset':
      return <ResetDialog {...props} member={open.member} />;
    case 'withdraw':
      return <WithdrawDialog {...props} invitation={open.invitation} />;
    default:
      return <MemberConfirm {...props} act={open.kind} member={open.member} />;
  }
}
