import { UsageError } from '../../frame/usage-error.ts';

/** Reads words such as `name=value` into texts by name; refuses a name given twice. */
export function readAssignments(words: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const given of words) {
    const equals = given.indexOf('=');
    if (equals < 1) throw new UsageError(`${JSON.stringify(given)} must be written as name=value.`);
    const name = given.slice(0, equals);
    if (texts.has(name)) throw new UsageError(`${name} is given twice.`);
    texts.set(name, given.slice(equals + 1));
  }
  return texts;
}
