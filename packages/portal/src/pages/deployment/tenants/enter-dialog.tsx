import { useNavigate } from '@tanstack/react-router';
import type { TenantState } from '@titular/contract';
import { lengthOf, MAX_REASON_LENGTH, MIN_REASON_LENGTH } from '@titular/contract/text-bounds';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Unreachable } from '../../../service/failures.ts';
import { useAct } from '../../../service/use-act.ts';
import { useDialogForm } from '../../../session/kept-form.ts';
import { readSession } from '../../../session/read-session.ts';
import { useSession } from '../../../shell/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { tenantForms } from './tenant-dialog.ts';

type Props = Pick<TenantState, 'tenant'> & { onClose(): void };

/** Asks why, and enters the tenant. */
export function EnterDialog({ tenant: { id, name }, onClose }: Props) {
  const t = useTexts();
  const navigate = useNavigate();
  const act = useAct('enterTenant');
  const [reason, setReason, endForm] = useDialogForm(tenantForms.enter(id), '');
  const [isChecked, setChecked] = useState(false);
  const plain = reason.trim();
  const isMissing = lengthOf(plain) < MIN_REASON_LENGTH;
  const isIn = useSession().memberships.some(({ tenantId, stay }) => tenantId === id && stay !== undefined);
  const goIn = (): Promise<void> => navigate({ to: '/t/$tenant', params: { tenant: id }, search: {} });
  const enter = async (): Promise<void> => {
    setChecked(true);
    if (isMissing) return;
    const entered = await act.run({ params: { tenant_id: id }, body: { reason: plain } });
    if (!entered) return;
    endForm();
    await readSession();
    await goIn();
  };
  // After a lost answer the session tells whether they are in.
  useEffect(() => {
    if (isIn && act.failure instanceof Unreachable) void goIn();
  });
  return (
    <Dialog title={t('enterTitle', { name })} onClose={onClose} isHeld={act.isBusy}>
      <Form onSubmit={() => void enter()}>
        <p>{t('enterText')}</p>
        <Field
          label={t('enterReason')}
          hint={t('enterReasonHint')}
          value={reason}
          onChange={setReason}
          error={isChecked && isMissing ? t('enterReasonMissing') : undefined}
          maxLength={MAX_REASON_LENGTH}
          autoComplete="off"
          isRequired
          autoFocus
        />
        <ActFailure failure={act.failure} />
        <div className="dialog-acts">
          <Button isDisabled={act.isBusy} onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" kind="primary" isBusy={act.isBusy}>
            {t('enterAct')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
