import type { CompanyId } from '../kernel/base/id.ts';
import type { PortalCaller } from '../kernel/http/portal/portal-route.ts';

/** What of a tenant somebody may see; both come from the membership, or from an operator's command. */
export type CaseScope = Pick<PortalCaller, 'tenantId' | 'companies'>;

/** Whether a company of the tenant is within the scope. */
export const isWithin = ({ companies }: CaseScope, companyId: CompanyId): boolean =>
  companies === 'all' || companies.includes(companyId);

/** The companies that a list is narrowed to: those of the scope, or of them the one asked for; undefined for all of the tenant. */
export function companiesOf(
  scope: CaseScope,
  asked: CompanyId | undefined,
): readonly CompanyId[] | undefined {
  if (asked === undefined) return scope.companies === 'all' ? undefined : scope.companies;
  return isWithin(scope, asked) ? [asked] : [];
}
