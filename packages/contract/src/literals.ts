import { Type } from 'typebox';

/** A string schema that allows exactly the given words, typed as their union. */
export const literals = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] });
