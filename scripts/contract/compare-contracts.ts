import type {
  MediaObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
  SchemaObject,
} from '@titular/server/api-docs/document.ts';
import { type Change, compareSchemas, type Direction, type Resolve } from './compare-schemas.ts';

type Sides<Value> = { before: Value; after: Value };
type Context = { where: string; resolveBefore: Resolve; resolveAfter: Resolve };
type Media = Readonly<Record<string, MediaObject>>;

const resolverOf =
  ({ components }: OpenApiDocument): Resolve =>
  (schema: SchemaObject) => {
    const name = schema.$ref?.split('/').at(-1);
    if (name === undefined) return schema;
    const found = components.schemas[name];
    if (!found) throw new Error(`${schema.$ref} leads nowhere`);
    return found;
  };

const breaking = (where: string, what: string): Change => ({ kind: 'breaking', where, what });
const notable = (where: string, what: string): Change => ({ kind: 'notable', where, what });
const added = (where: string, what: string): Change => ({ kind: 'added', where, what });

function compareMedia({ before, after }: Sides<Media>, direction: Direction, context: Context): Change[] {
  const fresh = Object.keys(after).filter((type) => !(type in before));
  return [
    ...Object.entries(before).flatMap(([type, { schema: old = {} }]) => {
      const where = `${context.where} ${type}`;
      const now = after[type];
      if (!now) return [breaking(where, 'is gone')];
      return compareSchemas(old, now.schema ?? {}, { ...context, where, direction });
    }),
    ...fresh.map((type) => added(`${context.where} ${type}`, 'is new')),
  ];
}

const keyOf = ({ in: place, name }: ParameterObject): string => `${place} ${name.toLowerCase()}`;

/** Of an event the service sends the headers, so that one more asks nothing of anybody. */
function compareParameters(sides: Sides<OperationObject>, direction: Direction, context: Context): Change[] {
  const old = new Map((sides.before.parameters ?? []).map((one) => [keyOf(one), one]));
  const now = new Map((sides.after.parameters ?? []).map((one) => [keyOf(one), one]));
  const kept = [...old].flatMap(([key, before]) => {
    const where = `${context.where} ${key}`;
    const after = now.get(key);
    if (!after) return [breaking(where, 'is gone')];
    const wasRequired = before.required ?? false;
    const isRequired = after.required ?? false;
    const harder = direction === 'sent' ? !wasRequired && isRequired : wasRequired && !isRequired;
    return [
      ...(harder ? [breaking(where, isRequired ? 'is required now' : 'may be absent now')] : []),
      ...compareSchemas(before.schema, after.schema, { ...context, where, direction }),
    ];
  });
  const fresh = [...now].flatMap(([key, { required = false }]) => {
    if (old.has(key)) return [];
    const where = `${context.where} ${key}`;
    return [
      required && direction === 'sent' ? breaking(where, 'is new and required') : added(where, 'is new'),
    ];
  });
  return [...kept, ...fresh];
}

function compareBody(
  { before, after }: Sides<OperationObject>,
  direction: Direction,
  context: Context,
): Change[] {
  const where = `${context.where} body`;
  const { requestBody: old } = before;
  const { requestBody: now } = after;
  if (!old) return now?.required ? [breaking(where, 'is new and required')] : [];
  if (!now) return [breaking(where, 'is gone')];
  const harder = !old.required && now.required ? [breaking(where, 'is required now')] : [];
  return [
    ...harder,
    ...compareMedia({ before: old.content, after: now.content }, direction, { ...context, where }),
  ];
}

function compareNames(
  before: readonly string[],
  after: readonly string[],
  where: string,
  noun: string,
): Change[] {
  return [
    ...before
      .filter((one) => !after.includes(one))
      .map((one) => breaking(where, `the ${noun} ${one} is gone`)),
    ...after.filter((one) => !before.includes(one)).map((one) => notable(where, `the ${noun} ${one} is new`)),
  ];
}

function compareResponse({ before, after }: Sides<ResponseObject>, context: Context): Change[] {
  const { where } = context;
  return [
    ...compareNames(before['x-codes'] ?? [], after['x-codes'] ?? [], where, 'code'),
    ...compareNames(Object.keys(before.headers ?? {}), Object.keys(after.headers ?? {}), where, 'header'),
    ...compareMedia({ before: before.content ?? {}, after: after.content ?? {} }, 'received', context),
  ];
}

function compareResponses({ before, after }: Sides<OperationObject>, context: Context): Change[] {
  const fresh = Object.keys(after.responses).filter((status) => !(status in before.responses));
  return [
    ...Object.entries(before.responses).flatMap(([status, old]) => {
      const where = `${context.where} ${status}`;
      const now = after.responses[status];
      return now
        ? compareResponse({ before: old, after: now }, { ...context, where })
        : [breaking(where, 'is gone')];
    }),
    ...fresh.map((status) => notable(`${context.where} ${status}`, 'is new')),
  ];
}

/** Every way in that was good before must be asked no more than it was. */
function compareSecurity({ before, after }: Sides<OperationObject>, { where }: Context): Change[] {
  const now = after.security ?? [];
  const isEnough = (old: Readonly<Record<string, readonly string[]>>): boolean =>
    now.some((one) =>
      Object.entries(one).every(
        ([scheme, scopes]) => scopes.every((scope) => old[scheme]?.includes(scope)) && scheme in old,
      ),
    ) || now.length === 0;
  const old = before.security?.length ? before.security : [{}];
  return old
    .filter((one) => !isEnough(one))
    .map(() => breaking(where, 'asks for another proof of who calls'));
}

function compareOperation(sides: Sides<OperationObject>, direction: Direction, context: Context): Change[] {
  const { before, after } = sides;
  return [
    ...(before.operationId === after.operationId
      ? []
      : [breaking(context.where, `was ${before.operationId}, is ${after.operationId}`)]),
    ...compareSecurity(sides, context),
    ...compareParameters(sides, direction, context),
    ...compareBody(sides, direction, context),
    ...compareResponses(sides, context),
  ];
}

type Placed = Map<string, OperationObject>;

const placed = (items: OpenApiDocument['paths']): Placed =>
  new Map(
    Object.entries(items).flatMap(([path, item]) =>
      Object.entries(item).map(([method, one]) => [`${method.toUpperCase()} ${path}`, one] as const),
    ),
  );

/** Every difference between two versions of the document that somebody who wrote a client or a receiver before could notice (R100). */
export function compareContracts(before: OpenApiDocument, after: OpenApiDocument): Change[] {
  const resolvers = { resolveBefore: resolverOf(before), resolveAfter: resolverOf(after) };
  const compareAll = (old: Placed, now: Placed, direction: Direction): Change[] => [
    ...[...old].flatMap(([where, operation]) => {
      const kept = now.get(where);
      return kept
        ? compareOperation({ before: operation, after: kept }, direction, { ...resolvers, where })
        : [breaking(where, 'is gone')];
    }),
    ...[...now.keys()].filter((where) => !old.has(where)).map((where) => added(where, 'is new')),
  ];
  return [
    ...compareAll(placed(before.paths), placed(after.paths), 'sent'),
    ...compareAll(placed(before.webhooks), placed(after.webhooks), 'received'),
  ];
}
