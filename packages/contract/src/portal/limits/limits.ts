import { type Static, Type } from 'typebox';
import { MAX_SHARES } from '../calls/calls.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });
const some = Type.Integer({ minimum: 1 });

/** Companies whose daily limits are named, by name. */
export const MAX_LIMITED_COMPANIES = 100;

/** Calls that a limit refused lately, with the accounts that had the most of them. */
export const RefusedByLimit = Type.Object(
  {
    calls: count,
    isMore: Type.Boolean({ description: 'Whether not all were counted: calls is then a least number.' }),
    accounts: Type.Array(Type.Object({ account: Type.String(), calls: some }, CLOSED), {
      maxItems: MAX_SHARES,
    }),
    areAccountsCut: Type.Boolean({ description: 'Whether further accounts had some.' }),
  },
  CLOSED,
);
export type RefusedByLimit = Static<typeof RefusedByLimit>;

/** How often one identity and one card may be used with a company within 24 hours. */
export const DailyLimits = Type.Object(
  {
    company: uuid,
    name: Type.String(),
    isActive: Type.Boolean(),
    ofIdentity: some,
    attempts: Type.Integer({ minimum: 1, description: 'Attempts at the challenge that an identity has.' }),
    ofCard: some,
  },
  CLOSED,
);
export type DailyLimits = Static<typeof DailyLimits>;

/** The limits of a tenant as they are set, what is left of them, and what they refused lately. */
export const LimitsNow = Type.Object(
  {
    rate: Type.Object({ perSecond: some, burst: some, remaining: count, resetSeconds: count }, CLOSED),
    concurrency: some,
    refusedSince: time,
    refused: Type.Object({ rate: RefusedByLimit, concurrency: RefusedByLimit }, CLOSED),
    companies: Type.Array(DailyLimits, { maxItems: MAX_LIMITED_COMPANIES }),
    hasMoreCompanies: Type.Boolean(),
    exports: Type.Object({ writing: count, maxWriting: some, maxOwn: some }, CLOSED),
    apiUrl: Type.String(),
  },
  CLOSED,
);
export type LimitsNow = Static<typeof LimitsNow>;

/** Rows of the log that one answer with times of calls reads. */
export const MAX_TIMED_ROWS = 5_000;

/** Calls at or after one time and before another; `cursor` goes on to older ones. */
export const ReadCallTimes = Type.Object(
  { from: Type.Optional(time), before: Type.Optional(time), cursor: Type.Optional(uuid) },
  CLOSED,
);
export type ReadCallTimes = Static<typeof ReadCallTimes>;

/** Numbers of a slot: milliseconds after the slot before, how many calls it has, and the milliseconds over which they came. */
const slot = Type.Array(count, { minItems: 3, maxItems: 3 });

/** When calls that take from the rate came, oldest first; the newest of the asked time, as far back as one answer reaches. */
export const CallTimes = Type.Object(
  {
    startAt: Type.Optional(time),
    slots: Type.Array(slot),
    refused: Type.Integer({ minimum: 0, description: 'How many of the calls the rate limit refused.' }),
    nextCursor: Type.Optional(uuid),
  },
  CLOSED,
);
export type CallTimes = Static<typeof CallTimes>;
