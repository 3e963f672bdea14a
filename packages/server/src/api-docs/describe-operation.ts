import {
  errorCatalogue,
  type OperationExample,
  type OperationNotes,
  oauthErrorCatalogue,
  operationExamples,
  parameterMeanings,
  parameterPatterns,
  publishedOperations,
  type TokenSubCode,
} from '@titular/contract';
import type { Route } from '../kernel/http/route.ts';
import { sandboxParameter } from '../kernel/http/sandbox-port.ts';
import { toReference } from './components.ts';
import type {
  ExampleObject,
  HeaderObject,
  MediaObject,
  OperationObject,
  ParameterObject,
  ResponseObject,
  SchemaObject,
} from './document.ts';

const REASONS: Readonly<Record<string, string>> = {
  200: 'Success.',
  400: 'The request cannot be carried out as sent.',
  401: 'The client could not be authenticated.',
  403: 'Not allowed.',
  404: 'Not found.',
  429: 'Too many requests; wait `Retry-After` seconds.',
  500: 'A fault on our side; the message says whether anything may have been changed.',
  default: 'A request that is no sound HTTP, or a fault on our side.',
};

const ANYWHERE = ['40001', '50001'] as const;

/** What even an operation without rules of its own answers to a request that is no sound HTTP. */
const NOT_SOUND = '400';

const isOfCaller = (code: string): boolean => code.startsWith('4');

const MEDIA: Readonly<Record<Route['bodyKind'], string>> = {
  json: 'application/json',
  'signed-json': 'application/json',
  form: 'application/x-www-form-urlencoded',
  jpeg: 'image/jpeg',
  none: '',
};

const waitingCodes = new Set(
  Object.entries(errorCatalogue).flatMap(([code, entry]) => (entry.retryAfterSeconds ? [code] : [])),
);

type Examples = readonly (readonly [name: string, example: OperationExample])[];

const notesOf = (operationId: string): OperationNotes => {
  const notes = publishedOperations[operationId];
  if (!notes) throw new Error(`the operation ${operationId} has no notes`);
  return notes;
};

/** The codes, or sub-codes of the token endpoint, that an operation may answer with a status. */
export function codesOf(operationId: string, status: string): readonly string[] {
  if (status === 'default') return ANYWHERE;
  const { codes, subCodes } = notesOf(operationId);
  if (status === NOT_SOUND && codes.every((code) => !isOfCaller(code)) && !subCodes) return ['40001'];
  const own = codes.filter((code) => String(errorCatalogue[code].status) === status).sort();
  return [...own, ...(subCodes?.[Number(status)] ?? [])];
}

const statusOf = (code: string): string =>
  String(
    errorCatalogue[code as keyof typeof errorCatalogue]?.status ??
      oauthErrorCatalogue[code as TokenSubCode]?.httpStatus,
  );

const present = (examples: Record<string, ExampleObject>): { examples?: Record<string, ExampleObject> } =>
  Object.keys(examples).length > 0 ? { examples } : {};

const parameterExamples = (name: string, examples: Examples) =>
  present(
    Object.fromEntries(
      examples.flatMap(([example, { summary, parameters }]) => {
        const value = parameters?.[name];
        return value === undefined ? [] : [[example, { summary, value }]];
      }),
    ),
  );

function formOf(name: string): SchemaObject {
  const pattern = parameterPatterns[name];
  return pattern === undefined ? { type: 'string', format: 'uuid' } : { type: 'string', pattern };
}

/** Every operation behind a token heeds the header of the sandbox: those that follow nothing refuse by it. */
function headerParametersOf({
  access,
  headerParameters = [],
}: Route): NonNullable<Route['headerParameters']> {
  const ofSandbox = sandboxParameter('call');
  const isNamed = headerParameters.some(({ name }) => name === ofSandbox.name);
  return access === 'token' && !isNamed ? [...headerParameters, ofSandbox] : headerParameters;
}

function parametersOf(route: Route, examples: Examples): ParameterObject[] {
  const inPath = [...route.path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    description: parameterMeanings[name] ?? '',
    schema: formOf(name),
  }));
  const { properties = {}, required = [] } = (route.querySchema ?? {}) as SchemaObject;
  const inQuery = Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema;
    const reference = toReference(schema);
    return {
      name,
      in: 'query' as const,
      ...(required.includes(name) ? { required: true } : {}),
      // What a shared schema says is about its values, not about this parameter.
      description: (reference.$ref ? undefined : description) ?? parameterMeanings[name] ?? description ?? '',
      schema: reference.$ref ? reference : toReference(rest),
    };
  });
  const inHeader = headerParametersOf(route).map(({ name, description, pattern }) => ({
    name,
    in: 'header' as const,
    description,
    schema: { type: 'string', pattern },
  }));
  return [...inPath, ...inQuery, ...inHeader].map((one) => ({
    ...one,
    ...parameterExamples(one.name, examples),
  }));
}

