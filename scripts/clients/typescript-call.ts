import {
  type ExampleRequest,
  exampleRequest,
  type PlacedOperation,
} from '@titular/server/api-docs/operation-examples.ts';
import { toTypeScript, writeCall } from './literals.ts';
import { LEFT_OUT_OF_TYPESCRIPT, TYPESCRIPT_METHODS } from './typescript-methods.ts';

const CLIENT = `import { Titular } from '@titular/client';

const client = new Titular({
  baseUrl: process.env.TITULAR_URL!,
  credentials: {
    kind: 'clientSecret',
    clientId: process.env.CLIENT_ID!,
    clientSecret: process.env.CLIENT_SECRET!,
  },
});
`;

/** Headers that are options of a method. */
const OPTIONS: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'idempotencyKey',
  'X-Titular-Scenario': 'scenario',
};

type Named = Record<string, string | number>;

/** The parameters of one place; a number on the wire is one in the program. */
const namedIn = ({ parameters }: ExampleRequest, place: string): Named =>
  Object.fromEntries(
    parameters
      .filter((one) => one.in === place)
      .map(({ name, value }) => [OPTIONS[name] ?? name, name === 'limit' ? Number(value) : value]),
  );

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** A list is gone through; anything else is one answer. */
function callMethod(
  method: string,
  { operation, ...placed }: PlacedOperation,
  request: ExampleRequest,
): string {
  const ids = Object.values(namedIn(request, 'path')).map(toTypeScript);
  const query = namedIn(request, 'query');
  const body = request.body === undefined ? [] : [toTypeScript(request.body)];
  const options = namedIn(request, 'header');
  const isList = method.endsWith('.list');
  const given = [...ids, ...(isList && !isEmpty(query) ? [toTypeScript(query)] : body)];
  const misses = !isEmpty(options) && !isList && operation.requestBody && body.length === 0;
  const all = [...given, ...(misses ? ['{}'] : []), ...(isEmpty(options) ? [] : [toTypeScript(options)])];
  const call = writeCall(`client.${method}`, all);
  if (!isList && !isEmpty(query)) throw new Error(`${placed.path} has a query that ${method} does not take`);
  return isList
    ? `for await (const item of ${call}) console.log(item);`
    : `const answer = await ${call};\nconsole.log(answer);`;
}

/** How the body of an answer is read, by its media type. */
const readerOf = ({ operation: { responses } }: PlacedOperation): string => {
  const [type = 'text/plain'] = Object.keys(responses['200']?.content ?? {});
  if (type === 'application/json') return 'json';
  return type.startsWith('text/') ? 'text' : 'blob';
};

function callByFetch(placed: PlacedOperation, request: ExampleRequest): string {
  const { verb, path, body, hasToken } = request;
  const query = namedIn(request, 'query');
  const search = isEmpty(query) ? '' : `?\${query}`;
  const address = `\`\${process.env.TITULAR_URL}${path}${search}\``;
  const options = [
    ...(verb === 'GET' ? [] : [`method: '${verb}'`]),
    ...(hasToken ? [`headers: { authorization: \`Bearer \${process.env.TOKEN}\` }`] : []),
    ...(body === undefined ? [] : [`body: new URLSearchParams(${toTypeScript(body)})`]),
  ];
  const given =
    options.length > 0
      ? `, {\n${options.map((one) => `  ${one.replaceAll('\n', '\n  ')},`).join('\n')}\n}`
      : '';
  const reason = LEFT_OUT_OF_TYPESCRIPT[placed.operation.operationId];
  const comment = reason ? `// The client has no method for this (${reason}).\n` : '';
  const asked = isEmpty(query) ? '' : `const query = new URLSearchParams(${toTypeScript(query)});\n`;
  return `${comment}${asked}const response = await fetch(${address}${given});
console.log(response.status, await response.${readerOf(placed)}());`;
}

/** Writes an example as a program in TypeScript: by the client, or by `fetch` where that has no method. */
export function typescriptCall(placed: PlacedOperation, name: string): string {
  const request = exampleRequest(placed, name);
  const method = TYPESCRIPT_METHODS[placed.operation.operationId];
  return method === undefined
    ? callByFetch(placed, request)
    : `${CLIENT}\n${callMethod(method, placed, request)}`;
}
