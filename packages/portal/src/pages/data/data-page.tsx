import './data.css';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { queryClient } from '../../service/queries.ts';
import { hasKept, useReopened } from '../../session/kept-form.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useTenant } from '../../shell/use-session.ts';
import { usePaletteActs } from '../../shortcuts/palette-acts.ts';
import { Button } from '../../ui/button.tsx';
import { TeamIcon } from '../../ui/icons.ts';
import { Empty } from '../../ui/states/empty.tsx';
import { NotFound } from '../home/not-found.tsx';
import { ActsPanel } from './acts/acts-panel.tsx';
import { type DataDialog, dataForms } from './data-dialog.ts';
import { DuePanel } from './due-panel.tsx';
import { ErasuresPanel } from './erasures-panel.tsx';
import { ProposalsPanel, useProposals } from './proposals-panel.tsx';

const loadDialogs = () => import('./data-dialogs.tsx');
const DataDialogs = lazy(() => loadDialogs().then((module) => ({ default: module.DataDialogs })));

/** Erases persons, and shows what was erased and what goes by itself. */
export function DataPage() {
  const t = useTexts();
  const { may, membership } = useTenant();
  if (!may('persons:erase')) return <NotFound />;
  if (membership.companies === 'all') return <Data />;
  return (
    <div className="page">
      <PageHead title={t('dataTitle')} />
      <div className="panel">
        <Empty icon={TeamIcon} title={t('dataNarrow')} text={t('dataNarrowText')} />
      </div>
    </div>
  );
}

function Data() {
  const t = useTexts();
  const { tenantId } = useTenant();
  const [open, setOpen] = useState<DataDialog | undefined>(() =>
    hasKept(dataForms.erase(tenantId)) ? { kind: 'erase' } : undefined,
  );
  const waiting = useProposals();
  useReopened(
    waiting.read.data?.proposals.find(({ id }) => hasKept(dataForms.approve(id))),
    (proposal) => setOpen({ kind: 'approve', proposal }),
  );
  const erase = (): void => setOpen({ kind: 'erase' });
  usePaletteActs([{ id: 'erase-person', words: t('eraseTitle'), run: erase }]);
  const readAgain = (): void => {
    for (const name of ['searchProposals', 'searchErasures', 'countDue'])
      void queryClient.invalidateQueries({ queryKey: [name, { tenant_id: tenantId }] });
  };
  return (
    <div className="page">
      <PageHead
        title={t('dataTitle')}
        text={t('dataIntro')}
        acts={
          <Button kind="danger" onPress={erase} onNear={() => void loadDialogs()}>
            {t('eraseTitle')}
          </Button>
        }
      />
      <ActsPanel />
      <ProposalsPanel waiting={waiting} onOpen={setOpen} />
      <ErasuresPanel onOpen={setOpen} />
      <DuePanel />
      {open && (
        <Suspense>
          <DataDialogs
            open={open}
            isTwoPerson={waiting.read.data?.isTwoPerson}
            onChanged={readAgain}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
