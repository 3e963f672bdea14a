import type { OpenApiDocument, OperationObject, ParameterObject } from '@titular/server/api-docs/document.ts';
import {
  hasHeader,
  isFile,
  type Listed,
  listClientOperations,
  refName,
  repeatOf,
} from '../client-operations.ts';
import { type SchemaType, TypedSchemas } from '../typed-schemas.ts';
import { declareStruct, declareWords } from './declarations.ts';
import { toComment, toExported, toParameter } from './names.ts';

const HEAD = '// Code generated from the contract by `npm run generate`. DO NOT EDIT.\n\npackage titular\n';

const REPEATS = { always: 'always', 'under-key': 'underKey', never: 'never' } as const;

/** Name of the struct that an operation takes its query by. */
export const toParams = (operationId: string): string => `${toExported(operationId)}Params`;

const inPlace = ({ parameters = [] }: OperationObject, place: 'path' | 'query'): ParameterObject[] =>
  parameters.filter((one) => one.in === place);

/** Whether an operation lists pages. */
export const isList = (operation: OperationObject): boolean =>
  inPlace(operation, 'query').some(({ name }) => name === 'cursor');

/** What a method is given besides the context and its options, each as it is declared. */
function parametersOf(operation: OperationObject): { name: string; declared: string }[] {
  const body = refName(operation.requestBody?.content);
  const ids = inPlace(operation, 'path').map(({ name }) => ({ name: toParameter(name), declared: 'string' }));
  return [
    ...ids,
    ...(body ? [{ name: 'body', declared: body }] : []),
    ...(inPlace(operation, 'query').length > 0
      ? [{ name: 'params', declared: toParams(operation.operationId) }]
      : []),
  ];
}

const told = (summary: string): string =>
  /^[A-Z][a-z]/.test(summary) ? summary.charAt(0).toLowerCase() + summary.slice(1) : summary;

const declareParameters = (operation: OperationObject): string =>
  parametersOf(operation)
    .map(({ name, declared }) => `${name} ${declared}, `)
    .join('');

const resultOf = ({ operationId, responses }: OperationObject): string => {
  const name = refName(responses['200']?.content);
  if (name === undefined) throw new Error(`${operationId} is answered by no schema with a name`);
  return name;
};

function methodOf({ method, path, operation }: Listed): string {
  const { operationId, summary } = operation;
  const name = toExported(operationId);
  const hasToken = operation.security?.some((one) => Object.hasOwn(one, 'accessToken')) ?? false;
  const repeat = REPEATS[repeatOf(method, operation)];
  const address = path.replaceAll(/\{(\w+)\}/g, (_, id: string) => `{${toParameter(id)}}`);
  const ids = inPlace(operation, 'path').map((one) => toParameter(one.name));
  const given = [
    ...(ids.length > 0 ? [`ids: []string{${ids.map((id) => `"${id}", ${id}`).join(', ')}}`] : []),
    ...parametersOf(operation).flatMap((one) => {
      if (ids.includes(one.name)) return [];
      return [`${one.name === 'params' ? 'query' : one.name}: ${one.name}`];
    }),
    'options: options',
  ];
  const result = isFile(operation) ? '[]byte' : `*${resultOf(operation)}`;
  const send = isFile(operation) ? 'sendForFile' : `send[${resultOf(operation)}]`;
  const keyed = hasHeader(operation, 'Idempotency-Key')
    ? ' It is carried out once under its idempotency key.'
    : '';
  return [
    ...toComment(`${name} calls ${method.toUpperCase()} ${path}: ${told(summary)}.${keyed}`),
    `func (c *Client) ${name}(`,
    `\tctx context.Context, ${declareParameters(operation)}options ...CallOption,`,
    `) (${result}, error) {`,
    `\trow := operation{"${operationId}", "${method.toUpperCase()}", "${address}", ${repeat}, ${hasToken}}`,
    `\treturn ${send}(ctx, c, row, request{${given.join(', ')}})`,
    '}',
  ].join('\n');
}

/** How a list is gone through: where it begins, what moves it on, and how the next place is told. */
type Course = {
  begin: string;
  before: readonly string[];
  move: readonly string[];
  after: readonly string[];
  next: string;
};

const LIST: Course = {
  begin: 'params.Cursor',
  before: [],
  move: ['params.Cursor = place'],
  after: [],
  next: 'page.NextCursor',
};

