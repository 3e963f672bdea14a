import './accounts.css';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { hasKept } from '../../../session/kept-form.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useTenant } from '../../../shell/use-session.ts';
import { usePaletteActs } from '../../../shortcuts/palette-acts.ts';
import { Button } from '../../../ui/button.tsx';
import { Command } from '../../../ui/command.tsx';
import { KeyIcon, PlusIcon, ReloadIcon } from '../../../ui/icons.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Empty } from '../../../ui/states/empty.tsx';
import { Failure } from '../../../ui/states/failure.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { NotFound } from '../../home/not-found.tsx';
import { accountForms } from './account-dialog.ts';
import { AccountsTable } from './accounts-table.tsx';
import { accountCommands } from './model/account-commands.ts';
import { useAccounts, useIsManager } from './use-account.ts';

const CreateDialog = lazy(() =>
  import('./dialogs/create-dialog.tsx').then((module) => ({ default: module.CreateDialog })),
);

/** The service accounts of the tenant, with what is valid of their credentials. */
export function AccountsPage() {
  const { may } = useTenant();
  return may('endpoints:manage') ? <Accounts /> : <NotFound />;
}

function Accounts() {
  const t = useTexts();
  const isManager = useIsManager();
  const pages = useAccounts();
  const { tenantId } = useTenant();
  const [isCreating, setCreating] = useState(() => hasKept(accountForms.create(tenantId)));
  const create = (): void => setCreating(true);
  usePaletteActs(isManager ? [{ id: 'add-account', words: t('addAccount'), run: create }] : []);
  return (
    <div className="page">
      <PageHead
        title={t('accountsTitle')}
        text={t('accountsIntro')}
        acts={
          <>
            <Button icon={ReloadIcon} isBusy={pages.isOld} onPress={pages.refresh}>
              {t('refreshAccounts')}
            </Button>
            {isManager && (
              <Button kind="primary" icon={PlusIcon} onPress={create}>
                {t('addAccount')}
              </Button>
            )}
          </>
        }
      />
      {!isManager && <p className="hint">{t('accountsOfAll')}</p>}
      <Panel title={t('accountsTitle')} isFlush>
        <Rows pages={pages} />
      </Panel>
      {isCreating && (
        <Suspense>
          <CreateDialog onChanged={pages.refresh} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Rows({ pages }: { pages: ReturnType<typeof useAccounts> }) {
  const t = useTexts();
  const { rows, failure, refreshFailure, hasMore, hasMoreFailed, isLoadingMore, more } = pages;
  if (failure !== undefined) return <Failure failure={failure} onRetry={pages.retry} />;
  if (rows === undefined) return <Skeleton lines={6} />;
  if (rows.length === 0) return <NoAccounts />;
  return (
    <>
      {refreshFailure !== undefined && <Failure failure={refreshFailure} onRetry={pages.retry} />}
      <AccountsTable accounts={rows} />
      {hasMoreFailed && <p className="hint">{t('moreFailed')}</p>}
      {hasMore && (
        <Button isBusy={isLoadingMore} onPress={more}>
          {t('moreAccounts')}
        </Button>
      )}
    </>
  );
}

/** The first account by command, for who would rather type. */
function NoAccounts() {
  const t = useTexts();
  const { tenantId } = useTenant();
  const first = accountCommands(tenantId, 'shop-backend').create({
    ...{ scopes: ['transactions:write', 'transactions:read'], withKey: false, withSecret: true },
  });
  return (
    <Empty
      icon={KeyIcon}
      title={t('noAccounts')}
      text={t('noAccountsText')}
      acts={<Command text={first} />}
    />
  );
}
