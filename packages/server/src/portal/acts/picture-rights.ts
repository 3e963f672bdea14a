import { extentOf, type PortalRole } from '@titular/contract';
import type { TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { lockTwoPerson } from '../../two-person/index.ts';
import type { MemberChange } from '../../users/index.ts';

/** Whether a role views pictures, in any environment. */
export const viewsPictures = (role: PortalRole): boolean =>
  extentOf(role, 'pictures:view', 'production') !== undefined;

const mayView = ({ isActive, role }: MemberChange): boolean => isActive && viewsPictures(role);

const covers = (one: MemberChange['companies'], other: MemberChange['companies']): boolean =>
  one === 'all' || (other !== 'all' && other.every((id) => one.includes(id)));

/** Whether a member who was one thing and is to be another views pictures that they did not. */
export const givesPictures = (now: MemberChange, next: MemberChange): boolean =>
  mayView(next) && !(mayView(now) && covers(now.companies, next.companies));

/** Refuses with 40377 to give a right to pictures alone where it takes two. */
export const refuseAlone =
  (tenantId: TenantId) =>
  async (trx: Db, now: MemberChange, next: MemberChange): Promise<void> => {
    if (givesPictures(now, next) && (await lockTwoPerson(trx, tenantId))) throw new Refusal('40377');
  };

/** Refuses with 40378 a link with a right to pictures where giving one takes two: whoever makes a link could take it. */
export async function refuseLink(trx: Db, tenantId: TenantId, role: PortalRole | undefined): Promise<void> {
  if (role !== undefined && viewsPictures(role) && (await lockTwoPerson(trx, tenantId)))
    throw new Refusal('40378');
}
