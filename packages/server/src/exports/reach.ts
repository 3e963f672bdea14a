import { extentOf } from '@titular/contract';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { PortalCaller } from '../kernel/http/portal/portal-route.ts';
import { findMembership } from '../users/index.ts';
import type { StoredExport } from './stored-export.ts';

/** Who asks for files or reads them, and how far they see the audit log by now; undefined for not at all. */
export type Reader = Pick<PortalCaller, 'tenantId' | 'userId' | 'actor' | 'companies'> & {
  audit: 'all' | 'own' | undefined;
  /** They may have files with persons. */
  persons: boolean;
};

/** How far somebody sees the audit log: an entry does not say of which company it is, so the limited see their own acts. */
export function auditReach({
  extent,
  companies,
}: Pick<PortalCaller, 'extent' | 'companies'>): Reader['audit'] {
  const reach = extent('audit:read');
  if (reach === undefined) return undefined;
  return reach === 'all' && companies === 'all' ? 'all' : 'own';
}

/** Whether somebody may have files with persons. */
export const mayHavePersons = ({ extent }: Pick<PortalCaller, 'extent'>): boolean =>
  extent('persons:export') !== undefined;

/** The reader that a person is by their membership now; undefined where they may have no files. */
export async function findReader(
  db: Db,
  { tenantId, userId }: { tenantId: TenantId; userId: string },
  environment: 'test' | 'production',
): Promise<Reader | undefined> {
  const membership = await findMembership(db, tenantId, userId);
  if (!membership || extentOf(membership.role, 'exports:make', environment) === undefined) return undefined;
  const { role, companies } = membership;
  const extent = (permission: Parameters<PortalCaller['extent']>[0]) =>
    extentOf(role, permission, environment);
  const audit = auditReach({ extent, companies });
  return { tenantId, userId, actor: `user:${userId}`, companies, audit, persons: mayHavePersons({ extent }) };
}

/** Whether the reader still sees everything that the file may hold: a role or companies may have been taken since. */
export function isWithinReach(
  {
    kind,
    companies,
    isOwn,
    userId,
    withPersons,
  }: Pick<StoredExport, 'kind' | 'companies' | 'isOwn' | 'userId' | 'withPersons'>,
  reader: Omit<Reader, 'tenantId' | 'actor'>,
): boolean {
  if (userId !== reader.userId || (withPersons && !reader.persons)) return false;
  if (kind === 'audit') return reader.audit === 'all' || (isOwn && reader.audit === 'own');
  if (reader.companies === 'all') return true;
  return companies !== 'all' && companies.every((company) => reader.companies.includes(company));
}
