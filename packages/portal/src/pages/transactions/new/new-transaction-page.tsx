import '../../case/case.css';
import './new.css';
import type { CreatedByHand } from '@titular/contract';
import { useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useRead } from '../../../service/queries.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useTenant } from '../../../shell/use-session.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { NotFound } from '../../home/not-found.tsx';
import { CreateForm } from './create-form.tsx';
import { Created } from './created.tsx';

/** Creates a transaction by hand, then shows its link this once. */
export function NewTransactionPage() {
  const t = useTexts();
  const { tenantId, may } = useTenant();
  const tenant = useRead('readPortalTenant', { params: { tenant_id: tenantId } });
  const [made, setMade] = useState<CreatedByHand>();
  if (!may('transactions:act')) return <NotFound />;
  return (
    <div className="page page-form">
      <PageHead title={t('newTransactionTitle')} text={t('createIntro')} />
      {made ? (
        <Created made={made} onAnother={() => setMade(undefined)} />
      ) : (
        <Loaded of={tenant} lines={10}>
          {({ apiUrl, companies }) => (
            <CreateForm
              apiUrl={apiUrl}
              companies={companies.filter(({ isActive }) => isActive)}
              onMade={setMade}
            />
          )}
        </Loaded>
      )}
    </div>
  );
}
