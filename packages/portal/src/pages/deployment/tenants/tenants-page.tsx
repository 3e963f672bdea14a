import { MAX_TENANT_NAME_LENGTH } from '@titular/contract/text-bounds';
import '../deployment.css';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { hasKept, useReopened } from '../../../session/kept-form.ts';
import { usePaletteActs } from '../../../shortcuts/palette-acts.ts';
import { Button } from '../../../ui/button.tsx';
import { OperatorPage } from '../operator-page.tsx';
import { SearchLine } from '../search-line.tsx';
import { type TenantDialog, tenantForms } from './tenant-dialog.ts';
import { TenantList } from './tenant-list.tsx';
import { useTenants } from './use-tenants.ts';

const loadDialogs = () => import('./tenant-dialogs.tsx');
const TenantDialogs = lazy(() => loadDialogs().then((module) => ({ default: module.TenantDialogs })));

/** Tenants of the deployment, and what an operator does about them. */
export function TenantsPage() {
  const t = useTexts();
  const [open, setOpen] = useState<TenantDialog | undefined>(() =>
    hasKept(tenantForms.add) ? { kind: 'add' } : undefined,
  );
  const add = (): void => setOpen({ kind: 'add' });
  return (
    <OperatorPage
      title={t('tenantsTitle')}
      text={t('tenantsIntro')}
      acts={
        <Button kind="primary" onPress={add} onNear={() => void loadDialogs()}>
          {t('addTenant')}
        </Button>
      }
    >
      <Tenants open={open} onOpen={setOpen} />
    </OperatorPage>
  );
}

type Props = { open: TenantDialog | undefined; onOpen(dialog: TenantDialog | undefined): void };

function Tenants({ open, onOpen }: Props) {
  const t = useTexts();
  const [text, setText] = useState('');
  const tenants = useTenants(text);
  useReopened(
    tenants.rows?.find(({ id }) => hasKept(tenantForms.company(id))),
    (tenant) => onOpen({ kind: 'company', tenant }),
  );
  usePaletteActs([{ id: 'add-tenant', words: t('addTenant'), run: () => onOpen({ kind: 'add' }) }]);
  return (
    <>
      <div className="panel panel-flush">
        <div className="configuration-search">
          <SearchLine label={t('tenantsSearch')} maxLength={MAX_TENANT_NAME_LENGTH} onSearch={setText} />
        </div>
        <div className="panel-body">
          <TenantList pages={tenants} isSearch={text !== ''} onOpen={onOpen} />
        </div>
      </div>
      {open && (
        <Suspense>
          <TenantDialogs open={open} onChanged={tenants.refresh} onClose={() => onOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
