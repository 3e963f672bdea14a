import { Link, useNavigate } from '@tanstack/react-router';
import type { EndpointView } from '@titular/contract';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { changeKnown } from '../../../lists/change-search.ts';
import { parseDeliveriesSearch } from '../../../routes/developer-search.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { useShortcut } from '../../../shortcuts/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { BackIcon, CloseIcon } from '../../../ui/icons.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { DeliveryCard, resendIn } from '../../case/webhooks/delivery-card.tsx';
import { type DeliveryParams, readDeliveryAgain, useDelivery } from './use-endpoint.ts';

type Props = {
  params: DeliveryParams;
  endpoint: EndpointView;
  /** It stands beside its list, not in its place. */
  isBeside: boolean;
};

/** The delivery that is open: each attempt with request and answer, and sending it again. `Escape` closes it. */
export function OpenedDelivery({ params, endpoint, isBeside }: Props) {
  const t = useTexts();
  const navigate = useNavigate();
  const { tenantId, may } = useTenant();
  const read = useDelivery(params);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isBeside) place.current?.focus();
  }, [isBeside]);
  const close = (): void => {
    document.querySelector<HTMLElement>('[data-open="true"] a')?.focus({ preventScroll: true });
    void navigate({
      to: '.',
      search: changeKnown(parseDeliveriesSearch, { open: undefined }),
      replace: true,
      resetScroll: false,
    });
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
              delivery={{ ...delivery, endpoint: endpoint.enabled ? 'enabled' : 'disabled' }}
              resend={may('deliveries:resend') ? resendIn(tenantId, delivery.id) : undefined}
              onResent={() => void readDeliveryAgain(params)}
            >
              <Link
                to="/t/$tenant/developers/events/$event"
                params={{ tenant: tenantId, event: delivery.eventId }}
                className="link link-apart"
              >
                {t('toEvent')}
              </Link>
            </DeliveryCard>
          </div>
        )}
      </Loaded>
    </aside>
  );
}
