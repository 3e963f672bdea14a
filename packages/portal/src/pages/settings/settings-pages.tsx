import './settings.css';
import { useParams } from '@tanstack/react-router';
import { keyOf, queryClient, useRead } from '../../service/queries.ts';
import { useAct } from '../../service/use-act.ts';
import { useTenant } from '../../shell/use-session.ts';
import { SettingsPage } from './settings-page.tsx';

/** The settings of the tenant. */
export function TenantSettingsPage() {
  const { tenantId } = useTenant();
  const input = { params: { tenant_id: tenantId } };
  const read = useRead('readTenantSettings', input);
  const act = useAct('changeTenantSettings');
  const proposal = useAct('proposeSettings');
  return (
    <SettingsPage
      key={tenantId}
      owner={{ tenantId }}
      read={read}
      task={act}
      save={(changes) => act.run({ ...input, body: { changes } })}
      proposal={proposal}
      propose={async (changes) => (await proposal.run({ ...input, body: { changes } })) !== undefined}
      show={(view) => queryClient.setQueryData(keyOf('readTenantSettings', input), view)}
    />
  );
}

/** The settings of the company in the address. */
export function CompanySettingsPage() {
  const { tenantId } = useTenant();
  const { owner: companyId = '' } = useParams({ strict: false });
  const input = { params: { tenant_id: tenantId, company_id: companyId } };
  const read = useRead('readCompanySettings', input);
  const act = useAct('changeCompanySettings');
  const proposal = useAct('proposeSettings');
  return (
    <SettingsPage
      key={companyId}
      owner={{ tenantId, companyId }}
      read={read}
      task={act}
      save={(changes) => act.run({ ...input, body: { changes } })}
      proposal={proposal}
      propose={async (changes) => {
        const body = { company: companyId, changes };
        return (await proposal.run({ params: { tenant_id: tenantId }, body })) !== undefined;
      }}
      show={(view) => queryClient.setQueryData(keyOf('readCompanySettings', input), view)}
    />
  );
}
