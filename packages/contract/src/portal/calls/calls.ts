import { type Static, Type } from 'typebox';
import { ListCallsQuery, ListedApiCall } from '../../account/api-calls.ts';
import { literals } from '../../literals.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });
const { account, operation, code, requestId } = ListCallsQuery.properties;

/** Classes of the status of a response. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

/** Calls at or after one time, and before another. */
const span = { from: Type.Optional(time), before: Type.Optional(time) };

/** How the log of calls is narrowed. */
export const SearchCalls = Type.Object(
  {
    ...{ account, operation, code, requestId, ...span },
    status: Type.Optional(literals(STATUS_CLASSES)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 250 })),
    cursor: Type.Optional(uuid),
  },
  CLOSED,
);
export type SearchCalls = Static<typeof SearchCalls>;

/** A page of calls, newest first; a narrowed one may be empty and still have a next one. */
export const CallRows = Type.Object(
  { calls: Type.Array(ListedApiCall), nextCursor: Type.Optional(uuid) },
  CLOSED,
);
export type CallRows = Static<typeof CallRows>;

/** Of which time refusals are counted. */
export const CountRefusals = Type.Object(span, CLOSED);
export type CountRefusals = Static<typeof CountRefusals>;

/** Operations and accounts of a cause that are named. */
export const MAX_SHARES = 5;

/** Refusals with one error code, with the operations and accounts that had the most of them. */
export const RefusalCause = Type.Object(
  {
    code: Type.String(),
    calls: Type.Integer({ minimum: 1 }),
    rows: Type.Integer({ minimum: 1, description: 'Rows of the log that hold these calls.' }),
    isMore: Type.Boolean({
      description: 'Whether older ones were not counted: calls is then a least number.',
    }),
    lastAt: time,
    operations: Type.Array(Type.Object({ operation: Type.String(), calls: count }, CLOSED), {
      maxItems: MAX_SHARES,
    }),
    accounts: Type.Array(Type.Object({ account: Type.String(), calls: count }, CLOSED), {
      maxItems: MAX_SHARES,
    }),
    areOperationsCut: Type.Boolean({ description: 'Whether further operations had some.' }),
    areAccountsCut: Type.Boolean({ description: 'Whether further accounts had some.' }),
  },
  CLOSED,
);
export type RefusalCause = Static<typeof RefusalCause>;

/** Refusals by cause: those of which not all are counted first, then those with the most calls. */
export const RefusalCauses = Type.Object({ causes: Type.Array(RefusalCause) }, CLOSED);
export type RefusalCauses = Static<typeof RefusalCauses>;

/** What the log can be narrowed to: every operation that takes an access token, and accounts of the tenant by name; and where the API lists the same. */
export const CallFilters = Type.Object(
  {
    operations: Type.Array(Type.String()),
    accounts: Type.Array(Type.String()),
    hasMoreAccounts: Type.Boolean({ description: 'Whether the tenant has further accounts.' }),
    apiUrl: Type.String(),
  },
  CLOSED,
);
export type CallFilters = Static<typeof CallFilters>;
