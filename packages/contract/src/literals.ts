import { Type } from 'typebox';

/** A string schema that allows exactly the given words, typed as their union; `options` are further keywords of JSON Schema. */
export const literals = <const T extends readonly string[]>(
  values: T,
  options: { description?: string; examples?: string[] } = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
