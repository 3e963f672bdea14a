import type { StayView } from '@titular/contract';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Failure } from '../../ui/states/failure.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { StaysTable } from './stays-table.tsx';
import { useStays } from './use-stays.ts';

const EndDialog = lazy(() => import('./end-dialog.tsx').then((module) => ({ default: module.EndDialog })));

/** The stays of operators in the tenant, each with what was viewed, and how to end one. */
export function StaysPanel() {
  const t = useTexts();
  const stays = useStays();
  const [ending, setEnding] = useState<StayView>();
  return (
    <Panel title={t('staysTitle')} text={t('staysText')} isFlush>
      {stays.failure !== undefined && <Failure failure={stays.failure} onRetry={stays.retry} />}
      {stays.rows === undefined && stays.failure === undefined && <Skeleton lines={2} />}
      {stays.rows?.length === 0 && <p className="hint list-empty">{t('staysNone')}</p>}
      {stays.rows !== undefined && stays.rows.length > 0 && (
        <StaysTable stays={stays.rows} onEnd={setEnding} />
      )}
      {stays.hasMore && (
        <div className="list-empty">
          <Button isBusy={stays.isLoadingMore} onPress={stays.more}>
            {t('moreStays')}
          </Button>
        </div>
      )}
      {ending && (
        <Suspense>
          <EndDialog stay={ending} onEnded={stays.retry} onClose={() => setEnding(undefined)} />
        </Suspense>
      )}
    </Panel>
  );
}