/** The log of events names each of its places, its end too, and may be asked by another name. */
const LOG: Course = {
  begin: '*at',
  before: ['at := &params.Cursor', 'if params.After != "" {', '\tat = &params.After', '}'],
  move: ['*at = place'],
  after: ['next := ""', 'if page.HasMore {', '\tnext = page.Cursor', '}'],
  next: 'next',
};

const indented = (lines: readonly string[], tabs: string): string[] => lines.map((line) => tabs + line);

function pagesOf({ operation }: Listed): string {
  const name = toExported(operation.operationId);
  const result = resultOf(operation);
  const isLog = inPlace(operation, 'query').some((one) => one.name === 'after');
  const { begin, before, move, after, next } = isLog ? LOG : LIST;
  const passed = parametersOf(operation)
    .map((one) => `${one.name}, `)
    .join('');
  return [
    ...toComment(`${name}Pages goes through ${name} page by page${isLog ? ', to its present end' : ''}.`),
    `func (c *Client) ${name}Pages(`,
    `\t${declareParameters(operation)}options ...CallOption,`,
    `) *Pages[${result}] {`,
    ...indented(before, '\t'),
    `\tread := func(ctx context.Context, place string) (*${result}, string, error) {`,
    ...indented(move, '\t\t'),
    `\t\tpage, err := c.${name}(ctx, ${passed}options...)`,
    '\t\tif err != nil {',
    '\t\t\treturn nil, "", err',
    '\t\t}',
    ...indented(after, '\t\t'),
    `\t\treturn page, ${next}, nil`,
    '\t}',
    `\treturn &Pages[${result}]{read: read, at: ${begin}}`,
    '}',
  ].join('\n');
}

function paramsOf({ operation }: Listed, schemas: TypedSchemas): string[] {
  const query = inPlace(operation, 'query');
  if (query.length === 0) return [];
  const name = toParams(operation.operationId);
  const members = query.map((one) => ({
    key: one.name,
    field: toExported(one.name),
    declared: one.name === 'limit' ? 'int' : schemas.typeOf(one.schema, name).name,
    description: one.description ?? '',
    isRequired: one.required ?? false,
  }));
  return [declareStruct(name, `${name} is what ${toExported(operation.operationId)} is asked by.`, members)];
}

/** The methods of the Go client. */
export function goOperations(document: OpenApiDocument): string {
  const schemas = new TypedSchemas(document);
  const version = `// ContractVersion is that of the contract that the methods were made of.
const ContractVersion = "${document.info.version}"`;
  const parts = listClientOperations(document).flatMap((listed) => [
    ...paramsOf(listed, schemas),
    methodOf(listed),
    ...(isList(listed.operation) ? [pagesOf(listed)] : []),
  ]);
  return `${[`${HEAD}\nimport "context"`, version, ...parts].join('\n\n')}\n`;
}

/** What webhooks carry, which no operation answers. */
const EVENT = 'WebhookEvent';

/** The types of requests, answers and events of the Go client: those alone that its methods use. */
export function goSchemas(document: OpenApiDocument): string {
  const schemas = new TypedSchemas(document);
  const declared = new Map<string, string>();
  const declare = (type: SchemaType, role: string): void => {
    if (declared.has(type.name)) return;
    if (type.kind === 'list') declare(type.item, role);
    if (type.kind === 'nullable') declare(type.of, role);
    if (type.kind === 'text' && type.name !== 'string')
      declared.set(type.name, declareWords(type.name, schemas.schemaOf(type.name)));
    if (type.kind !== 'struct') return;
    const comment = `${type.name} is ${role}. ${type.description}`.trim();
    declared.set(type.name, declareStruct(type.name, comment, type.members));
    for (const member of type.members) declare(member.type, `a part of ${type.name}`);
  };
  declare(schemas.named(EVENT), 'what a webhook carries; its type tells which members are there');
  for (const { operation } of listClientOperations(document)) {
    const method = toExported(operation.operationId);
    const body = refName(operation.requestBody?.content);
    if (body) declare(schemas.named(body), `the body of ${method}`);
    for (const { schema } of inPlace(operation, 'query')) declare(schemas.typeOf(schema, method), '');
    if (!isFile(operation)) declare(schemas.named(resultOf(operation)), `the answer to ${method}`);
  }
  return `${[HEAD.trimEnd(), ...declared.values()].join('\n\n')}\n`;
}
