import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { withTexts } from '../../i18n/with-texts.ts';
import { hasKept, useReopened } from '../../session/kept-form.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useTenant } from '../../shell/use-session.ts';
import { usePaletteActs } from '../../shortcuts/palette-acts.ts';
import { Button } from '../../ui/button.tsx';
import { PlusIcon, ServerIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states/empty.tsx';
import { Failure } from '../../ui/states/failure.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { NotFound } from '../home/not-found.tsx';
import { type EndpointDialog, endpointForms } from './endpoint-dialog.ts';
import { EndpointsTable } from './endpoints-table.tsx';
import { type Endpoints, FIRST_ENDPOINTS, useEndpoints } from './use-endpoints.ts';

const loadDialogs = () => withTexts(import('./endpoint-dialogs.tsx'), 'cases');
const EndpointDialogs = lazy(() => loadDialogs().then((module) => ({ default: module.EndpointDialogs })));

/** The webhook endpoints that the person sees, with their health. */
export function EndpointsPage() {
  const { may } = useTenant();
  return may('endpoints:manage') ? <EndpointList /> : <NotFound />;
}

function EndpointList() {
  const t = useTexts();
  const { tenantId } = useTenant();
  const pages = useEndpoints();
  const [open, setOpen] = useState<EndpointDialog | undefined>(() =>
    hasKept(endpointForms.add(tenantId)) ? { kind: 'add' } : undefined,
  );
  useReopened(
    pages.rows?.find(({ id }) => hasKept(endpointForms.change(id))),
    (endpoint) => setOpen({ kind: 'change', endpoint }),
  );
  const add = (): void => setOpen({ kind: 'add' });
  usePaletteActs([{ id: 'add-endpoint', words: t('addEndpoint'), run: add }]);
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
        <Rows pages={pages} onOpen={setOpen} />
      </Panel>
      {open && (
        <Suspense>
          <EndpointDialogs open={open} onChanged={pages.readAgain} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

type RowsProps = { pages: Endpoints; onOpen(dialog: EndpointDialog): void };

/** As many as were asked for, and how many those are; every further page is one press away. */
function Rows({ pages, onOpen }: RowsProps) {
  const t = useTexts();
  const { rows, failure, hasMore, hasMoreFailed, isLoadingMore, more, readAgain } = pages;
  if (failure !== undefined) return <Failure failure={failure} onRetry={readAgain} />;
  if (rows === undefined) return <Skeleton lines={5} />;
  if (rows.length === 0)
    return <Empty icon={ServerIcon} title={t('noEndpoints')} text={t('noEndpointsText')} />;
  return (
    <>
      <EndpointsTable endpoints={rows} onOpen={onOpen} onChanged={readAgain} />
      {(hasMore || rows.length > FIRST_ENDPOINTS) && (
        <p className="hint list-empty" role="status">
          {t('endpointsShown', { count: rows.length })}
        </p>
      )}
      {hasMore && (
        <Button isBusy={isLoadingMore} onPress={more}>
          {t(hasMoreFailed ? 'tryAgain' : 'moreEndpoints')}
        </Button>
      )}
    </>
  );
}
