import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/use-texts.ts';
import { changeSearch } from '../../../lists/change-search.ts';
import { CodedBadge } from '../../../words/coded-badge.tsx';
import { deliveryViews } from '../../../words/status-view.ts';
import type { OpenCase } from '../../case/model/case-model.ts';

/** Where each webhook of a run stands, those that wait included; without any, what to do. */
export function Deliveries({ open }: { open: OpenCase }) {
  const t = useTexts();
  const { deliveries, isFinal, subject } = open;
  const { tenantId: tenant } = subject;
  if (deliveries.length === 0)
    return (
      isFinal && (
        <p className="hint">
          {t('runNoDelivery')}{' '}
          <Link to="/t/$tenant/developers/endpoints" params={{ tenant }} className="link link-apart">
            {t('runEndpoints')}
          </Link>
        </p>
      )
    );
  return (
    <>
      <h3>{t('source_delivery')}</h3>
      <ul className="sandbox-deliveries">
        {deliveries.map(({ id, type, state, endpointId }) => (
          <li key={id}>
            <CodedBadge view={deliveryViews[state]}>{t(`delivery_${state}`)}</CodedBadge>
            <span>{t(`event_${type}`)}</span>
            <Link
              to="/t/$tenant/developers/endpoints/$endpoint"
              params={{ tenant, endpoint: endpointId }}
              search={(all) => changeSearch(all, { open: id })}
              className="link link-apart"
            >
              {t('runDelivery')}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
