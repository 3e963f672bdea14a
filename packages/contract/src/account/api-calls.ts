import { type Static, Type } from 'typebox';
import { MAX_ORDER_NUMBER_LENGTH } from '../text-bounds.ts';
import { instant, paging } from '../transactions/transaction-search.ts';

/** Days for which calls can be searched. */
export const API_CALL_DAYS = 14;

/** How a list of calls is narrowed; all that is given must hold, and unknown parameters are refused. */
export const ListCallsQuery = Type.Object(
  {
    requestId: Type.Optional(
      Type.String({ format: 'uuid', description: 'The call with this `X-Request-Id`.' }),
    ),
    transaction: Type.Optional(
      Type.String({ format: 'uuid', description: 'Only calls about this transaction.' }),
    ),
    process: Type.Optional(Type.String({ format: 'uuid', description: 'Only calls about this process.' })),
    orderNumber: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_ORDER_NUMBER_LENGTH,
        description: 'Only calls with this order number, complete and case-sensitive.',
      }),
    ),
    account: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
        description: 'The name of the service account that called.',
        examples: ['shop'],
      }),
    ),
    operation: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{1,63}$',
        description: 'The operation id of the call.',
        examples: ['createTransaction'],
      }),
    ),
    status: Type.Optional(
      Type.String({
        pattern: '^[2-5][0-9]{2}$',
        description: 'The HTTP status of the response.',
        examples: ['400'],
      }),
    ),
    code: Type.Optional(
      Type.String({
        pattern: '^[0-9]{5}$',
        description: 'The code of the refusal.',
        examples: ['40002'],
      }),
    ),
    from: Type.Optional(instant('Only calls at or after this time.')),
    before: Type.Optional(instant('Only calls before this time.')),
    ...paging,
  },
  { additionalProperties: false },
);
export type ListCallsQuery = Static<typeof ListCallsQuery>;

/** One call; `request` is the shape of body and query, as JSON, without their values. `repeated` is how many more were refused alike within the same moment, or of successful reads, how many the row stands for beside its own. */
export const ListedApiCall = Type.Object(
  {
    requestId: Type.String({ format: 'uuid' }),
    at: Type.String({ format: 'date-time' }),
    account: Type.String(),
    operation: Type.String(),
    method: Type.String(),
    path: Type.String(),
    status: Type.Integer({
      description: 'The HTTP status of the response; 499 if the caller hung up before it was sent.',
    }),
    code: Type.Optional(Type.String()),
    durationMs: Type.Integer({ minimum: 0 }),
    sourceAddress: Type.String(),
    transaction: Type.Optional(Type.String({ format: 'uuid' })),
    process: Type.Optional(Type.String({ format: 'uuid' })),
    request: Type.Optional(
      Type.String({ description: 'Shape of body and query as JSON: names, and types for values.' }),
    ),
    repeated: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
);
export type ListedApiCall = Static<typeof ListedApiCall>;

/** A page of calls, newest first; `nextCursor` is absent on the last. */
export const ListCallsResponse = Type.Object(
  {
    calls: Type.Array(ListedApiCall),
    nextCursor: Type.Optional(Type.String({ format: 'uuid' })),
  },
  { additionalProperties: false },
);
export type ListCallsResponse = Static<typeof ListCallsResponse>;
