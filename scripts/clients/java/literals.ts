import type { SchemaMember, SchemaType } from '../typed-schemas.ts';
import { toConstant, toJavaName } from './types.ts';

const INDENT = '    ';

const indented = (text: string): string => text.replaceAll('\n', `\n${INDENT}`);

const writeNumber = (value: unknown, type: SchemaType): string => {
  const text = String(value);
  // Beyond an int, Java asks for the sign of a long.
  return type.name === 'int' && Math.abs(Number(value)) >= 2 ** 31 ? `${text}L` : text;
};

function writeMember(value: unknown, { key, type }: SchemaMember): string {
  const name = toJavaName(key);
  if (type.kind !== 'nullable') return `.${name}(${toJava(value, type)})`;
  return value === null
    ? `.clear${name.charAt(0).toUpperCase()}${name.slice(1)}()`
    : `.${name}(${toJava(value, type.of)})`;
}

/** A record by its builder: on one line where it is short, else a member a line. */
export function toBuilder(name: string, members: readonly string[]): string {
  const line = `${name}.builder()${members.join('')}.build()`;
  if (members.length < 3 && !line.includes('\n') && line.length < 90) return line;
  return [`${name}.builder()`, ...members.map(indented), '.build()'].join(`\n${INDENT}`);
}

/** A JSON value as Java, by its type. */
export function toJava(value: unknown, type: SchemaType): string {
  if (type.kind === 'nullable') throw new Error('a member that may be cleared is written by its builder');
  if (type.kind === 'any') return typeof value === 'string' ? JSON.stringify(value) : String(value);
  if (type.kind === 'text') {
    return type.name === 'string' ? JSON.stringify(value) : `${type.name}.${toConstant(String(value))}`;
  }
  if (type.kind === 'scalar') return writeNumber(value, type);
  if (type.kind === 'list')
    return `List.of(${(value as unknown[]).map((one) => toJava(one, type.item)).join(', ')})`;
  const members = Object.entries(value as object).map(([key, one]) => {
    const member = type.members.find((each) => each.key === key);
    if (!member) throw new Error(`${type.name} has no member ${key}`);
    return writeMember(one, member);
  });
  return toBuilder(type.name, members);
}
