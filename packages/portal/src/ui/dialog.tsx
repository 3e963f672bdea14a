import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTag, useTexts } from '../i18n/use-texts.ts';
import { Button } from './button.tsx';
import { CloseIcon } from './icons.ts';

type Props = {
  title: string;
  children: ReactNode;
  onClose(): void;
  /** A press beside it closes it; not where something was typed or is shown once. */
  isDismissable?: boolean;
  /** A question that must be answered: readers say it at once. */
  isQuestion?: boolean;
  isWide?: boolean;
  /** What was pressed is under way: neither Escape nor the cross closes it. Its answer would be told to nobody, or close what was opened next. */
  isHeld?: boolean;
};

/** A dialog over the page: holds the focus, closes with Escape, and gives the focus back. Mount it to open it. */
export function Dialog({ title, children, onClose, isDismissable, isQuestion, isWide, isHeld }: Props) {
  const t = useTexts();
  const tag = useTag();
  const close = (): void => {
    if (!isHeld) onClose();
  };
  return (
    <I18nProvider locale={tag}>
      <ModalOverlay
        className="overlay"
        isOpen
        isDismissable={isDismissable ?? false}
        onOpenChange={(isOpen) => !isOpen && close()}
      >
        <Modal className={isWide ? 'modal modal-wide' : 'modal'}>
          <AriaDialog className="dialog" role={isQuestion ? 'alertdialog' : 'dialog'}>
            <div className="dialog-head">
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              <Button kind="quiet" isSquare icon={CloseIcon} aria-label={t('close')} onPress={close} />
            </div>
            {children}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  );
}
