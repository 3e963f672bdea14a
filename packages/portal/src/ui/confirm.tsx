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
  /** Without, there is nothing left to confirm. */
  onConfirm?: (() => void) | undefined;
  onClose(): void;
};

/** Asks before an act that cannot be undone; it stays open while the act is under way. */
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
    <Dialog title={title} onClose={onClose} isHeld={isBusy} isQuestion>
      <p>{text}</p>
      {children}
      <ActFailure failure={failure} />
      <div className="dialog-acts">
        <Button isDisabled={isBusy} onPress={onClose}>
          {t(onConfirm ? 'cancel' : 'close')}
        </Button>
        {onConfirm && (
          <Button kind={isDanger ? 'danger' : 'primary'} isBusy={isBusy} onPress={onConfirm}>
            {act}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
