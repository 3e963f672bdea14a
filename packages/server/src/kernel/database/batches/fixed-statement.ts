import { CompiledQuery, type QueryResult } from 'kysely';
import { invariant } from '../../base/invariant.ts';
import type { Db } from '../connect.ts';

/** Text of a statement that is the same at every execution, such as a list of columns. */
class FixedText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Marks a text of our own as a part of a fixed statement; all else that stands in one becomes a parameter. */
export const fixedText = (text: string): FixedText => new FixedText(text);

/** A statement as it was compiled, and the fixed texts of that time by their places. */
type Compiled = { text: string; fixed: readonly (string | undefined)[] };

/** Compiled statements by the places in the code where they stand (ECMAScript, GetTemplateObject). */
const compiled = new WeakMap<TemplateStringsArray, Compiled>();

const fixedPart = (value: unknown): string | undefined =>
  value instanceof FixedText ? value.text : undefined;

function compile(strings: TemplateStringsArray, values: readonly unknown[]): Compiled {
  let parameters = 0;
  const fixed = values.map(fixedPart);
  const text = strings.reduce((before, next, index) => {
    const part = fixed[index - 1];
    if (part !== undefined) return before + part + next;
    parameters += 1;
    return `${before}$${parameters}${next}`;
  });
  return { text, fixed };
}

/**
 * Compiles the text of a statement at its first execution alone; a fixed text that differs at a later one is a fault. It is for the few
 * statements that run for each request: compiling takes longer than all else that is done for them in this process.
 */
export function fixedStatement<Row>(
  strings: TemplateStringsArray,
  ...values: readonly unknown[]
): { execute(db: Db): Promise<QueryResult<Row>> } {
  const known = compiled.get(strings);
  const { text, fixed } = known ?? compile(strings, values);
  if (!known) compiled.set(strings, { text, fixed });
  const parameters = values.filter((value, index) => {
    invariant(fixedPart(value) === fixed[index], 'a fixed text differs from that of the first execution');
    return fixed[index] === undefined;
  });
  return { execute: (db) => db.executeQuery<Row>(CompiledQuery.raw(text, parameters)) };
}
