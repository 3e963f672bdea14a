import {
  type ExampleRequest,
  exampleRequest,
  type PlacedOperation,
} from '@titular/server/api-docs/operation-examples.ts';
import { isFile, LEFT_OUT_OF_GENERATED } from './client-operations.ts';
import { toPython, writeCall } from './literals.ts';
import { toParameter, toSnake } from './python-types.ts';

const client = (names: string): string => `import os

from titular import ${names}

client = Titular(
  os.environ["TITULAR_URL"],
  ClientSecret(os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"]),
)
`;

/** Headers that are arguments of a method. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'idempotency_key',
  'X-Titular-Scenario': 'scenario',
};

const namedArguments = ({ parameters }: ExampleRequest): string[] =>
  parameters
    .filter((one) => one.in !== 'path')
    .map(({ name, value }) => {
      const argument = ARGUMENTS[name] ?? toParameter(name);
      return `${argument}=${argument === 'limit' ? value : toPython(value)}`;
    });

function callMethod({ operation }: PlacedOperation, request: ExampleRequest): string {
  const method = `client.${toSnake(operation.operationId)}`;
  const ids = request.parameters.filter((one) => one.in === 'path').map(({ value }) => toPython(value));
  const body = request.body === undefined ? [] : [toPython(request.body)];
  const given = [...ids, ...body, ...namedArguments(request)];
  if ((operation.parameters ?? []).some(({ name }) => name === 'cursor'))
    return `${client('ClientSecret, Titular, pages')}
for page in ${writeCall('pages', [method, ...given])}:
  print(page)`;
  const printed = isFile(operation) ? 'print(len(answer), "bytes")' : 'print(answer)';
  return `${client('ClientSecret, Titular')}\nanswer = ${writeCall(method, given)}\n${printed}`;
}

function callByUrllib({ operation }: PlacedOperation, { path, body }: ExampleRequest): string {
  const reason = LEFT_OUT_OF_GENERATED[operation.operationId];
  const isForm = body !== undefined;
  const form = isForm ? `form = ${toPython(body)}\n` : '';
  const address = `os.environ["TITULAR_URL"] + "${path}"`;
  return `import os
${isForm ? 'from urllib.parse import urlencode\n' : ''}from urllib.request import urlopen

# The client has no method for this (${reason}).
${form}with urlopen(${address}${isForm ? ', urlencode(form).encode()' : ''}) as response:
  print(response.read().decode())`;
}

/** Writes an example as a program in Python: by the client, or by the standard library where that has no method. */
export function pythonCall(placed: PlacedOperation, name: string): string {
  const request = exampleRequest(placed, name);
  const isLeftOut = Object.hasOwn(LEFT_OUT_OF_GENERATED, placed.operation.operationId);
  const program = isLeftOut ? callByUrllib(placed, request) : callMethod(placed, request);
  // Python indents by four.
  return program.replaceAll(/^(?: {2})+/gm, (indent) => indent.repeat(2));
}
