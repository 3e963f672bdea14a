import { useTexts } from '../../../i18n/use-texts.ts';
import { Empty } from '../../../ui/states/empty.tsx';
import { EventIcon } from '../../../words/status-icons.ts';
import type { OpenCase } from '../model/case-model.ts';
import { readAgain } from '../model/use-case.ts';
import { DeliveryCard, resendIn } from './delivery-card.tsx';

/** The deliveries about a case, those of the newest events first. */
export function WebhooksPart({ open }: { open: OpenCase }) {
  const t = useTexts();
  const { deliveries, acts, subject } = open;
  const newest = deliveries.toSorted((one, other) => (one.eventTime < other.eventTime ? 1 : -1));
  return (
    <section className="part" aria-label={t('part_webhooks')}>
      {newest.length === 0 && (
        <Empty icon={EventIcon} title={t('noDeliveries')} text={t('noDeliveriesText')} />
      )}
      {newest.map((delivery) => (
        <DeliveryCard
          key={delivery.id}
          delivery={delivery}
          resend={acts.includes('resend') ? resendIn(subject.tenantId, delivery.id) : undefined}
          onResent={() => void readAgain(subject)}
        />
      ))}
    </section>
  );
}
