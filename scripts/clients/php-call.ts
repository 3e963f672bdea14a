import {
  type ExampleRequest,
  exampleRequest,
  type PlacedOperation,
} from '@titular/server/api-docs/operation-examples.ts';
import { isFile, LEFT_OUT_OF_GENERATED } from './client-operations.ts';
import { toPhp, writeCall } from './literals.ts';
import { toCamel } from './php-types.ts';

const CLIENT = `<?php

require __DIR__ . '/vendor/autoload.php';

use Titular\\ClientSecret;
use Titular\\Titular;

$client = new Titular(
  getenv('TITULAR_URL'),
  new ClientSecret(getenv('CLIENT_ID'), getenv('CLIENT_SECRET')),
);
`;

/** Headers that are arguments of a method. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'idempotencyKey',
  'X-Titular-Scenario': 'scenario',
};

const namedArguments = ({ parameters }: ExampleRequest): string[] =>
  parameters
    .filter((one) => one.in !== 'path')
    .map(({ name, value }) => {
      const argument = ARGUMENTS[name] ?? toCamel(name);
      return `${argument}: ${argument === 'limit' ? value : toPhp(value)}`;
    });

/** A body is an array, an empty one too. */
const bodyArgument = ({ body }: ExampleRequest): string[] => {
  if (body === undefined) return [];
  return [Object.keys(body as object).length === 0 ? '[]' : toPhp(body)];
};

function callMethod({ operation }: PlacedOperation, request: ExampleRequest): string {
  const method = `$client->${operation.operationId}`;
  const ids = request.parameters.filter((one) => one.in === 'path').map(({ value }) => toPhp(value));
  const given = [...ids, ...bodyArgument(request), ...namedArguments(request)];
  if ((operation.parameters ?? []).some(({ name }) => name === 'cursor')) {
    const pages = writeCall('$client->pages', [`${method}(...)`, ...given]);
    return `${CLIENT}\nforeach (${pages} as $page) {\n  print_r($page);\n}`;
  }
  const printed = isFile(operation) ? "echo strlen($answer), ' bytes';" : 'print_r($answer);';
  return `${CLIENT}\n$answer = ${writeCall(method, given)};\n${printed}`;
}

function callByStream({ operation }: PlacedOperation, { path, body }: ExampleRequest): string {
  const reason = LEFT_OUT_OF_GENERATED[operation.operationId];
  const head = `<?php\n\n// The client has no method for this (${reason}).\n`;
  const address = `getenv('TITULAR_URL') . '${path}'`;
  if (body === undefined) return `${head}echo file_get_contents(${address});`;
  return `${head}$form = ${toPhp(body)};
$context = stream_context_create(['http' => [
  'method' => 'POST',
  'header' => 'content-type: application/x-www-form-urlencoded',
  'content' => http_build_query($form),
]]);
echo file_get_contents(${address}, context: $context);`;
}

/** Writes an example as a program in PHP: by the client, or by a stream where that has no method. */
export function phpCall(placed: PlacedOperation, name: string): string {
  const request = exampleRequest(placed, name);
  const isLeftOut = Object.hasOwn(LEFT_OUT_OF_GENERATED, placed.operation.operationId);
  const program = isLeftOut ? callByStream(placed, request) : callMethod(placed, request);
  // PHP indents by four.
  return program.replaceAll(/^(?: {2})+/gm, (indent) => indent.repeat(2));
}
