import type { SearchTenants, TenantRows } from '@titular/contract';
import { OperatorRefusal } from '../../audit/index.ts';
import { parseUuid, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { SignedInUser } from '../../kernel/http/portal/portal-route.ts';
import { createCompany, createTenant, type MasterKeys, setTenantActive } from '../../tenants/index.ts';
import { inviteFirstAdmin, type NewInvitation } from '../../users/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';
import { listTenantsBefore } from './tenants-store.ts';

/** What the routes about tenants need. */
export type TenantDeps = PortalDeps & { masterKeys: MasterKeys };

/** Tenants of a page where nobody asks for another number. */
const PAGE = 50;

/** The tenant of an address; 40420 where it is the id of nothing. */
export const toTenantId = (text: string): TenantId => {
  const id = parseUuid(text);
  if (!id) throw new Refusal('40420');
  return id as TenantId;
};

/** Says what a command is refused with in the portal's codes: 40420 for what is not there, and 40002 for a name that is none. */
async function asPortal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OperatorRefusal)) throw error;
    throw error.kind === 'not-found' ? new Refusal('40420') : new Refusal('40002', error.message);
  }
}

/** Tenants after the cursor, the newest first. */
export async function searchTenants(
  { db, clock }: PortalDeps,
  { text, limit = PAGE, cursor }: SearchTenants,
): Promise<TenantRows> {
  const before = cursor === undefined ? undefined : toTenantId(cursor);
  const { tenants, nextId } = await listTenantsBefore(db, { text, before, limit, now: clock.now() });
  return {
    tenants: tenants.map(({ createdAt, invitedUntil, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      ...(invitedUntil === undefined ? {} : { invitedUntil: invitedUntil.toISOString() }),
    })),
    ...(nextId === undefined ? {} : { nextCursor: nextId }),
  };
}

/** Adds a tenant as `tenants create` does; answers its id. */
export const addTenant = (deps: TenantDeps, caller: SignedInUser, name: string): Promise<TenantId> =>
  asPortal(createTenant(operatorOf(deps, caller), deps.masterKeys, { name }));

/** Adds a company as `companies create` does; answers its id. */
export const addCompany = (
  deps: TenantDeps,
  caller: SignedInUser,
  id: string,
  name: string,
): Promise<string> => asPortal(createCompany(operatorOf(deps, caller), toTenantId(id), { name }));

/** Switches a tenant on or off; one that stood so already stays as it is. */
export const switchTenant = async (
  deps: TenantDeps,
  caller: SignedInUser,
  id: string,
  active: boolean,
): Promise<void> => {
  await asPortal(setTenantActive(operatorOf(deps, caller), toTenantId(id), active));
};

/** Invites the first admin of a tenant; 40099 where it is off or ever had a member. */
export async function inviteAdmin(
  deps: TenantDeps,
  caller: SignedInUser,
  id: string,
): Promise<NewInvitation> {
  const outcome = await inviteFirstAdmin(operatorOf(deps, caller), toTenantId(id));
  if (outcome === 'unknown') throw new Refusal('40420');
  if (outcome === 'not-first') throw new Refusal('40099');
  return outcome;
}
