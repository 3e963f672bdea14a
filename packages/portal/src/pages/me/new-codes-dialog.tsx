import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../service/use-act.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { KeptCodes } from '../enrolment/kept-codes.tsx';

/** Makes new recovery codes, shown this once; they leave the page with the dialog. */
export function NewCodesDialog({ onChanged, onClose }: { onChanged(): void; onClose(): void }) {
  const t = useTexts();
  const act = useAct('makeRecoveryCodes');
  const [codes, setCodes] = useState<readonly string[]>();
  const make = async (): Promise<void> => {
    const made = await act.run();
    if (!made) return;
    setCodes(made.recoveryCodes);
    onChanged();
  };
  if (codes)
    return (
      <Dialog title={t('recoveryCodesTitle')} onClose={onClose} isWide>
        <KeptCodes codes={codes} act={t('codesDone')} onDone={onClose} />
      </Dialog>
    );
  return (
    <Confirm
      title={t('newRecoveryCodes')}
      text={t('newRecoveryCodesText')}
      act={t('newRecoveryCodes')}
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void make()}
      onClose={onClose}
    />
  );
}
