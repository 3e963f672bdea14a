import { useState } from 'react';
import { CopyCommand } from '../../commands/copy-command.tsx';
import { memberCommands } from '../../commands/team-commands.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { isRefusal } from '../../service/failures.ts';
import { useAct } from '../../service/use-act.ts';
import { useDialogForm } from '../../session/kept-form.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { isForTwo } from '../../ui/states/failure-words.ts';
import { say } from '../../ui/states/toast-store.ts';
import { useProposal } from './acts/use-proposal.ts';
import { isWholeChoice, type RoleChoice, RoleForm } from './role-form.tsx';
import { changeFormName, type MemberDialogProps, stateOf } from './team-dialog.ts';

/** Changes role and companies of a member. */
export function ChangeDialog({ member, onChanged, onClose }: MemberDialogProps) {
  const t = useTexts();
  const { tenantId, membership } = useTenant();
  const act = useAct('changeMember');
  // What was seen is kept with it: a change by somebody else meanwhile is told after the lock too.
  const [{ choice, seen }, setForm] = useDialogForm(changeFormName(tenantId, member.userId), {
    choice: { role: member.role, companies: member.companies } as RoleChoice,
    seen: stateOf(member),
  });
  const proposal = useProposal({ ...member, ...seen }, onClose);
  const takesTwo = isForTwo(act.failure) && membership.companies === 'all';
  const failure = proposal.failure ?? act.failure;
  const isBusy = act.isBusy || proposal.isBusy;
  const isStale = isRefusal(failure, '40059');
  const commands = memberCommands(tenantId, member.userId);
  const change = (next: RoleChoice): void => {
    setForm({ choice: next, seen });
    // What the server said was about another choice.
    for (const one of [act, proposal]) one.reset();
  };
  const [isChecked, setChecked] = useState(false);
  const submit = async (): Promise<void> => {
    setChecked(true);
    if (!isWholeChoice(choice)) return;
    const team = await act.run({
      params: { tenant_id: tenantId, user_id: member.userId },
      body: { ...choice, isActive: seen.isActive, seen },
    });
    // A refusal too tells that the list is old.
    onChanged(team);
    if (!team) return;
    say(t('memberChanged'));
    onClose();
  };
  return (
    <Dialog title={t('changeTitle', { name: member.name })} onClose={onClose} isHeld={isBusy} isWide>
      <Form onSubmit={submit}>
        {/* What is now stands in the list behind it. */}
        {!isStale && <RoleForm value={choice} isChecked={isChecked} onChange={change} />}
        <ActFailure failure={failure} />
        <div className="dialog-acts">
          <CopyCommand text={!isStale && isWholeChoice(choice) && commands.change(choice)} />
          <Button isDisabled={isBusy} onPress={onClose}>
            {t(isStale ? 'close' : 'cancel')}
          </Button>
          {takesTwo && !isStale && (
            <Button
              kind="primary"
              isBusy={proposal.isBusy}
              onPress={() => void proposal.propose({ ...choice, isActive: seen.isActive })}
            >
              {t('memberPropose')}
            </Button>
          )}
          {!isStale && (
            <Button type="submit" kind={takesTwo ? 'quiet' : 'primary'} isBusy={act.isBusy}>
              {t('save')}
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  );
}
