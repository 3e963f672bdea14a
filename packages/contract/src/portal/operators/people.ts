import { type Static, Type } from 'typebox';
import { literals } from '../../literals.ts';
import { MAX_USER_NAME_LENGTH } from '../../text-bounds.ts';
import { TENANT_ROLES } from '../permissions.ts';
import { storableText } from '../storable-text.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });

/** Tenants of a person that the list names; of more it says how many. */
export const MEMBERSHIPS_SHOWN = 5;

/** Somebody who signs in, as operators see them. */
export const PersonRow = Type.Object(
  {
    id: uuid,
    name: Type.String(),
    isOperator: Type.Boolean(),
    isActive: Type.Boolean(),
    memberships: Type.Array(
      Type.Object(
        { tenantId: uuid, tenantName: Type.String(), role: literals(TENANT_ROLES), isActive: Type.Boolean() },
        CLOSED,
      ),
    ),
    membershipCount: count,
    sessions: count,
    lastSignInAt: Type.Optional(time),
  },
  CLOSED,
);
export type PersonRow = Static<typeof PersonRow>;

/** People of the deployment, the newest first: all, operators alone, or those whose name has the text. */
export const SearchPeople = Type.Object(
  {
    text: Type.Optional(storableText(1, MAX_USER_NAME_LENGTH)),
    operators: Type.Optional(Type.Literal(true)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 250 })),
    cursor: Type.Optional(uuid),
  },
  CLOSED,
);
export type SearchPeople = Static<typeof SearchPeople>;

/** People of the page; a search among more than 100,000 may find none in one step and more in the next. */
export const PersonRows = Type.Object(
  { people: Type.Array(PersonRow), nextCursor: Type.Optional(uuid) },
  CLOSED,
);
export type PersonRows = Static<typeof PersonRows>;

/** Whether a person may sign in. */
export const SwitchPerson = Type.Object({ active: Type.Boolean() }, CLOSED);
export type SwitchPerson = Static<typeof SwitchPerson>;
/** How many sessions were ended. */
export const EndedSessions = Type.Object({ ended: count }, CLOSED);
export type EndedSessions = Static<typeof EndedSessions>;
