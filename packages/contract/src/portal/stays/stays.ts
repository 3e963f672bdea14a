import { type Static, Type } from 'typebox';
import { literals } from '../../literals.ts';
import { MAX_REASON_LENGTH, MIN_REASON_LENGTH } from '../../text-bounds.ts';
import { TenantRow } from '../deployment/tenants.ts';
import { PERMISSIONS } from '../permissions.ts';
import { SettingForm } from '../settings.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });

/** Why an operator enters a tenant, as its admins read it. */
export const EnterTenant = Type.Object(
  {
    reason: Type.String({ minLength: MIN_REASON_LENGTH, maxLength: MAX_REASON_LENGTH, pattern: '\\S.+\\S' }),
  },
  CLOSED,
);
export type EnterTenant = Static<typeof EnterTenant>;

/** A stay that has begun. */
export const EnteredTenant = Type.Object({ id: uuid, until: time }, CLOSED);
export type EnteredTenant = Static<typeof EnteredTenant>;

/** Stays of a tenant, the newest first. */
export const SearchStays = Type.Object(
  {
    open: Type.Optional(Type.Literal(true, { description: 'Those alone that go on.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 250 })),
    cursor: Type.Optional(uuid),
  },
  CLOSED,
);
export type SearchStays = Static<typeof SearchStays>;

/** One stay of an operator, as the tenant's admins see it. */
export const StayView = Type.Object(
  {
    id: uuid,
    operator: Type.Object({ id: uuid, name: Type.String() }, CLOSED),
    reason: Type.String(),
    enteredAt: time,
    until: Type.String({
      format: 'date-time',
      description: 'When it ends or ended.',
    }),
    isOpen: Type.Boolean(),
    views: Type.Array(Type.Object({ permission: literals(PERMISSIONS), count }, CLOSED), {
      description: 'Views by the permission that they took; a stay ends with the 1,000th.',
    }),
  },
  CLOSED,
);
export type StayView = Static<typeof StayView>;
/** A page of stays. */
export const StayRows = Type.Object({ stays: Type.Array(StayView), nextCursor: Type.Optional(uuid) }, CLOSED);
export type StayRows = Static<typeof StayRows>;

/** Whether an operator may enter a tenant, or why not. */
export const ENTRY_STATES = ['allowed', 'off', 'refused', 'member'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** How a tenant is, in numbers: no person and no transaction of it. */
export const TenantState = Type.Object(
  {
    tenant: TenantRow,
    entry: literals(ENTRY_STATES),
    settings: Type.Array(
      // A process of an earlier release sends no form.
      Type.Object(
        {
          ...Type.Partial(SettingForm).properties,
          name: Type.String(),
          value: Type.String(),
          isDefault: Type.Boolean(),
        },
        CLOSED,
      ),
    ),
    transactions: Type.Array(
      Type.Object(
        { days: Type.Integer({ minimum: 1 }), created: count, approved: count, refused: count },
        CLOSED,
      ),
      { description: 'Of whole hours, as the figures count them.' },
    ),
    endpoints: Type.Object(
      { on: count, off: count, offByItself: count, failing: count },
      { ...CLOSED, description: 'Webhook endpoints; those that are off by themselves count as off too.' },
    ),
    deliveries: Type.Object(
      {
        waiting: Type.Integer({ minimum: 0, description: 'Up to 1,000, and 1,001 where there are more.' }),
        oldestSeconds: count,
      },
      CLOSED,
    ),
    lastCallAt: Type.Optional(time),
  },
  CLOSED,
);
export type TenantState = Static<typeof TenantState>;
