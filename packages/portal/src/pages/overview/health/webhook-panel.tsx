import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useRead } from '../../../service/queries.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { EndpointHealth } from '../../developers/endpoint-health.tsx';

/** Newest endpoints of the company in the address, or of all. */
const SHOWN = 10;

/** How the newest webhook endpoints are; for those who may manage them. */
export function WebhookPanel() {
  const t = useTexts();
  const { tenantId, company } = useTenant();
  const body = { limit: SHOWN, ...(company === undefined ? {} : { company }) };
  const read = useRead('searchPortalEndpoints', { params: { tenant_id: tenantId }, body });
  const all = (
    <Link to="/t/$tenant/developers/endpoints" params={{ tenant: tenantId }} className="link link-apart">
      {t('endpointsTitle')}
    </Link>
  );
  return (
    <Panel title={t('webhooksTitle')} acts={all}>
      <Loaded of={read} lines={3}>
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <p>{t('webhooksNone')}</p>
          ) : (
            <ul className="webhook-list">
              {endpoints.map((endpoint) => (
                <li key={endpoint.id}>
                  <Link
                    to="/t/$tenant/developers/endpoints/$endpoint"
                    params={{ tenant: tenantId, endpoint: endpoint.id }}
                    className="link link-apart plain-text"
                    preload={false}
                  >
                    {endpoint.url}
                  </Link>
                  <p className="hint plain-text">{endpoint.companyName}</p>
                  <EndpointHealth endpoint={endpoint} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}
