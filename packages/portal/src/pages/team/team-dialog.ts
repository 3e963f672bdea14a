import type { Member, MemberState, Team } from '@titular/contract';

/** An invitation that was not taken yet. */
export type PendingInvitation = Team['invitations'][number];

/** The dialog that is open on the page of the team, and whom it is about. */
export type TeamDialog =
  | { kind: 'invite' }
  | { kind: 'change' | 'reset' | 'disable' | 'enable' | 'end-sessions'; member: Member }
  | { kind: 'withdraw'; invitation: PendingInvitation };

/** Name under which an unsent invitation outlives the lock. */
export const inviteFormName = (tenantId: string): string => `invite ${tenantId}`;

/** Name under which an unsent change of a member outlives the lock. */
export const changeFormName = (tenantId: string, userId: string): string => `member ${userId} of ${tenantId}`;

/** What a member is by what the page shows. */
export const stateOf = ({ role, companies, isActive }: Member): MemberState => ({
  ...{ role, companies, isActive },
});

/** What every dialog of the team gets; `onChanged` gets the team as it is then, or nothing where it has to be read again. */
export type DialogProps = { onChanged(team?: Team): void; onClose(): void };
/** The same, about one member. */
export type MemberDialogProps = DialogProps & { member: Member };
