import { useNavigate, useParams } from '@tanstack/react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { useTenant } from '../../shell/use-session.ts';
import { useShortcut } from '../../shortcuts/shortcuts.ts';
import { CaseView } from './case-view.tsx';

/** The page of one transaction; `Escape` leads back to the list. */
export function TransactionPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const { tenantId } = useTenant();
  const { transaction } = useParams({ from: '/t/$tenant/transactions/$transaction' });
  useShortcut('Escape', t('shortcutBack'), () => {
    void navigate({ to: '/t/$tenant/transactions', params: { tenant: tenantId } });
  });
  return <CaseView key={transaction} subject={{ kind: 'transaction', tenantId, id: transaction }} />;
}

/** The page of one process. */
export function ProcessPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const { tenantId } = useTenant();
  const { process } = useParams({ from: '/t/$tenant/processes/$process' });
  useShortcut('Escape', t('shortcutBack'), () => {
    void navigate({ to: '/t/$tenant/processes', params: { tenant: tenantId } });
  });
  return <CaseView key={process} subject={{ kind: 'process', tenantId, id: process }} />;
}
