import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ActFailure } from './states/failure.tsx';

type Props = {
  title: string;
  text: ReactNode;
  /** What stands below the text and is no part of its paragraph, such as a command. */
  children?: ReactNode;
  act: string;
  isDanger?: boolean;
  isBusy: boolean;
  failure: unknown;
  onConfirm(): void;
  onClose(): void;
};

/** Asks before an act that cannot be undone; it stays open until the act is done. */
export function Confirm({
  title,
  text,
  children,
  act,
  isDanger,
  isBusy,
  failure,
  onConfirm,
  onClose,
}: Props) {
  const t = useTexts();
  return (
    <Dialog title={title} onClose={onClose} isQuestion>
      <p>{text}</p>
      {children}
      <ActFailure failure={failure} />
      <div className="dialog-acts">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button kind={isDanger ? 'danger' : 'primary'} isBusy={isBusy} onPress={onConfirm}>
          {act}
        </Button>
      </div>
    </Dialog>
  );
}
