import {
  type ExampleRequest,
  exampleRequest,
  type PlacedOperation,
} from '@titular/server/api-docs/operation-examples.ts';
import { isFile, LEFT_OUT_OF_GENERATED, refName } from '../client-operations.ts';
import type { TypedSchemas } from '../typed-schemas.ts';
import { toGo, toGoParams } from './literals.ts';
import { toExported } from './names.ts';
import { isList, toParams } from './operations.ts';

const program = (imports: readonly string[], lines: readonly string[]): string =>
  [
    'package main',
    '',
    'import (',
    ...imports.map((one) => `\t"${one}"`),
    ')',
    '',
    'func main() {',
    ...lines
      .join('\n')
      .split('\n')
      .map((line) => (line === '' ? '' : `\t${line}`)),
    '}',
  ].join('\n');

const CLIENT = `client, err := titular.NewClient(os.Getenv("TITULAR_URL"), titular.ClientSecret{
\tID:     os.Getenv("CLIENT_ID"),
\tSecret: titular.NewSecret(os.Getenv("CLIENT_SECRET")),
})`;

const END = 'if err != nil {\n\tlog.Fatal(err)\n}';

/** Headers that are options of a call. */
const OPTIONS: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'IdempotencyKey',
  'X-Titular-Scenario': 'Scenario',
};

function argumentsOf(
  { operation }: PlacedOperation,
  { parameters, body }: ExampleRequest,
  schemas: TypedSchemas,
): string[] {
  const given = (place: string) => parameters.filter((one) => one.in === place);
  const name = refName(operation.requestBody?.content);
  const takesQuery = (operation.parameters ?? []).some((one) => one.in === 'query');
  const query = given('query').map(({ name: key, value }): [string, string] => [
    toExported(key),
    key === 'limit' ? value : JSON.stringify(value),
  ]);
  return [
    ...given('path').map(({ value }) => JSON.stringify(value)),
    ...(name ? [toGo(body ?? {}, schemas.named(name))] : []),
    ...(takesQuery ? [toGoParams(toParams(operation.operationId), query)] : []),
    ...given('header').map((one) => `titular.${OPTIONS[one.name]}(${JSON.stringify(one.value)})`),
  ];
}

function callMethod(placed: PlacedOperation, request: ExampleRequest, schemas: TypedSchemas): string {
  const { operation } = placed;
  const name = toExported(operation.operationId);
  const given = argumentsOf(placed, request, schemas);
  const imports = ['context', 'fmt', 'log', 'os', 'titular'];
  if (isList(operation)) {
    const pages = `pages := client.${name}Pages(${given.join(', ')})`;
    const loop = 'for pages.Next(context.Background()) {\n\tfmt.Printf("%+v\\n", pages.Page())\n}';
    const over = 'if err := pages.Err(); err != nil {\n\tlog.Fatal(err)\n}';
    return program(imports, [CLIENT, END, pages, loop, over]);
  }
  const call = `answer, err := client.${name}(${['context.Background()', ...given].join(', ')})`;
  const print = isFile(operation) ? 'fmt.Println(len(answer), "bytes")' : 'fmt.Printf("%+v\\n", answer)';
  return program(imports, [CLIENT, END, call, END, print]);
}

function callByHTTP({ operation }: PlacedOperation, { path, body }: ExampleRequest): string {
  const { operationId } = operation;
  const comment = `// The client has no method for this (${LEFT_OUT_OF_GENERATED[operationId]}).`;
  const address = `os.Getenv("TITULAR_URL")+"${path}"`;
  const form = Object.entries(body ?? {}).map(([name, value]) => `\t"${name}": {${JSON.stringify(value)}},`);
  const ask =
    body === undefined
      ? [`response, err := http.Get(${address.replace('+', ' + ')})`]
      : ['form := url.Values{', ...alignForm(form), '}', `response, err := http.PostForm(${address}, form)`];
  const read = ['defer response.Body.Close()', 'content, err := io.ReadAll(response.Body)', END];
  return program(
    ['fmt', 'io', 'log', 'net/http', ...(body === undefined ? [] : ['net/url']), 'os'],
    [comment, ...ask, END, ...read, 'fmt.Println(string(content))'],
  );
}

/** Values below one another, as `gofmt` writes them. */
function alignForm(lines: readonly string[]): string[] {
  const width = Math.max(...lines.map((line) => line.indexOf(': ')));
  return lines.map((line) => {
    const at = line.indexOf(': ') + 1;
    return line.slice(0, at).padEnd(width + 1) + line.slice(at);
  });
}

/** Writes an example as a program in Go: by the client, or by the standard library where that has no method. */
export function goCall(placed: PlacedOperation, name: string, schemas: TypedSchemas): string {
  const request = exampleRequest(placed, name);
  return Object.hasOwn(LEFT_OUT_OF_GENERATED, placed.operation.operationId)
    ? callByHTTP(placed, request)
    : callMethod(placed, request, schemas);
}
