import { useParams, useSearch } from '@tanstack/react-router';
import type { Membership, PortalSession } from '@titular/contract';
import type { Permission } from '@titular/contract/permissions';
import { sessionStore } from '../service/session.ts';
import { createStore, useStore } from '../service/store.ts';
import { isPermitted } from './sections.ts';

/** The session of the person; only within the signed-in page. */
export function useSession(): PortalSession {
  const state = useStore(sessionStore);
  if (state.kind === 'open' || state.kind === 'locked') return state.session;
  throw new TypeError('nobody is signed in here');
}

/** The tenant of the address as the person's membership has it; undefined outside of a tenant. */
export function useMembership(): Membership | undefined {
  // The tenant alone: a row of a list is not drawn anew because another part of the address changed (P56).
  const tenant = useParams({ strict: false, select: (params) => params.tenant });
  return useSession().memberships.find(({ tenantId }) => tenantId === tenant);
}

/** Where an operator is: in a tenant of which they are no member. */
export type Stayed = Membership & { stay: NonNullable<Membership['stay']> };

const isStayed = (membership: Membership): membership is Stayed => membership.stay !== undefined;

/** The tenant of the address whose stays of operators the person sees: an admin of all of it. */
export function useWatched(): Membership | undefined {
  const membership = useMembership();
  const isWatching = membership?.permissions.includes('team:manage') && membership.companies === 'all';
  return isWatching ? membership : undefined;
}

/** The tenant that the person is in as operator. */
export const useStayed = (): Stayed | undefined => useSession().memberships.find(isStayed);

const lastTenant = createStore<string | undefined>(undefined);

/** Notes the tenant whose page is open, for the menu of pages that belong to none. */
export const noteTenant = (tenantId: string): void => lastTenant.write(tenantId);

/** The tenant whose sections the menu shows: that of the address, else the last one, else the first. */
export function useMenuMembership(): Membership | undefined {
  const present = useMembership();
  const last = useStore(lastTenant);
  const { memberships } = useSession();
  return present ?? memberships.find(({ tenantId }) => tenantId === last) ?? memberships[0];
}

/** What a page of a tenant needs: the tenant, what the person may do there, and the company that lists are narrowed to. */
export type TenantContext = {
  tenantId: string;
  membership: Membership;
  /** Whether the person has a permission, for all of the tenant where that is asked for. */
  may(permission: Permission, extent?: 'all'): boolean;
  company: string | undefined;
};

/** The tenant of the page; only below the tenant's route, which lets members alone in. */
export function useTenant(): TenantContext {
  const membership = useMembership();
  const company = useSearch({ strict: false, select: (search) => search.company });
  if (!membership) throw new TypeError('this is no page of a tenant');
  return {
    tenantId: membership.tenantId,
    membership,
    may: (permission, extent) => isPermitted(membership, permission, extent),
    company,
  };
}

/** The company of a filter where it is one of these, else the first of them: the filter may name one that is off, or gone. */
export const namedCompany = <Company extends { id: string }>(
  companies: readonly Company[],
  filter: string | undefined,
): Company | undefined => companies.find(({ id }) => id === filter) ?? companies[0];
