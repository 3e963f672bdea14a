import { Link } from '@tanstack/react-router';
import type { EndpointView } from '@titular/contract';
import { useTexts } from '../../i18n/use-texts.ts';
import { useTenant } from '../../shell/use-session.ts';
import { EndpointActs } from './endpoint-acts.tsx';
import type { EndpointDialog } from './endpoint-dialog.ts';
import { EndpointHealth } from './endpoint-health.tsx';

type Props = {
  endpoints: readonly EndpointView[];
  onOpen(dialog: EndpointDialog): void;
  onChanged(): void;
};

/** One line for each endpoint, with its health and what may be done about it. */
export function EndpointsTable({ endpoints, ...acts }: Props) {
  const t = useTexts();
  const { tenantId } = useTenant();
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('endpointUrl')}</th>
          <th scope="col">{t('endpointCompany')}</th>
          <th scope="col">{t('endpointEvents')}</th>
          <th scope="col">{t('endpointHealth')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('columnActs')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {endpoints.map((endpoint) => (
          <tr key={endpoint.id}>
            <th scope="row">
              <Link
                to="/t/$tenant/developers/endpoints/$endpoint"
                params={{ tenant: tenantId, endpoint: endpoint.id }}
                className="link link-apart plain-text"
                preload={false}
              >
                {endpoint.url}
              </Link>
              {endpoint.description && <p className="hint plain-text">{endpoint.description}</p>}
            </th>
            <td data-label={t('endpointCompany')}>{endpoint.companyName}</td>
            <td data-label={t('endpointEvents')}>
              {endpoint.eventTypes.join(', ') || t('endpointAllEvents')}
            </td>
            <td data-label={t('endpointHealth')}>
              <EndpointHealth endpoint={endpoint} />
            </td>
            <td className="table-acts">
              <EndpointActs endpoint={endpoint} {...acts} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
