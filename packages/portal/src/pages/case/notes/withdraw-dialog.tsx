import type { CaseNote } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useAct } from '../../../service/use-act.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import type { CaseSubject } from '../model/case-model.ts';
import { readAgain } from '../model/use-case.ts';

type Props = { subject: CaseSubject; note: CaseNote; onClose(): void };

/** Asks before a note is withdrawn, which deletes its text. */
export function WithdrawDialog({ subject, note, onClose }: Props) {
  const t = useTexts();
  const withdraw = useAct('withdrawNote');
  const confirm = async (): Promise<void> => {
    const params = { tenant_id: subject.tenantId, transaction_id: subject.id, note_id: note.id };
    if (!(await withdraw.run({ params }))) return;
    onClose();
    say(t('noteWithdrawNow'));
    void readAgain(subject);
  };
  return (
    <Confirm
      title={t('noteWithdrawTitle')}
      text={t('noteWithdrawText')}
      act={t('noteWithdraw')}
      isDanger
      isBusy={withdraw.isBusy}
      failure={withdraw.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
