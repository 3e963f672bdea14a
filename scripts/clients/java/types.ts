import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { isFile, listClientOperations, refName } from '../client-operations.ts';
import { type SchemaType, TypedSchemas } from '../typed-schemas.ts';

/** A type with members, as the schemas of typed languages have it. */
type Struct = Extract<SchemaType, { kind: 'struct' }>;
type Member = Struct['members'][number];

const SCALARS: Readonly<Record<string, readonly [plain: string, boxed: string]>> = {
  int: ['long', 'Long'],
  float64: ['double', 'Double'],
  bool: ['boolean', 'Boolean'],
};

/** What webhooks carry, which no operation answers. */
const EVENT = 'WebhookEvent';

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);

/** A name of the wire as Java writes members and parameters. */
export const toJavaName = (name: string): string =>
  wordsOf(name)
    .map(
      (word, at) => (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1),
    )
    .join('');

/** A word of the wire as Java writes constants. */
export const toConstant = (word: string): string => wordsOf(word).join('_').toUpperCase();

/** A type as Java names it; numbers and booleans in their class where they may be missing. */
function javaType(type: SchemaType, isBoxed = false): string {
  if (type.kind === 'text') return type.name === 'string' ? 'String' : type.name;
  if (type.kind === 'any') return 'Object';
  if (type.kind === 'list') return `List<${javaType(type.item, true)}>`;
  if (type.kind === 'nullable') return `Optional<${javaType(type.of, true)}>`;
  if (type.kind === 'struct') return type.name;
  return SCALARS[type.name]?.[isBoxed ? 1 : 0] ?? 'Object';
}

const MAX_COLUMNS = 110;

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

/** Text as a comment that Javadoc reads, behind an indent. */
export function toJavadoc(text: string, indent: string, tags: readonly string[] = []): string[] {
  const safe = (given: string): string =>
    given
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('*/', '*&#47;')
      .replaceAll('@', '&#64;');
  const width = MAX_COLUMNS - indent.length;
  const lines = text.split('\n').flatMap((line) => wrap(safe(line), width));
  if (tags.length === 0 && lines.length === 1) return [`${indent}/** ${lines[0]} */`];
  const told = tags.flatMap((tag) =>
    wrap(
      tag.replace(/ .*/s, (rest) => safe(rest)),
      width,
    ),
  );
  return [
    `${indent}/**`,
    ...lines.map((line) => `${indent} * ${line}`.trimEnd()),
    ...(told.length > 0 ? [`${indent} *`] : []),
    ...told.map((line) => `${indent} * ${line.startsWith('&#64;') ? line.replace('&#64;', '@') : line}`),
    `${indent} */`,
  ];
}

const declare = ({ key, type, isRequired }: Member): string => {
  const name = toJavaName(key);
  const annotation = name === key ? '' : `@Name(${JSON.stringify(key)}) `;
  return `${annotation}${javaType(type, !isRequired)} ${name}`;
};

