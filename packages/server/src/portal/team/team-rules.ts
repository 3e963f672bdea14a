import type { MemberState } from '@titular/contract';
import type { CompanyId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import {
  findUser,
  isSameMember,
  listAllMembershipsOf,
  listOwnCompanies,
  type MemberChange,
  type User,
} from '../../users/index.ts';
import type { PortalDeps } from '../portal-deps.ts';

/** Companies as a body names them. */
export type NamedCompanies = 'all' | readonly string[];

/** The companies that a caller may give: ones of the tenant that they see themselves; any other is 40420. */
export async function requireOwnCompanies(
  { db }: PortalDeps,
  { tenantId, companies: own }: PortalCaller,
  named: NamedCompanies,
): Promise<'all' | CompanyId[]> {
  if (named === 'all' && own !== 'all') throw new Refusal('40343');
  if (named === 'all') return 'all';
  const asked = [...new Set(named.map((id) => id.toLowerCase()))] as CompanyId[];
  const found = await listOwnCompanies(db, tenantId, asked);
  const isSeen = own === 'all' || asked.every((id) => own.includes(id));
  if (found.length !== asked.length || !isSeen) throw new Refusal('40420');
  return asked;
}

/** A member of the caller's tenant, whom the caller may manage; anybody else is 40420. */
export async function requireMember(
  { db }: PortalDeps,
  { tenantId, companies: own }: PortalCaller,
  userId: string,
): Promise<User & { now: MemberChange; isElsewhere: boolean }> {
  const memberships = await listAllMembershipsOf(db, userId);
  const here = memberships.find((one) => one.tenantId === tenantId);
  const isSeen =
    own === 'all' || (here?.companies !== 'all' && here?.companies.every((id) => own.includes(id)));
  const user = here && isSeen ? await findUser(db, userId) : undefined;
  if (!here || !user) throw new Refusal('40420');
  const { role, companies, isActive } = here;
  return { ...user, now: { role, companies, isActive }, isElsewhere: memberships.length > 1 };
}

/** Refuses with 40059 a change of a member who is not any more what the page showed. */
export function refuseUnseen(now: MemberChange, seen: MemberState | undefined): void {
  if (!seen) return;
  const companies =
    seen.companies === 'all' ? seen.companies : seen.companies.map((id) => id.toLowerCase() as CompanyId);
  if (!isSameMember(now, { ...seen, companies })) throw new Refusal('40059');
}

/** Refuses what people may not do to themselves, nor an admin of one tenant to somebody who is more than its member. */
export function refuseOwn({ userId }: PortalCaller, member: { userId: string }): void {
  if (member.userId === userId) throw new Refusal('40078');
}

/** Refuses to take over an account that opens more than the caller's tenant: whoever resets it could enter there. */
export function refuseWiderAccount({
  isOperator,
  isElsewhere,
}: {
  isOperator: boolean;
  isElsewhere: boolean;
}): void {
  if (isOperator || isElsewhere)
    throw new Refusal(
      '40078',
      'This account is not of this tenant alone: an operator of the deployment has to reset it.',
    );
}
