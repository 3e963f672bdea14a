import { type AnyId, type CompanyId, parseUuid } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { SubjectKind } from '../kernel/database/subject-ref.ts';
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

/** A transaction or process as an address names it. */
export type NamedSubject = { kind: SubjectKind; id: string };

/** An id of an address, in lower case; what is none is refused with 40420, as an id that nothing has. */
export function parseCaseId(text: string): AnyId {
  const id = parseUuid(text);
  if (!id) throw new Refusal('40420');
  return id;
}
