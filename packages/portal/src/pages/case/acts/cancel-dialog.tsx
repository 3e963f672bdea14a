import { transactionCommands } from '../../../commands/case-commands.ts';
import { CopyCommand } from '../../../commands/copy-command.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useAct } from '../../../service/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import type { OpenCase } from '../model/case-model.ts';
import { readAgain } from '../model/use-case.ts';
import { useLostRace } from './use-lost-race.ts';

/** Asks before a transaction is canceled, which cannot be undone. */
export function CancelDialog({ open, onClose }: { open: OpenCase; onClose(): void }) {
  const t = useTexts();
  const { subject } = open;
  const cancel = useAct('cancelByHand');
  const lost = useLostRace(cancel.failure, open);
  const confirm = async (): Promise<void> => {
    const params = { tenant_id: subject.tenantId, transaction_id: subject.id };
    if (!(await cancel.run({ params }))) return;
    onClose();
    say(t('canceledNow'));
    void readAgain(subject);
  };
  return (
    <Dialog title={t('cancelTitle')} onClose={onClose} isHeld={cancel.isBusy} isQuestion>
      <p>{t('cancelText')}</p>
      {lost === undefined ? <ActFailure failure={cancel.failure} /> : <p role="alert">{lost}</p>}
      <div className="dialog-acts">
        {lost === undefined && (
          <CopyCommand text={transactionCommands(subject.tenantId, subject.id).cancel()} />
        )}
        <Button autoFocus isDisabled={cancel.isBusy} onPress={onClose}>
          {t(lost === undefined ? 'cancelKeep' : 'close')}
        </Button>
        {lost === undefined && (
          <Button kind="danger" isBusy={cancel.isBusy} onPress={() => void confirm()}>
            {t('cancelConfirm')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
