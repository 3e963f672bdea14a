import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../i18n/use-texts.ts';
import { useRead } from '../service/queries.ts';
import { Select } from '../ui/select.tsx';

/** Narrows the lists to one company; the choice stands in the address. Nothing is shown where there is one company alone. */
export function CompanyFilter({ tenantId }: { tenantId: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { company = '' } = useSearch({ strict: false });
  const companies = useRead('readPortalTenant', { params: { tenant_id: tenantId } }).data?.companies ?? [];
  if (companies.length < 2) return null;
  const options = companies.map(({ id, name, isActive }) => ({
    value: id,
    text: isActive ? name : t('inactiveCompany', { name }),
  }));
  return (
    <div className="company-filter">
      <Select
        label={t('companyFilter')}
        isLabelHidden
        value={company}
        options={[{ value: '', text: t('allCompanies') }, ...options]}
        onChange={(chosen) =>
          void navigate({
            to: '.',
            search: ({ company: _, ...others }) => (chosen === '' ? others : { ...others, company: chosen }),
          })
        }
      />
    </div>
  );
}
