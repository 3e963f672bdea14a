import {
  type ExampleRequest,
  exampleRequest,
  type PlacedOperation,
} from '@titular/server/api-docs/operation-examples.ts';
import { isFile, LEFT_OUT_OF_GENERATED, refName } from '../client-operations.ts';
import type { TypedSchemas } from '../typed-schemas.ts';
import { toBuilder, toJava } from './literals.ts';
import { isJavaList } from './operations.ts';
import { paramsOf } from './types.ts';

const INDENT = '    ';

/** Where classes come from that are no records. */
const PACKAGES: Readonly<Record<string, string>> = {
  HttpClient: 'java.net.http',
  HttpRequest: 'java.net.http',
  HttpResponse: 'java.net.http',
  List: 'java.util',
  StandardCharsets: 'java.nio.charset',
  URI: 'java.net',
  URLEncoder: 'java.net',
  CallOption: 'titular',
  Credentials: 'titular',
  Titular: 'titular',
};

/** The imports of the classes that a code names. */
function importsOf(code: string): string[] {
  const bare = code.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').replaceAll(/\/\/.*/g, '');
  const named = [...bare.matchAll(/(?<![\w.])([A-Z]\w*)\./g)].map(([, name = '']) => name);
  return [...new Set(named)]
    .filter((name) => name !== 'System')
    .map((name) => `import ${PACKAGES[name] ?? 'titular.Types'}.${name};`)
    .toSorted();
}

const program = (lines: readonly string[], thrown = ''): string => {
  const body = lines.flatMap((line) => line.split('\n')).map((line) => INDENT.repeat(2) + line);
  return [
    ...importsOf(lines.join('\n')),
    '',
    'class Example {',
    `${INDENT}public static void main(String[] arguments)${thrown} {`,
    ...body,
    `${INDENT}}`,
    '}',
  ].join('\n');
};

const CLIENT = `var client = Titular.of(System.getenv("TITULAR_URL"),
    Credentials.clientSecret(System.getenv("CLIENT_ID"), System.getenv("CLIENT_SECRET")));`;

/** Headers that are options of a call. */
const OPTIONS: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'idempotencyKey',
  'X-Titular-Scenario': 'scenario',
};

function argumentsOf(
  { operation }: PlacedOperation,
  { parameters, body }: ExampleRequest,
  schemas: TypedSchemas,
): string[] {
  const given = (place: string) => parameters.filter((one) => one.in === place);
  const name = refName(operation.requestBody?.content);
  const params = paramsOf(operation, schemas);
  const query = given('query').map(({ name: key, value }) => {
    const member = params?.members.find((one) => one.key === key);
    if (!member) throw new Error(`${operation.operationId} is not asked by ${key}`);
    return `.${member.field}(${toJava(value, member.type)})`;
  });
  return [
    ...given('path').map(({ value }) => JSON.stringify(value)),
    ...(name ? [toJava(body ?? {}, schemas.named(name))] : []),
    ...(params ? [toBuilder(params.name, query)] : []),
    ...given('header').map((one) => `CallOption.${OPTIONS[one.name]}(${JSON.stringify(one.value)})`),
  ];
}

function callMethod(placed: PlacedOperation, request: ExampleRequest, schemas: TypedSchemas): string {
  const { operation } = placed;
  const given = argumentsOf(placed, request, schemas);
  const isLong = given.some((one) => one.includes('\n')) || given.join(', ').length > 60;
  const inside = isLong
    ? `\n${INDENT}${given.join(',\n').replaceAll('\n', `\n${INDENT}`)}`
    : given.join(', ');
  if (isJavaList(operation)) {
    const pages = `var pages = client.${operation.operationId}Pages(${inside});`;
    return program([CLIENT, pages, 'for (var page : pages) {', `${INDENT}System.out.println(page);`, '}']);
  }
  const call = `var answer = client.${operation.operationId}(${inside});`;
  const shown = isFile(operation) ? 'answer.length + " bytes"' : 'answer';
  return program([CLIENT, call, `System.out.println(${shown});`]);
}

/** A member of a form; its value is encoded when the program runs. */
const writePair = ([name, value]: [string, unknown], at: number): string =>
  `${at === 0 ? '' : `${INDENT}+ `}"${at === 0 ? '' : '&'}${name}=" + URLEncoder.encode(${JSON.stringify(value)}, StandardCharsets.UTF_8)`;

function callByHttp({ operation }: PlacedOperation, { path, body }: ExampleRequest): string {
  const comment = `// The client has no method for this (${LEFT_OUT_OF_GENERATED[operation.operationId]}).`;
  const ask = `var request = HttpRequest.newBuilder(URI.create(System.getenv("TITULAR_URL") + "${path}"))`;
  const send =
    'var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());';
  const lines =
    body === undefined
      ? [`${ask}.build();`]
      : [
          `var form = ${Object.entries(body ?? {})
            .map(writePair)
            .join('\n')};`,
          ask,
          `${INDENT}.header("Content-Type", "application/x-www-form-urlencoded")`,
          `${INDENT}.POST(HttpRequest.BodyPublishers.ofString(form))`,
          `${INDENT}.build();`,
        ];
  return program([comment, ...lines, send, 'System.out.println(response.body());'], ' throws Exception');
}

/** Writes an example as a program in Java: by the client, or by the platform where that has no method. */
export function javaCall(placed: PlacedOperation, name: string, schemas: TypedSchemas): string {
  const request = exampleRequest(placed, name);
  return Object.hasOwn(LEFT_OUT_OF_GENERATED, placed.operation.operationId)
    ? callByHttp(placed, request)
    : callMethod(placed, request, schemas);
}
