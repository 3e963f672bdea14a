import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { Loaded } from '../../ui/states/loaded.tsx';
import { DeliveryCard } from '../case/webhooks/delivery-card.tsx';
import { OpenedFrame } from '../case/webhooks/opened-frame.tsx';
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
  const close = (): void => {
    const row = document.querySelector<HTMLElement>('[data-open="true"] button');
    onClose();
    // In place of the list it was hidden until now.
    window.requestAnimationFrame(() => row?.focus({ preventScroll: true }));
  };
  return (
    <OpenedFrame isBeside={isBeside} onClose={close}>
      <Loaded of={read} lines={10}>
        {(delivery) => (
          <div className="opened-part part">
            <DeliveryCard
              delivery={delivery}
              resend={{ send: () => call('resendReceiverDelivery', { params: { delivery_id: id } }) }}
              onResent={readReceiverAgain}
            >
              {delivery.history.some(({ headers }) => headers) && (
                <p className="hint">{t('receiverSignature')}</p>
              )}
            </DeliveryCard>
          </div>
        )}
      </Loaded>
    </OpenedFrame>
  );
}
