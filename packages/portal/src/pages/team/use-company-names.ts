import type { Member } from '@titular/contract';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { useRead } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';

const MAX_NAMES = 2;

/** Says which companies somebody reaches: all, their names where they are few, else how many. */
export function useCompanyNames(): (companies: Member['companies']) => string {
  const t = useTexts();
  const tag = useTag();
  const { tenantId } = useTenant();
  const known = useRead('readPortalTenant', { params: { tenant_id: tenantId } }).data?.companies ?? [];
  return (companies) => {
    if (companies === 'all') return t('companiesAll');
    const names = known.filter(({ id }) => companies.includes(id)).map(({ name }) => name);
    if (names.length === companies.length && names.length <= MAX_NAMES)
      return new Intl.ListFormat(tag, { type: 'conjunction' }).format(names);
    return t('companiesCount', { count: companies.length });
  };
}
