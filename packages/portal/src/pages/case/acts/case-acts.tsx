import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useStore } from '../../../service/store.ts';
import { hasKept, useReopened } from '../../../session/kept-form.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { PlusIcon } from '../../../ui/icons.ts';
import { LinkIcon, ReceiptIcon } from '../../../words/status-icons.ts';
import type { OpenCase } from '../model/case-model.ts';
import { caseDialog, caseFileForm } from './dialog-store.ts';

const NewLinkDialog = lazy(() => import('./new-link-dialog.tsx').then((m) => ({ default: m.NewLinkDialog })));
const CaseFileDialog = lazy(() =>
  import('./case-file-dialog.tsx').then((m) => ({ default: m.CaseFileDialog })),
);
const CancelDialog = lazy(() => import('./cancel-dialog.tsx').then((m) => ({ default: m.CancelDialog })));

/** The acts that status and role allow, and the dialogs that they open. */
export function CaseActs({ open, children }: { open: OpenCase; children?: ReactNode }) {
  const t = useTexts();
  const { acts, subject } = open;
  const dialog = useStore(caseDialog);
  const kind = dialog?.id === subject.id ? dialog.kind : undefined;
  const show = (next: 'link' | 'cancel' | 'file'): void => caseDialog.write({ id: subject.id, kind: next });
  const isUnsent = acts.includes('make_case_file') && hasKept(caseFileForm(subject.id));
  useReopened(isUnsent || undefined, () => show('file'));
  const close = (): void => caseDialog.write(undefined);
  return (
    <>
      <div className="acts">
        {acts.includes('renew_link') && (
          <Button kind="primary" icon={LinkIcon} onPress={() => show('link')}>
            {t('newLink')}
          </Button>
        )}
        {acts.includes('cancel') && (
          <Button kind="quiet" onPress={() => show('cancel')}>
            {t('cancelAct')}
          </Button>
        )}
        {acts.includes('make_case_file') && (
          <Button icon={ReceiptIcon} onPress={() => show('file')}>
            {t('caseFile')}
          </Button>
        )}
        {open.isFinal && open.transaction && open.transaction.status !== 'approved' && <CreateAgain />}
        {children}
      </div>
      <Suspense>
        {kind === 'link' && <NewLinkDialog open={open} onClose={close} />}
        {kind === 'file' && <CaseFileDialog open={open} onClose={close} />}
        {kind === 'cancel' && <CancelDialog open={open} onClose={close} />}
      </Suspense>
    </>
  );
}

function CreateAgain() {
  const t = useTexts();
  const navigate = useNavigate();
  const { tenantId, may } = useTenant();
  if (!may('transactions:act')) return null;
  return (
    <Button
      icon={PlusIcon}
      onPress={() => void navigate({ to: '/t/$tenant/transactions/new', params: { tenant: tenantId } })}
    >
      {t('newTransaction')}
    </Button>
  );
}
