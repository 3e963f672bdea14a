import { useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { useShortcut } from '../../shortcuts/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { BackIcon, CloseIcon } from '../../ui/icons.ts';
import { Loaded } from '../../ui/states/loaded.tsx';
import { DeliveryCard } from '../case/webhooks/delivery-card.tsx';
import { readReceiverAgain, useReceiverDelivery } from './use-receiver.ts';

type Props = {
  id: string;
  /** It stands beside its list, not in its place. */
  isBeside: boolean;
  onClose(): void;
};

/** The delivery that is open: each attempt with request and answer, and sending it again. `Escape` closes it. */
export function ReceiverDelivery({ id, isBeside, onClose }: Props) {
  const t = useTexts();
  const read = useReceiverDelivery(id);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isBeside) place.current?.focus();
  }, [isBeside]);
  const close = (): void => {
    const row = document.querySelector<HTMLElement>('[data-open="true"] button');
    onClose();
    // In place of the list it was hidden until now.
    window.requestAnimationFrame(() => row?.focus({ preventScroll: true }));
  };
  useShortcut('Escape', t('shortcutClose'), close);
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
          <Button kind="quiet" isSquare icon={CloseIcon} aria-label={t('closeBeside')} onPress={close} />
        </div>
      ) : (
        <Button icon={BackIcon} onPress={close}>
          {t('backToDeliveries')}
        </Button>
      )}
      <Loaded of={read} lines={10}>
        {(delivery) => (
          <div className="opened-part part">
            <DeliveryCard
              delivery={delivery}
              resend={() => call('resendReceiverDelivery', { params: { delivery_id: id } })}
              onResent={readReceiverAgain}
            >
              <p className="hint">{t('receiverSignature')}</p>
            </DeliveryCard>
          </div>
        )}
      </Loaded>
    </aside>
  );
}
