import type { Member } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { queryClient } from '../../../service/queries.ts';
import { useAct } from '../../../service/use-act.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { say } from '../../../ui/states/toast-store.ts';
import { stateOf } from '../team-dialog.ts';

type Next = Pick<Member, 'role' | 'companies' | 'isActive'>;

/** Leaves a change of a member to a second person, where it gives a right to pictures. */
export function useProposal(member: Member, onDone: () => void) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const { isBusy, failure, run, reset } = useAct('proposeMember');
  const propose = async (next: Next): Promise<void> => {
    const body = { userId: member.userId, ...next, seen: stateOf(member) };
    if (!(await run({ params: { tenant_id: tenantId }, body }))) {
      // A refusal tells that the list is old.
      void queryClient.invalidateQueries({ queryKey: ['readTeam'] });
      return;
    }
    void queryClient.invalidateQueries({ queryKey: ['searchActs'] });
    say(t('memberProposed'));
    onDone();
  };
  return { isBusy, failure, propose, reset };
}
