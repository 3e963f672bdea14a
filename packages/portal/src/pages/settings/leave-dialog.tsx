import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks whether unsaved changes are given up. */
export function LeaveDialog({ onLeave, onStay }: { onLeave(): void; onStay(): void }) {
  const t = useTexts();
  return (
    <Dialog title={t('settingsLeaveTitle')} onClose={onStay} isQuestion>
      <p>{t('settingsLeaveText')}</p>
      <div className="dialog-acts">
        <Button onPress={onStay}>{t('settingsStay')}</Button>
        <Button kind="danger" onPress={onLeave}>
          {t('settingsLeave')}
        </Button>
      </div>
    </Dialog>
  );
}
