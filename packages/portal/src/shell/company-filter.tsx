import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../i18n/use-texts.ts';
import { useRead } from '../service/queries.ts';
import { Select } from '../ui/select.tsx';

/**
 * Narrows the lists to one company; the choice stands in the address. Nothing is shown where there is one company alone, unless the address
 * names another: one that is gone, or out of reach, narrows the lists to nothing.
 */
export function CompanyFilter({ tenantId }: { tenantId: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { company = '' } = useSearch({ strict: false });
  const companies = useRead('readPortalTenant', { params: { tenant_id: tenantId } }).data?.companies;
  if (!companies) return null;
  const isUnknown = company !== '' && !companies.some(({ id }) => id === company);
  if (companies.length < 2 && !isUnknown) return null;
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
        options={[
          { value: '', text: t('allCompanies') },
          ...options,
          ...(isUnknown ? [{ value: company, text: t('unknownCompany') }] : []),
        ]}
        onChange={(chosen) =>
          void navigate({
            to: '.',
            search: (all) => ({ ...all, company: chosen === '' ? undefined : chosen }),
          })
        }
      />
    </div>
  );
}
