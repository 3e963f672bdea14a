import '../deployment.css';
import { useParams } from '@tanstack/react-router';
import type { TenantState } from '@titular/contract';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useRead } from '../../../service/queries.ts';
import { hasKept } from '../../../session/kept-form.ts';
import { usePaletteActs } from '../../../shortcuts/palette-acts.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { OperatorPage } from '../operator-page.tsx';
import { tenantForms } from './tenant-dialog.ts';
import { SettingsTable, SpansTable, TenantFacts, WebhookFacts } from './tenant-facts.tsx';

const loadDialog = () => import('./enter-dialog.tsx');
const EnterDialog = lazy(() => loadDialog().then((module) => ({ default: module.EnterDialog })));

/** One tenant in numbers, and the way in. */
export function TenantPage() {
  const { tenant = '' } = useParams({ strict: false });
  const t = useTexts();
  const read = useRead('readTenantState', { params: { tenant_id: tenant } });
  return (
    <OperatorPage
      title={read.data?.tenant.name ?? t('tenantName')}
      text={t('tenantStateIntro')}
      acts={read.data && <Enter state={read.data} />}
    >
      <Panel title={t('tenantStateFacts')}>
        <Loaded of={read} lines={3}>
          {(state) => <TenantFacts {...state} />}
        </Loaded>
      </Panel>
      <Panel title={t('tenantTransactions')} isFlush>
        <Loaded of={read} lines={3}>
          {({ transactions }) => <SpansTable transactions={transactions} />}
        </Loaded>
      </Panel>
      <Panel title={t('tenantWebhooks')}>
        <Loaded of={read} lines={2}>
          {(state) => <WebhookFacts {...state} />}
        </Loaded>
      </Panel>
      <Panel title={t('tenantSettings')} isFlush>
        <Loaded of={read} lines={5}>
          {({ settings }) => <SettingsTable settings={settings} />}
        </Loaded>
      </Panel>
    </OperatorPage>
  );
}

function Enter({ state: { tenant, entry } }: { state: TenantState }) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(() => hasKept(tenantForms.enter(tenant.id)));
  const isAllowed = entry === 'allowed';
  usePaletteActs(isAllowed ? [{ id: 'enter', words: t('enterAct'), run: () => setOpen(true) }] : []);
  if (!isAllowed) return <p className="hint">{t(`entry_${entry}`)}</p>;
  return (
    <>
      <Button kind="primary" onPress={() => setOpen(true)} onNear={() => void loadDialog()}>
        {t('enterAct')}
      </Button>
      {isOpen && (
        <Suspense>
          <EnterDialog tenant={tenant} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
