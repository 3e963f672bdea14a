import type { InvitationLink } from '@titular/contract';
import { MAX_USER_NAME_LENGTH } from '@titular/contract/text-bounds';
import { useState } from 'react';
import { CopyCommand } from '../../commands/copy-command.tsx';
import { inviteCommand } from '../../commands/team-commands.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../service/use-act.ts';
import { isUserName } from '../../session/code-form.ts';
import { useDialogForm } from '../../session/kept-form.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { isWholeChoice, type RoleChoice, RoleForm } from './role-form.tsx';
import { type DialogProps, inviteFormName } from './team-dialog.ts';

const EMPTY: RoleChoice & { name: string } = { name: '', role: 'support', companies: 'all' };

/** Invites somebody: role and companies, then the link, shown once. What was typed outlives the lock. */
export function InviteDialog({ onChanged, onClose }: DialogProps) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useAct('inviteMember');
  const [form, setForm, endForm] = useDialogForm(inviteFormName(tenantId), EMPTY);
  const [isChecked, setChecked] = useState(false);
  const [made, setMade] = useState<InvitationLink>();
  const name = form.name.trim();
  const isNameBad = name !== '' && !isUserName(name);
  const submit = async (): Promise<void> => {
    setChecked(true);
    if (isNameBad || !isWholeChoice(form)) return;
    const { role, companies } = form;
    const body = { role, companies, ...(name !== '' && { name }) };
    const link = await act.run({ params: { tenant_id: tenantId }, body });
    // Something may have been made though its answer was lost.
    onChanged();
    if (!link) return;
    endForm();
    setMade(link);
  };
  if (made) return <LinkDialog link={made.link} expiresAt={made.expiresAt} onClose={onClose} />;
  return (
    <Dialog title={t('inviteTitle')} onClose={onClose} isHeld={act.isBusy} isWide>
      <Form onSubmit={submit}>
        <Field
          label={t('inviteNote')}
          hint={t('inviteNoteHint')}
          autoComplete="off"
          maxLength={MAX_USER_NAME_LENGTH}
          autoFocus
          value={form.name}
          onChange={(typed) => setForm({ ...form, name: typed })}
          error={isChecked && isNameBad ? t('nameForm') : undefined}
        />
        <RoleForm value={form} isChecked={isChecked} onChange={(choice) => setForm({ ...form, ...choice })} />
        <ActFailure failure={act.failure} />
        <div className="dialog-acts">
          {!isNameBad && isWholeChoice(form) && <CopyCommand text={inviteCommand(tenantId, form, name)} />}
          <Button isDisabled={act.isBusy} onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" kind="primary" isBusy={act.isBusy}>
            {t('makeLink')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
