import { Link } from '@tanstack/react-router';
import type { EventView } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { changeKnown } from '../../../lists/change-search.ts';
import { parseTenantSearch } from '../../../routes/search.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Panel } from '../../../ui/panel.tsx';
import { CopyButton } from '../../../ui/secrets/copy-button.tsx';
import { Empty } from '../../../ui/states/empty.tsx';
import { Time } from '../../../ui/time.tsx';
import { CodedBadge } from '../../../words/coded-badge.tsx';
import { EventIcon } from '../../../words/status-icons.ts';
import { statusOfTransaction, statusViews } from '../../../words/status-view.ts';
import { Fact } from '../../case/fact.tsx';
import { Code } from '../../case/webhooks/code.tsx';
import { DeliveryCard, resendIn } from '../../case/webhooks/delivery-card.tsx';
import { prettyJson } from '../../case/webhooks/pretty-json.ts';
import { aboutOf, type EventAbout } from './event-about.ts';

/** The parts of the page of an event: deliveries and body, and the facts beside them. */
export function EventParts({ event, onResent }: { event: EventView; onResent(): void }) {
  const t = useTexts();
  return (
    <div className="case-body">
      <div className="case-main">
        <Deliveries event={event} onResent={onResent} />
        <Panel title={t('eventBody')}>
          <Code text={prettyJson(event.request)} />
        </Panel>
      </div>
      <div className="case-side">
        <Facts event={event} />
      </div>
    </div>
  );
}

function Deliveries({ event: { deliveries }, onResent }: { event: EventView; onResent(): void }) {
  const t = useTexts();
  const { tenantId, may } = useTenant();
  return (
    <Panel title={t('eventDeliveries')}>
      {deliveries.length === 0 && (
        <Empty icon={EventIcon} title={t('noEventDeliveries')} text={t('noEventDeliveriesText')} />
      )}
      {deliveries.map((delivery) => (
        <DeliveryCard
          key={delivery.id}
          delivery={delivery}
          resend={may('deliveries:resend') ? resendIn(tenantId, delivery.id) : undefined}
          onResent={onResent}
        >
          {delivery.endpoint !== 'deleted' && (
            <Link
              to="/t/$tenant/developers/endpoints/$endpoint"
              params={{ tenant: tenantId, endpoint: delivery.endpointId }}
              search={changeKnown(parseTenantSearch, { open: delivery.id })}
              className="link link-apart"
            >
              {t('toEndpoint')}
            </Link>
          )}
        </DeliveryCard>
      ))}
    </Panel>
  );
}

function Facts({ event }: { event: EventView }) {
  const t = useTexts();
  const { id, type, time, companyName, status, hasIdentityChanged } = event;
  const about = aboutOf(event);
  const shown = status && statusOfTransaction(status, hasIdentityChanged);
  return (
    <Panel title={t('eventFacts')}>
      <p>{t(`event_${type}_meaning`)}</p>
      <dl className="facts-list">
        <Fact name={t('filterType')}>
          <span className="mono">{type}</span>
        </Fact>
        {shown && (
          <Fact name={t('columnStatus')}>
            <CodedBadge view={statusViews[shown]}>{t(`status_${shown}`)}</CodedBadge>
          </Fact>
        )}
        {about && (
          <Fact name={t(about.words)}>
            <AboutLink about={about} />
          </Fact>
        )}
        <Fact name={t('endpointCompany')}>{companyName}</Fact>
        <Fact name={t('eventTime')}>
          <Time at={time} isWhole />
        </Fact>
        <Fact name={t('endpointId')}>
          <span className="mono">{id}</span>
        </Fact>
      </dl>
      <div className="acts">
        <CopyButton text={id} label={t('copyId')} />
      </div>
    </Panel>
  );
}

function AboutLink({ about: { kind, id } }: { about: EventAbout }) {
  const { tenantId: tenant } = useTenant();
  switch (kind) {
    case 'transaction':
      return (
        <Link
          to="/t/$tenant/transactions/$transaction"
          params={{ tenant, transaction: id }}
          className="link link-apart mono"
        >
          {id}
        </Link>
      );
    case 'process':
      return (
        <Link
          to="/t/$tenant/processes/$process"
          params={{ tenant, process: id }}
          className="link link-apart mono"
        >
          {id}
        </Link>
      );
    case 'endpoint':
      return (
        <Link
          to="/t/$tenant/developers/endpoints/$endpoint"
          params={{ tenant, endpoint: id }}
          className="link link-apart mono"
        >
          {id}
        </Link>
      );
  }
}
