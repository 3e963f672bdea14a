import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { useRead } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Select } from '../../ui/select.tsx';

const TENANT = 'tenant';

/** Chooses whose settings are shown: those of the tenant, or of a company within reach. */
export function OwnerChoice({ companyId }: { companyId: string | undefined }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { tenantId } = useTenant();
  const companies = useRead('readPortalTenant', { params: { tenant_id: tenantId } }).data?.companies ?? [];
  const open = (owner: string): void => {
    const params = { tenant: tenantId };
    void (owner === TENANT
      ? navigate({ to: '/t/$tenant/settings/tenant', params })
      : navigate({ to: '/t/$tenant/settings/company/$owner', params: { ...params, owner } }));
  };
  return (
    <div className="settings-owner">
      <Select
        label={t('settingsOf')}
        value={companyId ?? TENANT}
        options={[
          { value: TENANT, text: t('settingsOfTenant') },
          ...companies.map(({ id, name, isActive }) => ({
            value: id,
            text: isActive ? name : t('inactiveCompany', { name }),
          })),
        ]}
        onChange={open}
      />
    </div>
  );
}