function setters({ key, type, description }: Member): string[] {
  const name = toJavaName(key);
  const set = (parameter: string, value: string, method = name): string[] => [
    `            public Builder ${method}(${parameter}) {`,
    `                this.${name} = ${value};`,
    '                return this;',
    '            }',
    '',
  ];
  const comment = toJavadoc(description || `Sets ${name}.`, '            ');
  if (type.kind !== 'nullable') return [...comment, ...set(`${javaType(type)} ${name}`, name)];
  const clear = `clear${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return [
    ...comment,
    ...set(`${javaType(type.of)} ${name}`, `Optional.of(${name})`),
    ...toJavadoc(`Takes ${name} away.`, '            '),
    ...set('', 'Optional.empty()', clear),
  ];
}

function builderOf({ name, members }: Struct): string[] {
  const fields = members.map(
    (one) => `            private ${javaType(one.type, !one.isRequired)} ${toJavaName(one.key)};`,
  );
  return [
    '        /** Begins one without members. */',
    '        public static Builder builder() {',
    '            return new Builder();',
    '        }',
    '',
    `        /** Collects the members of a ${name}; what is not set is not sent. */`,
    '        public static final class Builder {',
    ...fields,
    '',
    '            private Builder() {}',
    '',
    ...members.flatMap(setters),
    '            /** Makes the record. */',
    `            public ${name} build() {`,
    `                return new ${name}(${members.map((one) => toJavaName(one.key)).join(', ')});`,
    '            }',
    '        }',
  ];
}

function recordOf(type: Struct, comment: string, hasBuilder: boolean): string {
  const tags = type.members
    .filter(({ description }) => description !== '')
    .map(({ key, description }) => `@param ${toJavaName(key)} ${description.replaceAll('\n', ' ')}`);
  const head = [
    ...toJavadoc(`${comment} ${type.description}`.trim(), '    ', tags),
    `    public record ${type.name}(`,
    ...type.members.map((one, at) => `        ${declare(one)}${at < type.members.length - 1 ? ',' : ''}`),
  ];
  if (!hasBuilder) return [...head, '    ) {}'].join('\n');
  return [...head, '    ) {', ...builderOf(type), '    }'].join('\n');
}

function wordsRecord(document: OpenApiDocument, name: string): string {
  const { enum: words = [], description = '' } = document.components.schemas[name] ?? {};
  const [first = '', ...lines] = description.split('\n');
  const told = new Map(lines.map((line) => /^- `(.+?)`: (.+)$/.exec(line)?.slice(1) as [string, string]));
  const constants = words
    .map(String)
    .flatMap((word) => [
      ...toJavadoc(told.get(word) ?? `The word ${word}.`, '        '),
      `        public static final ${name} ${toConstant(word)} = new ${name}(${JSON.stringify(word)});`,
    ]);
  return [
    ...toJavadoc(`${first} Further words may come with a newer service.`, '    ', [
      '@param value The word on the wire.',
    ]),
    `    public record ${name}(String value) implements Word {`,
    ...constants,
    '',
    '        @Override',
    '        public String toString() {',
    '            return value;',
    '        }',
    '    }',
  ].join('\n');
}

/** Name of the record that an operation takes its query by. */
export const toJavaParams = (operationId: string): string =>
  `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Params`;

/** The record of an operation's query; undefined where it has none. */
export function paramsOf(
  { operationId, parameters = [] }: Parameters<typeof isFile>[0],
  schemas: TypedSchemas,
): Struct | undefined {
  const query = parameters.filter((one) => one.in === 'query');
  const name = toJavaParams(operationId);
  const members = query.map(({ name: key, schema, description = '' }): Member => {
    const type: SchemaType = key === 'limit' ? { kind: 'scalar', name: 'int' } : schemas.typeOf(schema, name);
    return { key, field: key, type, declared: '', isRequired: false, description };
  });
  return query.length === 0 ? undefined : { kind: 'struct', name, members, description: '' };
}

/** The records of requests, answers and events of the Java client: those alone that its methods use. */
export function javaTypes(document: OpenApiDocument): string {
  const schemas = new TypedSchemas(document);
  const declared = new Map<string, string>();
  const add = (type: SchemaType, role: string, hasBuilder: boolean): void => {
    if (declared.has(type.name)) return;
    if (type.kind === 'list') add(type.item, role, hasBuilder);
    if (type.kind === 'nullable') add(type.of, role, hasBuilder);
    if (type.kind === 'text' && type.name !== 'string')
      declared.set(type.name, wordsRecord(document, type.name));
    if (type.kind !== 'struct') return;
    declared.set(type.name, recordOf(type, `${role}.`, hasBuilder));
    for (const member of type.members) add(member.type, `A part of ${type.name}`, hasBuilder);
  };
  const operations = listClientOperations(document).map(({ operation }) => operation);
  // Requests first: a record that both have needs the builder.
  for (const operation of operations) {
    const body = refName(operation.requestBody?.content);
    if (body) add(schemas.named(body), `The body of ${operation.operationId}`, true);
    const params = paramsOf(operation, schemas);
    if (params) add(params, `What ${operation.operationId} is asked by`, true);
  }
  add(schemas.named(EVENT), 'What a webhook carries; its type tells which members are there', false);
  for (const operation of operations) {
    const name = refName(operation.responses['200']?.content);
    if (name && !isFile(operation)) add(schemas.named(name), `The answer to ${operation.operationId}`, false);
  }
  return [
    '// Code generated from the contract by `npm run generate`. DO NOT EDIT.',
    'package titular;\n',
    'import java.util.List;\nimport java.util.Optional;\nimport titular.json.Name;\nimport titular.json.Word;\n',
    '/** What requests and answers are made of. Members that an answer does not have are null, lists empty. */',
    'public final class Types {',
    '    private Types() {}\n',
    `${[...declared.values()].join('\n\n')}\n}\n`,
  ].join('\n');
}
