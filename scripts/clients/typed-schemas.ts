import type { OpenApiDocument, SchemaObject } from '@titular/server/api-docs/document.ts';
import { toExported } from './go/names.ts';

/** A schema as a typed language has it: what it is, the name of its type in Go, and the members of a struct. */
export type SchemaType =
  | { kind: 'scalar'; name: string }
  | { kind: 'text'; name: string }
  | { kind: 'any'; name: string }
  | { kind: 'list'; name: string; item: SchemaType }
  | { kind: 'nullable'; name: string; of: SchemaType }
  | { kind: 'struct'; name: string; members: readonly SchemaMember[]; description: string };

/** A member of a struct: its name on the wire and in Go, and the type that its field has. */
export type SchemaMember = {
  key: string;
  field: string;
  type: SchemaType;
  declared: string;
  isRequired: boolean;
  description: string;
};

const SCALARS: Readonly<Record<string, string>> = { integer: 'int', number: 'float64', boolean: 'bool' };

const refOf = ({ $ref }: SchemaObject): string | undefined => $ref?.split('/').at(-1);

/** An object with all members of some; those that not each requires may be missing. */
function merge(objects: readonly SchemaObject[], description = ''): SchemaObject {
  const properties: Record<string, SchemaObject> = {};
  for (const [key, member] of objects.flatMap((one) => Object.entries(one.properties ?? {}))) {
    const before = properties[key];
    if (before && (before.type !== member.type || before.$ref !== member.$ref))
      throw new Error(`${key} has two types in objects that stand for each other`);
    properties[key] = before ?? member;
  }
  const required = Object.keys(properties).filter((key) =>
    objects.every((one) => one.required?.includes(key)),
  );
  return { type: 'object', properties, required, description };
}

/** Reads the schemas of a document as types; Go takes their names as they are, and Java makes its own of them. */
export class TypedSchemas {
  readonly #schemas: Readonly<Record<string, SchemaObject>>;
  /** Schemas of changes, in which an empty list is not the same as none. */
  readonly #changes: ReadonlySet<string>;

  constructor(document: OpenApiDocument) {
    this.#schemas = document.components.schemas;
    this.#changes = new Set(
      Object.values(document.paths).flatMap(({ patch }) => {
        const name = refOf(patch?.requestBody?.content['application/json']?.schema ?? {});
        return name === undefined ? [] : [name];
      }),
    );
  }

  /** The type of a schema; `name` is that of a struct, should it be one. */
  typeOf(schema: SchemaObject, name: string): SchemaType {
    const ref = refOf(schema);
    if (ref !== undefined) return this.named(ref);
    const { anyOf, type = 'object' } = schema;
    if (anyOf) return this.#unionOf(anyOf, name, schema.description);
    if (type === 'string') return { kind: 'text', name: 'string' };
    if (type === 'array') {
      const item = this.typeOf(schema.items ?? {}, `${name}Item`);
      return { kind: 'list', name: `[]${item.name}`, item };
    }
    return type === 'object'
      ? this.#structOf(schema, name)
      : { kind: 'scalar', name: SCALARS[type] ?? 'any' };
  }

  /** The type of a schema that has a name in the document. */
  named(name: string): SchemaType {
    const schema = this.#schemas[name];
    if (!schema) throw new Error(`there is no schema ${name}`);
    return schema.enum ? { kind: 'text', name } : this.typeOf(schema, name);
  }

  #unionOf(parts: readonly SchemaObject[], name: string, description = ''): SchemaType {
    const [of, ...others] = parts.filter(({ type }) => type !== 'null');
    if (of && others.length === 0) {
      const type = this.typeOf(of, name);
      return { kind: 'nullable', name: `Nullable[${type.name}]`, of: type };
    }
    const whole = parts.map((one) => this.#schemas[refOf(one) ?? ''] ?? one);
    return whole.every((one) => one.properties)
      ? this.#structOf(merge(whole, description), name)
      : { kind: 'any', name: 'any' };
  }

  #structOf({ properties, required = [], description = '' }: SchemaObject, name: string): SchemaType {
    if (!properties) throw new Error(`${name} is an object without members`);
    const members = Object.entries(properties).map(([key, member]): SchemaMember => {
      const field = toExported(key);
      const type = this.typeOf(member, name + field);
      const inside = member.anyOf?.find((one) => one.description)?.description;
      const isRequired = required.includes(key);
      const isPointer = this.#needsPointer(type, name) && !isRequired;
      return {
        ...{ key, field, type, isRequired, declared: `${isPointer ? '*' : ''}${type.name}` },
        description: member.description ?? inside ?? '',
      };
    });
    return { kind: 'struct', name, description, members };
  }

  /** Whether a member that is left out differs from one that is zero. */
  #needsPointer({ kind }: SchemaType, owner: string): boolean {
    if (kind === 'list') return this.#changes.has(owner);
    return kind === 'scalar' || kind === 'struct' || kind === 'nullable';
  }

  /** A schema as the document has it, which may be an enumeration of words. */
  schemaOf(name: string): SchemaObject {
    return this.#schemas[name] ?? {};
  }
}
