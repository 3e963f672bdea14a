import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';

/** One limit of a tenant: how much there is, how much is left, and which code a request gets that goes over it. */
export const Limit = Type.Object(
  {
    name: literals(['rate', 'concurrency'] as const),
    code: literals(['42901', '42902'] as const),
    limit: Type.Integer({ minimum: 1, description: 'Requests allowed at once.' }),
    perSecond: Type.Optional(Type.Integer({ minimum: 1, description: 'Sustained requests per second.' })),
    remaining: Type.Integer({ minimum: 0 }),
    resetSeconds: Type.Integer({
      minimum: 0,
      description: 'Seconds until the limit is fully available again.',
    }),
    appliesTo: Type.String(),
  },
  { additionalProperties: false },
);
export type Limit = Static<typeof Limit>;

/** Every limit of the caller. */
export const LimitsResponse = Type.Object({ limits: Type.Array(Limit) }, { additionalProperties: false });
export type LimitsResponse = Static<typeof LimitsResponse>;
