import { Navigate } from '@tanstack/react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSession } from '../../shell/use-session.ts';

/** Leads to the first tenant of the person, or to the deployment. */
export function Start() {
  const t = useTexts();
  const { memberships, isOperator } = useSession();
  const [first] = memberships;
  if (first) return <Navigate to="/t/$tenant" params={{ tenant: first.tenantId }} search={{}} replace />;
  if (isOperator) return <Navigate to="/op" replace />;
  return (
    <div className="page">
      <PageHead title={t('noTenantTitle')} text={t('noTenantText')} />
    </div>
  );
}
