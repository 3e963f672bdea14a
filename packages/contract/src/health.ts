import { type Static, Type } from 'typebox';

/** Answer of the probes: `alive` or `ready`. */
export const Health = Type.Object(
  { status: Type.String({ description: '`alive` or `ready`.' }) },
  { additionalProperties: false },
);
export type Health = Static<typeof Health>;
