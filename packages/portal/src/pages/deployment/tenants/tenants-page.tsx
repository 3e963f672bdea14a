import '../deployment.css';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { pageFrom, usePages } from '../../../lists/use-pages.ts';
import { call } from '../../../service/call.ts';
import { keyOf, queryClient } from '../../../service/queries.ts';
import { usePaletteActs } from '../../../shortcuts/palette-acts.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { ServerIcon } from '../../../ui/icons.ts';
import { Empty } from '../../../ui/states/empty.tsx';
import { Failure } from '../../../ui/states/failure.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { OperatorPage } from '../operator-page.tsx';
import type { TenantDialog } from './tenant-dialog.ts';
import { TenantsTable } from './tenants-table.tsx';

const loadDialogs = () => import('./tenant-dialogs.tsx');
const TenantDialogs = lazy(() => loadDialogs().then((module) => ({ default: module.TenantDialogs })));

/** Tenants of the deployment, and what an operator does about them. */
export function TenantsPage() {
  const t = useTexts();
  const [open, setOpen] = useState<TenantDialog>();
  const add = (): void => setOpen({ kind: 'add' });
  usePaletteActs([{ id: 'add-tenant', words: t('addTenant'), run: add }]);
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
      <Tenants onOpen={setOpen} />
      {open && (
        <Suspense>
          <TenantDialogs
            open={open}
            onChanged={() => void queryClient.invalidateQueries({ queryKey: ['searchTenants'] })}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </OperatorPage>
  );
}

type Props = { onOpen(dialog: TenantDialog): void };

function Tenants({ onOpen }: Props) {
  const t = useTexts();
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  return (
    <div className="panel panel-flush">
      <div className="configuration-search">
        <Form onSubmit={() => setText(typed.trim())}>
          <Field
            label={t('tenantsSearch')}
            type="search"
            value={typed}
            onChange={(next) => {
              setTyped(next);
              if (next === '') setText('');
            }}
            maxLength={120}
            autoComplete="off"
          />
        </Form>
      </div>
      <div className="panel-body">
        <TenantList text={text} onOpen={onOpen} />
      </div>
    </div>
  );
}

function TenantList({ text, onOpen }: { text: string } & Props) {
  const t = useTexts();
  const filter = text === '' ? {} : { text };
  const pages = usePages(keyOf('searchTenants', { body: filter }), async (cursor, signal) => {
    const answer = await call('searchTenants', { body: { ...filter, ...pageFrom(cursor) }, signal });
    return { rows: answer.tenants, nextCursor: answer.nextCursor };
  });
  if (pages.failure !== undefined) return <Failure failure={pages.failure} onRetry={pages.retry} />;
  if (pages.rows === undefined) return <Skeleton lines={5} />;
  const isEmpty = pages.rows.length === 0;
  return (
    <>
      {isEmpty && !pages.hasMore && (
        <Empty
          icon={ServerIcon}
          title={t(text === '' ? 'tenantsNone' : 'tenantsNotFound')}
          text={t(text === '' ? 'tenantsNoneText' : 'tenantsNotFoundText')}
        />
      )}
      {!isEmpty && <TenantsTable rows={pages.rows} onOpen={onOpen} />}
      {pages.hasMore && (
        <div className="key-acts">
          <Button isBusy={pages.isLoadingMore} onPress={pages.more}>
            {t(pages.hasMoreFailed ? 'tryAgain' : 'lookFurther')}
          </Button>
        </div>
      )}
    </>
  );
}
