import type {
  MediaObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
} from '@titular/server/api-docs/document.ts';
import { PythonTypes, toDocstring, toParameter, toSnake } from './python-types.ts';

/** Operations that the Python client has no method for, each with the reason. */
export const LEFT_OUT_OF_PYTHON: Readonly<Record<string, string>> = {
  issueToken: 'the client keeps the token itself',
  issueTokenByGet: 'answers a refusal only',
  revokeToken: 'a token of the client ends with its hour',
  introspectToken: 'for servers that are handed a token of somebody else',
  receivePlatformEvent: 'called by the identity platform, not by a merchant',
  readOpenApi: 'the document of which the methods are made',
  readReference: 'a page for people',
  readLlmsText: 'a text for people and models',
};

/** Requests that change something, and change nothing more when they come again; reads are repeated anyway. */
export const REPEATABLE: ReadonlySet<string> = new Set([
  'cancelTransaction',
  'resendEvent',
  'resendEventById',
  'resendDelivery',
  'resendFailed',
  'changeWebhookEndpoint',
  'createFaceReference',
  'deleteFaceReference',
  'deleteWebhookEndpoint',
  'eraseIdentity',
]);

type Content = Readonly<Record<string, MediaObject>>;
type Listed = { method: string; path: string; operation: OperationObject };

const METHODS = ['get', 'post', 'patch', 'delete'];

/** Every operation that the client has a method for, in the order of the document. */
export const listPythonOperations = (document: OpenApiDocument): Listed[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({ method, path, operation: operation }))
      .filter(({ operation }) => !Object.hasOwn(LEFT_OUT_OF_PYTHON, operation.operationId)),
  );

const refName = (content: Content | undefined): string | undefined =>
  content?.['application/json']?.schema?.$ref?.split('/').at(-1);

/** Whether a success is answered with bytes, not JSON. */
export const isFile = ({ responses }: OperationObject): boolean =>
  !Object.hasOwn(responses['200']?.content ?? {}, 'application/json');

const hasHeader = ({ parameters = [] }: OperationObject, name: string): boolean =>
  parameters.some((one) => one.in === 'header' && one.name === name);

function repeatOf(method: string, operation: OperationObject): 'always' | 'under-key' | 'never' {
  if (hasHeader(operation, 'Idempotency-Key')) return 'under-key';
  return method === 'get' || REPEATABLE.has(operation.operationId) ? 'always' : 'never';
}

function rowOf({ method, path, operation }: Listed): string {
  const hasToken = operation.security?.some((one) => Object.hasOwn(one, 'accessToken')) ?? false;
  const flags = `${hasToken ? 'True' : 'False'}, ${isFile(operation) ? 'True' : 'False'}`;
  const { operationId } = operation;
  return `    "${operationId}": Operation("${operationId}", "${method.toUpperCase()}", "${path}", "${repeatOf(method, operation)}", ${flags}),`;
}

/** The wire has texts alone; numbers and times of Python are written as those. */
function queryType({ name, description = '' }: ParameterObject): string {
  if (name === 'limit') return 'int';
  return description.includes('RFC 3339') ? 'Union[str, datetime]' : 'str';
}

type Signature = { positional: string[]; named: string[]; passed: string[]; docs: string[] };

/** What a method takes: ids and body by position, everything else by name. */
function signatureOf(operation: OperationObject): Signature {
  const { parameters = [], requestBody } = operation;
  const ids = parameters.filter((one) => one.in === 'path');
  const query = parameters.filter((one) => one.in === 'query');
  const body = requestBody && refName(requestBody.content);
  const isKeyed = hasHeader(operation, 'Idempotency-Key');
  const optionalBody = `body: Optional[${body}] = None`;
  return {
    positional: [
      ...ids.map(({ name }) => `${toParameter(name)}: str`),
      ...(body ? [requestBody.required ? `body: ${body}` : optionalBody] : []),
    ],
    named: [
      ...query.map((one) =>
        one.required
          ? `${toParameter(one.name)}: ${queryType(one)}`
          : `${toParameter(one.name)}: Optional[${queryType(one)}] = None`,
      ),
      ...(isKeyed ? ['idempotency_key: Union[str, bool, None] = None'] : []),
      'max_retries: Optional[int] = None',
      ...(hasHeader(operation, 'X-Titular-Scenario') ? ['scenario: Optional[str] = None'] : []),
    ],
    passed: [
      `{${ids.map(({ name }) => `"${name}": ${toParameter(name)}`).join(', ')}}`,
      ...(query.length > 0
        ? [`query={${query.map(({ name }) => `"${name}": ${toParameter(name)}`).join(', ')}}`]
        : []),
      ...(body ? [requestBody.required ? 'body=body' : 'body=body or {}'] : []),
      ...(isKeyed ? ['idempotency_key=idempotency_key'] : []),
      'max_retries=max_retries',
      ...(hasHeader(operation, 'X-Titular-Scenario') ? ['scenario=scenario'] : []),
    ],
    docs: [
      ...query
        .filter(({ description }) => description)
        .map(({ name, description }) => `        ${toParameter(name)}: ${description}`),
      ...(isKeyed
        ? ['        idempotency_key: Names the request; a new UUID without it, and False sends none.']
        : []),
    ],
  };
}

function methodOf({ operation }: Listed): string {
  const { operationId, summary, responses } = operation;
  const { positional, named, passed, docs } = signatureOf(operation);
  const result = isFile(operation) ? 'bytes' : (refName(responses['200']?.content) ?? 'Any');
  const body = [`${summary}.`, ...(docs.length > 0 ? ['', ...docs, '       '] : [])].join('\n');
  const docstring = docs.length > 0 ? `"""${body} """` : toDocstring(body);
  return [
    `    def ${toSnake(operationId)}(`,
    ...['self', ...positional, '*', ...named].map((one) => `        ${one},`),
    `    ) -> ${result}:`,
    `        ${docstring}`,
    `        return cast(${JSON.stringify(result)}, self._call(`,
    ...[`OPERATIONS["${operationId}"]`, ...passed].map((one) => `            ${one},`),
    '        ))',
  ].join('\n');
}

const HEAD = (
  version: string,
): string => `"""Every operation of the API, by the OpenAPI document. Generated by \`npm run generate\`."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, List, Literal, Mapping, NamedTuple, Optional, TypedDict, Union, cast

#: Version of the contract that the methods were made of.
CONTRACT_VERSION = "${version}"


class Operation(NamedTuple):
    """One operation: where it is, and when it is sent again though nobody knows what became of it."""

    name: str
    method: str
    path: str
    repeat: str
    has_token: bool
    is_file: bool`;

const CALL = `class Operations:
    """One method for each operation. \`\`max_retries\`\` limits the tries after the first; \`\`scenario\`\` is for tests."""

    def _call(
        self,
        operation: Operation,
        ids: Mapping[str, object],
        *,
        query: Optional[Mapping[str, object]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: object = None,
        max_retries: Optional[int] = None,
        scenario: Optional[str] = None,
    ) -> Any:
        raise NotImplementedError`;

/** The generated module of the Python client. */
export function pythonOperations(document: OpenApiDocument): string {
  const types = new PythonTypes();
  for (const [name, schema] of Object.entries(document.components.schemas)) types.define(name, schema);
  const listed = listPythonOperations(document);
  const table = ['OPERATIONS: Dict[str, Operation] = {', ...listed.map(rowOf), '}'].join('\n');
  const classes = [CALL, ...listed.map(methodOf)].join('\n\n');
  return `${[HEAD(document.info.version), ...types.definitions, table, classes].join('\n\n\n')}\n`;
}
