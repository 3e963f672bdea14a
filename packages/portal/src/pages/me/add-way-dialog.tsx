import type { OwnAccount } from '@titular/contract';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { say } from '../../ui/states/toast-store.ts';
import { EnrolForm } from '../enrolment/enrol-form.tsx';
import { ownEnrolment } from '../enrolment/own-enrolment.ts';

/** Adds a passkey, or sets the password with its app; a new password takes the place of the one before. */
export function AddWayDialog({
  onChanged,
  onClose,
}: {
  onChanged(account: OwnAccount): void;
  onClose(): void;
}) {
  const t = useTexts();
  const enrolment = ownEnrolment((account) => {
    onChanged(account);
    say(t('wayAdded'));
    onClose();
  });
  return (
    <Dialog title={t('addWay')} onClose={onClose} isWide>
      <EnrolForm enrolment={enrolment} />
    </Dialog>
  );
}