function requestBodyOf(route: Route, examples: Examples): Pick<OperationObject, 'requestBody'> {
  const schema = route.formSchema ?? route.signedSchema ?? route.bodySchema;
  if (!schema) return {};
  const bodies = examples.flatMap(([name, { summary, body }]) =>
    body === undefined ? [] : [[name, { summary, value: body }] as const],
  );
  const media: MediaObject = { schema: toReference(schema), ...present(Object.fromEntries(bodies)) };
  return { requestBody: { required: true, content: { [MEDIA[route.bodyKind]]: media } } };
}

const pointers = (group: 'headers' | 'examples', names: readonly string[]): Record<string, HeaderObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${group}/${name}` }]));

const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'];

/** Whether any refusal of a status is one whose remedy is to wait; then the answer may name the pause. */
const asksToWait = ({ operationId }: Route, status: string): boolean =>
  status === '429' || codesOf(operationId, status).some((code) => waitingCodes.has(code));

function headersOf(route: Route, status: string): Record<string, HeaderObject> {
  const isCounted = route.access === 'token' && status !== '403';
  return {
    ...pointers('headers', ['X-Request-Id']),
    ...(Number(status) >= 400 ? pointers('headers', ['Link']) : {}),
    ...(isCounted ? pointers('headers', RATE_HEADERS) : {}),
    ...(asksToWait(route, status) ? pointers('headers', ['Retry-After']) : {}),
    ...(status === '403' && route.access === 'token' ? pointers('headers', ['WWW-Authenticate']) : {}),
    ...(status === '401'
      ? { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate-Client' } }
      : {}),
  };
}

const schemaOfText = (type: string): SchemaObject => ({
  type: type === 'application/json' ? 'object' : 'string',
});

function contentOf(route: Route, status: string, examples: Examples): Pick<ResponseObject, 'content'> {
  const schema = status === 'default' ? route.responses[500] : route.responses[Number(status)];
  const isCommon = status === 'default' || (status === NOT_SOUND && schema === undefined);
  const answers = examples.flatMap(([name, example]) =>
    String(example.status) === status && example.answer !== undefined
      ? [[name, { summary: example.summary, value: example.answer }] as const]
      : [],
  );
  const ofCodes = codesOf(route.operationId, status).filter(
    (code) => status === 'default' || statusOf(code) === status,
  );
  const all = present({ ...Object.fromEntries(answers), ...pointers('examples', ofCodes) });
  if (typeof schema === 'object')
    return { content: { 'application/json': { schema: toReference(schema), ...all } } };
  if (isCommon)
    return {
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' }, ...all } },
    };
  const { answerType } = route;
  return answerType ? { content: { [answerType]: { schema: schemaOfText(answerType), ...all } } } : {};
}

function responseOf(route: Route, status: string, examples: Examples): ResponseObject {
  const codes = codesOf(route.operationId, status);
  const list = codes.map((code) => `\`${code}\``).join(', ');
  return {
    description: `${REASONS[status]}${list ? ` Codes: ${list}.` : ''}`,
    headers: headersOf(route, status),
    ...contentOf(route, status, examples),
    ...(codes.length > 0 ? { 'x-codes': codes } : {}),
  };
}

const securityOf = (route: Route): Record<string, readonly string[]>[] => {
  if (route.access === 'token') return [{ accessToken: [route.scope] }];
  return route.bodyKind === 'form' ? [{ client: [] }, {}] : [];
};

function statusesOf({ responses }: Route): string[] {
  const own = Object.keys(responses);
  return [...own, ...(own.some(isOfCaller) ? [] : [NOT_SOUND]), ...(responses[500] ? [] : ['default'])];
}

const apartOf = (all: Examples): Pick<OperationObject, 'x-further-examples'> => {
  const apart = all.flatMap(([name, { standsApart, ...example }]) =>
    standsApart ? [[name, example] as const] : [],
  );
  return apart.length > 0 ? { 'x-further-examples': Object.fromEntries(apart) } : {};
};

/** What the document says of one row of the route table; a row without notes in the contract is a fault. */
export function describeOperation(route: Route): OperationObject {
  const { operationId, summary } = route;
  const all: Examples = Object.entries(operationExamples[operationId] ?? {});
  const examples = all.filter(([, { standsApart }]) => !standsApart);
  const notes = notesOf(operationId);
  return {
    operationId,
    tags: [notes.tag],
    summary,
    description: notes.description,
    security: securityOf(route),
    parameters: parametersOf(route, examples),
    ...requestBodyOf(route, examples),
    responses: Object.fromEntries(
      statusesOf(route)
        .sort()
        .map((status) => [status, responseOf(route, status, examples)]),
    ),
    ...apartOf(all),
  };
}
