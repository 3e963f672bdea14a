import type { SchemaMember, SchemaType } from '../typed-schemas.ts';

/** A pair of an object on a line of its own, or over several; `gofmt` aligns values of neighbours on one line each. */
function writePairs(pairs: readonly (readonly [name: string, value: string])[]): string {
  const lines: string[] = [];
  let run: (readonly [string, string])[] = [];
  const flush = (): void => {
    const width = Math.max(...run.map(([name]) => name.length + 1));
    lines.push(...run.map(([name, value]) => `\t${`${name}:`.padEnd(width)} ${value},`));
    run = [];
  };
  for (const pair of pairs) {
    const [name, value] = pair;
    if (!value.includes('\n')) {
      run.push(pair);
      continue;
    }
    flush();
    lines.push(`\t${name}: ${value.replaceAll('\n', '\n\t')},`);
  }
  flush();
  return lines.join('\n');
}

const writeText = (text: string): string => JSON.stringify(text);

const writeStruct = (
  name: string,
  pairs: readonly (readonly [string, string])[],
  isPointer: boolean,
): string => {
  const head = `${isPointer ? '&' : ''}titular.${name}`;
  return pairs.length === 0 ? `${head}{}` : `${head}{\n${writePairs(pairs)}\n}`;
};

function writeNumber(value: unknown, type: SchemaType, isPointer: boolean): string {
  const text = String(value);
  if (!isPointer) return text;
  // A number without a point would be taken for an integer.
  return `titular.Ptr(${type.name === 'float64' && !text.includes('.') ? `${text}.0` : text})`;
}

function writeNullable(value: unknown, of: SchemaType): string {
  return value === null ? `titular.Null[${of.name}]()` : `titular.Value(${toGo(value, of)})`;
}

function writeMember(value: unknown, { type, declared, isRequired, key }: SchemaMember): string {
  const isPointer = declared.startsWith('*');
  if (!isPointer && !isRequired && (value === '' || (Array.isArray(value) && value.length === 0)))
    throw new Error(`${key} is empty, which is not sent`);
  return toGo(value, type, isPointer);
}

/** A JSON value as Go, by its type; as the address of one where that is asked for. */
export function toGo(value: unknown, type: SchemaType, isPointer = false): string {
  if (type.kind === 'nullable') return writeNullable(value, type.of);
  if (type.kind === 'any') return typeof value === 'string' ? writeText(value) : String(value);
  if (type.kind === 'text') return writeText(String(value));
  if (type.kind === 'scalar') return writeNumber(value, type, isPointer);
  if (type.kind === 'list') {
    const items = (value as unknown[]).map((one) => toGo(one, type.item));
    const item = type.item.name === 'string' ? 'string' : `titular.${type.item.name}`;
    return `${isPointer ? '&' : ''}[]${item}{${items.join(', ')}}`;
  }
  const pairs = Object.entries(value as object).map(([key, one]): [string, string] => {
    const member = type.members.find((each) => each.key === key);
    if (!member) throw new Error(`${type.name} has no member ${key}`);
    return [member.field, writeMember(one, member)];
  });
  return writeStruct(type.name, pairs, isPointer);
}

/** A struct of texts and numbers that a method is asked by. */
export const toGoParams = (name: string, pairs: readonly (readonly [string, string])[]): string =>
  writeStruct(name, pairs, false);
