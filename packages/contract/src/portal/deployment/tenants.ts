import { type Static, Type } from 'typebox';
import { MAX_TENANT_NAME_LENGTH } from '../../text-bounds.ts';
import { storableText } from '../storable-text.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const count = Type.Integer({ minimum: 0 });
const name = Type.String({ minLength: 1, maxLength: MAX_TENANT_NAME_LENGTH });

const CompanyOfTenant = Type.Object({ id: uuid, name: Type.String(), isActive: Type.Boolean() }, CLOSED);

/** A tenant as operators see it: no person and no transaction of it. */
export const TenantRow = Type.Object(
  {
    id: uuid,
    name: Type.String(),
    isActive: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
    /** The newest companies, as many as `COMPANIES_SHOWN`. */
    companies: Type.Array(CompanyOfTenant),
    /** Companies of the tenant, and `COMPANIES_COUNTED` and one where there are more. */
    companyCount: count,
    /** Admins who can sign in. */
    adminCount: count,
    /** Whether its first admin may be invited: it is on and never had a member. */
    takesFirstAdmin: Type.Boolean(),
    /** When the link of a first admin ends that may still be taken. */
    invitedUntil: Type.Optional(Type.String({ format: 'date-time' })),
  },
  CLOSED,
);
export type TenantRow = Static<typeof TenantRow>;

/** A page of tenants, the newest first, of all, of those whose name has the text, or of the one with this id. */
export const SearchTenants = Type.Object(
  {
    text: Type.Optional(storableText(1, MAX_TENANT_NAME_LENGTH)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 250 })),
    cursor: Type.Optional(uuid),
  },
  CLOSED,
);
export type SearchTenants = Static<typeof SearchTenants>;

/** Tenants of the page; a search among more than 100,000 may find none in one step and more in the next. */
export const TenantRows = Type.Object(
  { tenants: Type.Array(TenantRow), nextCursor: Type.Optional(uuid) },
  CLOSED,
);
export type TenantRows = Static<typeof TenantRows>;

/** A tenant or a company by its name. */
export const NamedNew = Type.Object({ name }, CLOSED);
export type NamedNew = Static<typeof NamedNew>;

/** What was made. */
export const MadeByName = Type.Object({ id: uuid }, CLOSED);
export type MadeByName = Static<typeof MadeByName>;

/** Whether a tenant is to be on. */
export const SwitchTenant = Type.Object({ active: Type.Boolean() }, CLOSED);
export type SwitchTenant = Static<typeof SwitchTenant>;
