import { Link, useNavigate } from '@tanstack/react-router';
import type { EndpointView } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { changeKnown } from '../../../lists/change-search.ts';
import { parseDeliveriesSearch } from '../../../routes/developer-search.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { DeliveryCard, resendIn } from '../../case/webhooks/delivery-card.tsx';
import { OpenedFrame } from '../../case/webhooks/opened-frame.tsx';
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
  const close = (): void => {
    document.querySelector<HTMLElement>('[data-open="true"] a')?.focus({ preventScroll: true });
    void navigate({
      to: '.',
      search: changeKnown(parseDeliveriesSearch, { open: undefined }),
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <OpenedFrame isBeside={isBeside} onClose={close}>
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
    </OpenedFrame>
  );
}
