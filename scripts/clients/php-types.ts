import type { SchemaObject } from '@titular/server/api-docs/document.ts';

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const toLiteral = (value: string | number | boolean): string =>
  typeof value === 'string' ? quote(value) : String(value);

/** A name of the wire as PHP writes names. */
export const toCamel = (name: string): string =>
  name.replaceAll(/[_-]([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Text inside a comment, which it cannot end. */
export const toComment = (text: string): string => text.replaceAll('*/', '* /');

const unite = (types: readonly string[]): string => [...new Set(types)].join('|');

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'int',
  number: 'int|float',
  boolean: 'bool',
  null: 'null',
};

function shapeOf({ properties, required = [] }: SchemaObject): string {
  if (!properties) return 'array<string, mixed>';
  const members = Object.entries(properties).map(([key, member]) => {
    const name = /^[A-Za-z_]\w*$/.test(key) ? key : quote(key);
    return `${name}${required.includes(key) ? '' : '?'}: ${toPhpType(member)}`;
  });
  return `array{${members.join(', ')}}`;
}

/** The type of a schema, as analysers of PHP read types in comments. */
export function toPhpType(schema: SchemaObject): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return toLiteral(schema.const);
  if (schema.enum) return unite(schema.enum.map(toLiteral));
  if (schema.anyOf) return unite(schema.anyOf.map(toPhpType));
  if (schema.type === 'array') return `list<${schema.items ? toPhpType(schema.items) : 'mixed'}>`;
  return SIMPLE[schema.type ?? ''] ?? shapeOf(schema);
}
