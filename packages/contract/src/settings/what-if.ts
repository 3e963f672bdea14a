import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import { MAX_SETTING_LENGTH } from '../text-bounds.ts';
import { LEFT_OUT } from './what-if-limits.ts';

const CLOSED = { additionalProperties: false } as const;

/** Tries values of decision settings on ends that a company already has; those of other settings stay as they were. */
export const TrySettings = Type.Object(
  {
    changes: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 64 }),
          value: Type.String({ maxLength: MAX_SETTING_LENGTH }),
        },
        CLOSED,
      ),
      { maxItems: 40 },
    ),
  },
  CLOSED,
);
export type TrySettings = Static<typeof TrySettings>;

/** A count rounded down to a multiple of five, less a number from 0 to 4 that is never told. */
const Told = Type.Integer({ minimum: 5 });
/** The same; null stands for fewer than nine, or none. */
const Count = Type.Union([Told, Type.Null()]);

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
    kinds: Type.Array(Type.Object({ from: End, to: End, count: Told }, CLOSED)),
    /** All kinds of too few, together. */
    otherKinds: Count,
    leftOut: Type.Array(Type.Object({ cause: literals(LEFT_OUT), count: Told }, CLOSED)),
    /** All causes of too few, together. */
    otherCauses: Count,
  },
  CLOSED,
);
export type WhatIf = Static<typeof WhatIf>;
