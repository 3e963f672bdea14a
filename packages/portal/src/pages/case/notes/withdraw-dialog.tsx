import type { CaseNote } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useAct } from '../../../service/use-act.ts';
import { Command } from '../../../ui/command.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import type { CaseSubject } from '../model/case-model.ts';
import { readAgain } from '../model/use-case.ts';
import { authorWords, withdrawCommand } from './note-words.ts';

type Props = { subject: CaseSubject; note: CaseNote; onClose(): void };

/** Asks before a note or verdict is withdrawn, which deletes its words. */
export function WithdrawDialog({ subject, note, onClose }: Props) {
  const t = useTexts();
  const withdraw = useAct('withdrawNote');
  const isVerdict = note.verdict !== undefined;
  const confirm = async (): Promise<void> => {
    const params = { tenant_id: subject.tenantId, transaction_id: subject.id, note_id: note.id };
    if (!(await withdraw.run({ params }))) return;
    onClose();
    say(t(isVerdict ? 'verdictWithdrawNow' : 'noteWithdrawNow'));
    void readAgain(subject);
  };
  return (
    <Confirm
      title={t(isVerdict ? 'verdictWithdrawTitle' : 'noteWithdrawTitle')}
      text={t(isVerdict ? 'verdictWithdrawText' : 'noteWithdrawText')}
      act={t('noteWithdraw')}
      isDanger
      isBusy={withdraw.isBusy}
      failure={withdraw.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {!note.isOwn && <p>{t('noteWithdrawOther', { name: authorWords(note, t) })}</p>}
      <details className="case-command">
        <summary>{t('noteCommand')}</summary>
        <Command text={withdrawCommand(subject, note)} />
      </details>
    </Confirm>
  );
}
