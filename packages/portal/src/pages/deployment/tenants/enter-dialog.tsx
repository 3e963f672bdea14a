import { useNavigate } from '@tanstack/react-router';
import type { TenantState } from '@titular/contract';
import { lengthOf, MAX_REASON_LENGTH, MIN_REASON_LENGTH } from '@titular/contract/text-bounds';
import { useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useAct } from '../../../service/use-act.ts';
import { readSession } from '../../../session/read-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';

type Props = Pick<TenantState, 'tenant'> & { onClose(): void };

/** Asks why, and enters the tenant. */
export function EnterDialog({ tenant: { id, name }, onClose }: Props) {
  const t = useTexts();
  const navigate = useNavigate();
  const act = useAct('enterTenant');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const plain = reason.trim();
  const isMissing = lengthOf(plain) < MIN_REASON_LENGTH;
  const enter = async (): Promise<void> => {
    setChecked(true);
    if (isMissing) return;
    const entered = await act.run({ params: { tenant_id: id }, body: { reason: plain } });
    if (!entered) return;
    await readSession();
    await navigate({ to: '/t/$tenant', params: { tenant: id }, search: {} });
  };
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
