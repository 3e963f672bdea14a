import { extentOf, type Permission, type PortalRole } from '@titular/contract';
import type { CompanyId, EndpointId, TenantId } from '../../base/id.ts';

/** How an entry of the audit log names a person of the staff; names stand only in `users`. */
export type UserActor = `user:${string}`;

/** Who is signed in, as the session's row says it at this request. */
export type SignedInUser = {
  userId: string;
  sessionId: string;
  actor: UserActor;
  /** Sign-in name. */
  name: string;
  isOperator: boolean;
  environment: 'test' | 'production';
  /** Authenticated within the last five minutes before this request. */
  isFresh: boolean;
};

/** The stay in which an operator calls: each thing that they view is written to the tenant's audit log. */
export type CallerStay = { stayId: string; enteredAt: Date };

/**
 * A member of the tenant in the address, or an operator who entered it, who has the permission that the route asks for. Stores take tenant and companies from here
 * and never from the request.
 */
export type PortalCaller = SignedInUser & {
  tenantId: TenantId;
  role: PortalRole;
  /** Companies of the tenant that the person may see. */
  companies: 'all' | readonly CompanyId[];
  /** Of an operator who is no member and entered the tenant. */
  stay?: CallerStay;
  /** How far the role has a permission; undefined where it has not. */
  extent(permission: Permission): 'all' | 'case' | 'own' | undefined;
};

/** Whoever opened a receiver link, for its endpoint alone; handlers take tenant and endpoint from here and never from the request. */
export type ReceiverCaller = {
  accessId: string;
  tenantId: TenantId;
  endpointId: EndpointId;
  actor: `receiver:${string}`;
};

/** What the row of a membership, or of a stay, says of a person in one tenant. */
export type MembershipScope = Pick<PortalCaller, 'tenantId' | 'role' | 'companies' | 'stay'>;

/** Makes the caller of a tenant's route from who is signed in and the membership. */
export const toPortalCaller = (user: SignedInUser, scope: MembershipScope): PortalCaller => ({
  ...user,
  ...scope,
  extent: (permission) => extentOf(scope.role, permission, user.environment),
});
