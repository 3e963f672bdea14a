import { CompiledQuery, type QueryResult } from 'kysely';
import type { Db } from './connect.ts';

/** Text of a statement that is the same at every execution, such as a list of columns. */
class FixedText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Marks a text of our own as a part of a fixed statement; all else that stands in one becomes a parameter. */
export const fixedText = (text: string): FixedText => new FixedText(text);

/** Texts by the places in the code where they stand (ECMAScript, GetTemplateObject). */
const texts = new WeakMap<TemplateStringsArray, string>();

function compile(strings: TemplateStringsArray, values: readonly unknown[]): string {
  let parameters = 0;
  return strings.reduce((text, next, index) => {
    const value = values[index - 1];
    if (value instanceof FixedText) return text + value.text + next;
    parameters += 1;
    return `${text}$${parameters}${next}`;
  });
}

/**
 * Compiles the text of a statement at its first execution alone, with the fixed texts of that time. It is for the few statements that run for
 * each request: compiling takes longer than all else that is done for them in this process.
 */
export function fixedStatement<Row>(
  strings: TemplateStringsArray,
  ...values: readonly unknown[]
): { execute(db: Db): Promise<QueryResult<Row>> } {
  const text = texts.get(strings) ?? compile(strings, values);
  texts.set(strings, text);
  const parameters = values.filter((value) => !(value instanceof FixedText));
  return { execute: (db) => db.executeQuery<Row>(CompiledQuery.raw(text, parameters)) };
}
