import type { MadeByName, SearchTenants, TenantRows } from '@titular/contract';
import { OperatorRefusal } from '../../audit/index.ts';
import { answerNamed, makeTenantOnce, readIdempotencyKey } from '../../idempotency/index.ts';
import { parseUuid, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { idleWithoutTurn } from '../../kernel/http/admission/admission.ts';
import type { SignedInUser } from '../../kernel/http/portal/portal-route.ts';
import type { RouteRequest } from '../../kernel/http/route.ts';
import {
  createCompany,
  createTenant,
  type MasterKeys,
  readTenant,
  setTenantActive,
  type TenantKeys,
} from '../../tenants/index.ts';
import { inviteFirstAdmin, type NewInvitation } from '../../users/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';
import { listTenantsBefore } from './tenants-store.ts';

/** What the routes about tenants need. */
export type TenantDeps = PortalDeps & { masterKeys: MasterKeys; tenantKeys: TenantKeys };

/** A name with the headers of its request, of which one may name the press of the button. */
type Named = { name: string; headers: RouteRequest['headers'] };

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

/** Adds a tenant as `tenants create` does, once for each press; answers its id. */
export async function addTenant(
  deps: TenantDeps,
  caller: SignedInUser,
  { name, headers }: Named,
): Promise<MadeByName> {
  const operator = operatorOf(deps, caller);
  const key = readIdempotencyKey(headers['idempotency-key']);
  const make = (db: PortalDeps['db']) => createTenant({ ...operator, db }, deps.masterKeys, { name });
  const request = { operation: `addTenantByHand ${caller.actor}`, body: { name } };
  const id = await asPortal(
    key === undefined ? make(deps.db) : makeTenantOnce(operator, { key, ...request }, make),
  );
  return { id };
}

/** Adds a company as `companies create` does, once for each press; answers its id. */
export async function addCompany(
  deps: TenantDeps,
  caller: SignedInUser,
  id: string,
  { name, headers }: Named,
): Promise<MadeByName> {
  const operator = operatorOf(deps, caller);
  const tenantId = toTenantId(id);
  const key = readIdempotencyKey(headers['idempotency-key']);
  // Only a tenant that is there has keys.
  await asPortal(readTenant(operator, tenantId));
  const request = { key, operation: `addCompanyByHand ${caller.actor}`, body: { name } };
  return asPortal(
    answerNamed({ ...deps, idle: idleWithoutTurn }, tenantId, request, async (db) => ({
      id: await createCompany({ ...operator, db }, tenantId, { name }),
    })),
  );
}

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
