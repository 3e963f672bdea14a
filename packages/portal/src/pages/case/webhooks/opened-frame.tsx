import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useShortcut } from '../../../shortcuts/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { BackIcon, CloseIcon } from '../../../ui/icons.ts';

type Props = {
  /** It stands beside its list, not in its place. */
  isBeside: boolean;
  onClose(): void;
  children: ReactNode;
};

/** Where a delivery of a list is open: beside the list, or in its place, where it takes the focus. `Escape` closes it. */
export function OpenedFrame({ isBeside, onClose, children }: Props) {
  const t = useTexts();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isBeside) place.current?.focus();
  }, [isBeside]);
  useShortcut('Escape', t('shortcutClose'), onClose);
  return (
    <aside
      ref={place}
      tabIndex={isBeside ? undefined : -1}
      className={isBeside ? 'beside' : 'opened'}
      aria-label={t('openedDelivery')}
    >
      {isBeside ? (
        <div className="beside-bar">
          <h2>{t('openedDelivery')}</h2>
          <Button kind="quiet" isSquare icon={CloseIcon} aria-label={t('closeBeside')} onPress={onClose} />
        </div>
      ) : (
        <Button icon={BackIcon} onPress={onClose}>
          {t('backToDeliveries')}
        </Button>
      )}
      {children}
    </aside>
  );
}
