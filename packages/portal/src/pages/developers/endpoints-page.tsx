import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { withTexts } from '../../i18n/with-texts.ts';
import { queryClient, useRead } from '../../service/queries.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useTenant } from '../../shell/use-session.ts';
import { usePaletteActs } from '../../shortcuts/palette-acts.ts';
import { Button } from '../../ui/button.tsx';
import { PlusIcon, ServerIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states/empty.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { NotFound } from '../home/not-found.tsx';
import type { EndpointDialog } from './endpoint-dialog.ts';
import { EndpointsTable } from './endpoints-table.tsx';

const PAGE = 20;
const MAX_SHOWN = 100;

const loadDialogs = () => withTexts(import('./endpoint-dialogs.tsx'), 'cases');
const EndpointDialogs = lazy(() => loadDialogs().then((module) => ({ default: module.EndpointDialogs })));

/** The webhook endpoints that the person sees, with their health. */
export function EndpointsPage() {
  const { may } = useTenant();
  return may('endpoints:manage') ? <Endpoints /> : <NotFound />;
}

function Endpoints() {
  const t = useTexts();
  const { tenantId, company } = useTenant();
  const [limit, setLimit] = useState(PAGE);
  const [open, setOpen] = useState<EndpointDialog>();
  const body = { limit, ...(company !== undefined && { company }) };
  const rows = useRead('searchPortalEndpoints', { params: { tenant_id: tenantId }, body });
  const add = (): void => setOpen({ kind: 'add' });
  usePaletteActs([{ id: 'add-endpoint', words: t('addEndpoint'), run: add }]);
  const readAgain = (): void =>
    void queryClient.invalidateQueries({ queryKey: ['searchPortalEndpoints', { tenant_id: tenantId }] });
  return (
    <div className="page">
      <PageHead
        title={t('endpointsTitle')}
        text={t('endpointsIntro')}
        acts={
          <Button kind="primary" icon={PlusIcon} onPress={add} onNear={() => void loadDialogs()}>
            {t('addEndpoint')}
          </Button>
        }
      />
      <Panel title={t('endpointsTitle')} isFlush>
        <Loaded of={rows} lines={5}>
          {({ endpoints, nextCursor }) => (
            <>
              {endpoints.length === 0 ? (
                <Empty icon={ServerIcon} title={t('noEndpoints')} text={t('noEndpointsText')} />
              ) : (
                <EndpointsTable endpoints={endpoints} onOpen={setOpen} onChanged={readAgain} />
              )}
              {nextCursor !== undefined && limit < MAX_SHOWN && (
                <Button onPress={() => setLimit(MAX_SHOWN)}>{t('moreEndpoints')}</Button>
              )}
              {/* A company has at most 20, so that each is found. */}
              {nextCursor !== undefined && limit === MAX_SHOWN && (
                <p className="hint list-empty">{t('endpointsCut', { count: endpoints.length })}</p>
              )}
            </>
          )}
        </Loaded>
      </Panel>
      {open && (
        <Suspense>
          <EndpointDialogs open={open} onChanged={readAgain} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
