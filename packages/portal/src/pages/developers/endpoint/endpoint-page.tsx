import '../../case/case-parts.css';
import '../../case/case.css';
import '../../../lists/lists.css';
import '../developers.css';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { EndpointView } from '@titular/contract';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { withTexts } from '../../../i18n/with-texts.ts';
import { parseDeliveriesSearch } from '../../../routes/developer-search.ts';
import { isOutOfReach } from '../../../service/failures.ts';
import { hasKept, useReopened } from '../../../session/kept-form.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSession, useTenant } from '../../../shell/use-session.ts';
import { useShortcut } from '../../../shortcuts/shortcuts.ts';
import { BackIcon } from '../../../ui/icons.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { NotFound } from '../../home/not-found.tsx';
import { EndpointActs } from '../endpoint-acts.tsx';
import { type EndpointDialog, endpointForms } from '../endpoint-dialog.ts';
import { DeliveriesPart } from './deliveries-part.tsx';
import { HealthPanel, OffNotice, SettingsPanel } from './endpoint-panels.tsx';
import { ReceiversPanel } from './receivers-panel.tsx';
import { readDeliveriesAgain, readEndpointAgain, useEndpoint } from './use-endpoint.ts';

const EndpointDialogs = lazy(() =>
  import('../endpoint-dialogs.tsx').then((module) => ({ default: module.EndpointDialogs })),
);

const DoctorPanel = lazy(() =>
  withTexts(import('../../sandbox/doctor/doctor-panel.tsx'), 'sandbox').then((module) => ({
    default: module.DoctorPanel,
  })),
);

/** One webhook endpoint: how it does, what it is set to, and what was sent to it. */
export function EndpointPage() {
  const { may } = useTenant();
  const { endpoint } = useParams({ from: '/t/$tenant/developers/endpoints/$endpoint' });
  return may('endpoints:manage') ? <Endpoint key={endpoint} id={endpoint} /> : <NotFound />;
}

function Endpoint({ id }: { id: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { tenantId } = useTenant();
  const { environment } = useSession();
  const params = { tenant_id: tenantId, endpoint_id: id };
  const read = useEndpoint(params);
  const present = isOutOfReach(read.error) ? undefined : read.data;
  const [open, setOpen] = useState<EndpointDialog>();
  useReopened(hasKept(endpointForms.change(id)) ? read.data : undefined, (endpoint) =>
    setOpen({ kind: 'change', endpoint }),
  );
  const toList = (): void =>
    void navigate({ to: '/t/$tenant/developers/endpoints', params: { tenant: tenantId } });
  const address = useSearch({ strict: false });
  const { open: delivery } = parseDeliveriesSearch(address);
  const readAgain = (): void => {
    readEndpointAgain(params);
    readDeliveriesAgain(params);
  };
  const onChanged = (): void => (open?.kind === 'delete' ? toList() : readAgain());
  return (
    <div className="case page page-list">
      {delivery === undefined && <BackShortcut run={toList} />}
      <div>
        <Link to="/t/$tenant/developers/endpoints" params={{ tenant: tenantId }} className="link back-link">
          <BackIcon className="icon" aria-hidden />
          {t('backToEndpoints')}
        </Link>
        <PageHead
          title={t('endpointTitle')}
          text={<EndpointName endpoint={present} />}
          acts={present && <EndpointActs endpoint={present} onOpen={setOpen} onChanged={readAgain} />}
        />
      </div>
      <Loaded of={read} lines={12}>
        {(endpoint) => (
          <>
            {!endpoint.enabled && (
              <OffNotice endpoint={endpoint} onSwitchOn={() => setOpen({ kind: 'switch', endpoint })} />
            )}
            <div className="panels-beside">
              <HealthPanel endpoint={endpoint} />
              <SettingsPanel endpoint={endpoint} />
            </div>
            {environment === 'test' && (
              <Suspense fallback={<Skeleton lines={3} />}>
                <DoctorPanel endpoint={endpoint} params={params} />
              </Suspense>
            )}
            <ReceiversPanel params={params} isOn={endpoint.enabled} />
            <DeliveriesPart endpoint={endpoint} params={params} />
          </>
        )}
      </Loaded>
      {open && (
        <Suspense>
          <EndpointDialogs open={open} onChanged={onChanged} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

/** An opened delivery has the key for itself. */
function BackShortcut({ run }: { run(): void }) {
  useShortcut('Escape', useTexts()('shortcutBack'), run);
  return null;
}

/** The address of an endpoint and what its owner calls it. */
const EndpointName = ({ endpoint }: { endpoint: EndpointView | undefined }) =>
  endpoint && (
    <>
      <span className="plain-text">{endpoint.url}</span>
      {endpoint.description && <span className="plain-text"> · {endpoint.description}</span>}
    </>
  );
