import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';

const CLOSED = { additionalProperties: false } as const;

/** Tries values of decision settings on ends that a company already has; those of other settings stay as they were. */
export const TrySettings = Type.Object(
  {
    changes: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 64 }),
          value: Type.String({ maxLength: 4_096 }),
        },
        CLOSED,
      ),
      { maxItems: 40 },
    ),
  },
  CLOSED,
);
export type TrySettings = Static<typeof TrySettings>;

/** Why an end is left out. */
export const LEFT_OUT = [
  'still_open',
  'ended_before',
  'erased',
  'sandbox',
  'inputs_not_kept',
  'other_engine',
  'not_looked',
  'not_reproduced',
] as const;
/** A word of that list. */
export type LeftOut = (typeof LEFT_OUT)[number];

/** Days of a company's own transactions that settings are tried on. */
export const WHAT_IF_DAYS = 30;
/** The newest transactions that are read. */
export const WHAT_IF_MAX = 20_000;
/** Fewer of one kind are told as that, and other counts are rounded down to a multiple of it. */
export const WHAT_IF_FEWEST = 5;
/** With fewer ends that can be decided again, nothing is told. */
export const WHAT_IF_MIN_ENDS = 50;
/** Tries of a tenant within an hour. */
export const WHAT_IF_PER_HOUR = 30;

/** A count rounded down to a multiple of five; null stands for fewer than five. */
const Count = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);

/** An end: its status, and the one reason that answers why. `waiting` stands for a person who would have been asked for a selfie. */
const End = Type.Object({ status: Type.String(), reason: Type.Optional(Type.String()) }, CLOSED);

/** What other values would have done; counts alone, of days that are over. */
export const WhatIf = Type.Object(
  {
    /** The days in which the transactions were created, and before which they ended. */
    from: Type.String({ format: 'date-time' }),
    before: Type.String({ format: 'date-time' }),
    /** Only the newest were read. */
    isCut: Type.Boolean(),
    /** Too few ends to tell anything of. */
    isTooFew: Type.Boolean(),
    /** Ends that were decided again. */
    judged: Count,
    /** Those that would differ, by what they were and would be, the most frequent first. */
    kinds: Type.Array(Type.Object({ from: End, to: End, count: Count }, CLOSED)),
    leftOut: Type.Array(Type.Object({ cause: literals(LEFT_OUT), count: Count }, CLOSED)),
  },
  CLOSED,
);
export type WhatIf = Static<typeof WhatIf>;
