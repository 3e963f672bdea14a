import type { SchemaObject } from '@titular/server/api-docs/document.ts';

/** Words that Python keeps for itself; as parameters they have an underscore behind, as members quotes. */
const KEYWORDS: ReadonlySet<string> = new Set(['class', 'from', 'import', 'is', 'in', 'not', 'or', 'and']);

const toLiteral = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A name of the wire as Python writes names. */
export const toSnake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');

/** A name of the wire as a parameter. */
export const toParameter = (name: string): string =>
  KEYWORDS.has(name) ? `${name}_` : toSnake(name).replace(/^_/, '');

/** Text as a docstring. */
export const toDocstring = (text: string): string => `"""${text.replaceAll('"""', "'''").trim()}"""`;

/** Collects a definition for each object of a schema, those inside of others first; returns types by their Python names. */
export class PythonTypes {
  readonly definitions: string[] = [];
  readonly #requests: readonly string[];

  /** `requests` names the schemas of bodies that are sent: money in them may be a Decimal. */
  constructor(requests: readonly string[] = []) {
    this.#requests = requests;
  }

  /** The type of a schema; `name` is that of the definition, should it need one. */
  typeOf(schema: SchemaObject, name: string): string {
    if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
    if (schema.const !== undefined) return `Literal[${toLiteral(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(toLiteral).join(', ')}]`;
    const { anyOf } = schema;
    if (anyOf) return this.#union(anyOf.map((one, at) => this.typeOf(one, `${name}${at + 1}`)));
    switch (schema.type) {
      case 'string':
        return 'str';
      case 'integer':
        return 'int';
      case 'number':
        return this.#requests.some((one) => name.startsWith(one)) ? 'Union[float, Decimal]' : 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'array':
        return `List[${schema.items ? this.typeOf(schema.items, `${name}Item`) : 'Any'}]`;
      default:
        return this.#objectType(schema, name);
    }
  }

  /** Defines a named schema of the document. */
  define(name: string, schema: SchemaObject): void {
    if (schema.properties) {
      this.#objectType(schema, name);
      return;
    }
    const type = this.typeOf(schema, `${name}Value`);
    const quoted = type.replaceAll(/\b[A-Z][a-z]\w*\b(?![[\w"])/g, (word) =>
      ['Any', 'None', 'True', 'False'].includes(word) ? word : `"${word}"`,
    );
    this.definitions.push(`${name} = ${type.startsWith('Literal') ? type : quoted}`);
  }

  #union(types: readonly string[]): string {
    const one = [...new Set(types)];
    return one.length === 1 ? (one[0] ?? 'Any') : `Union[${one.join(', ')}]`;
  }

  #objectType(schema: SchemaObject, name: string): string {
    const { properties, required = [], description } = schema;
    if (!properties) return 'Dict[str, Any]';
    const members = Object.entries(properties).map(([key, member]) => ({
      key,
      type: this.typeOf(member, name + capitalise(key.replaceAll(/\W/g, ''))),
      isRequired: required.includes(key),
    }));
    if (members.some(({ key }) => KEYWORDS.has(key) || !/^[A-Za-z_]\w*$/.test(key)))
      throw new Error(`${name} has a member that is no name in Python`);
    const linesOf = (isRequired: boolean): string[] =>
      members.filter((one) => one.isRequired === isRequired).map(({ key, type }) => `    ${key}: ${type}`);
    const [always, sometimes] = [linesOf(true), linesOf(false)];
    const doc = description ? [`    ${toDocstring(description)}`, ''] : [];
    const body = (lines: string[]): string =>
      [...doc, ...(lines.length > 0 ? lines : ['    pass'])].join('\n');
    if (sometimes.length === 0) this.definitions.push(`class ${name}(TypedDict):\n${body(always)}`);
    else if (always.length === 0)
      this.definitions.push(`class ${name}(TypedDict, total=False):\n${body(sometimes)}`);
    else {
      this.definitions.push(`class _${name}Always(TypedDict):\n${always.join('\n')}`);
      this.definitions.push(`class ${name}(_${name}Always, total=False):\n${body(sometimes)}`);
    }
    return name;
  }
}
