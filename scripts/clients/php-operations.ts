import type { OpenApiDocument, OperationObject, ParameterObject } from '@titular/server/api-docs/document.ts';
import {
  hasHeader,
  isFile,
  type Listed,
  listClientOperations,
  refName,
  repeatOf,
} from './client-operations.ts';
import { toCamel, toComment, toPhpType } from './php-types.ts';

/** A parameter of a method: how it is declared, how it is told, and what is passed on. */
type Parameter = { declared: string; doc: string | undefined };

/** The wire has texts alone; numbers and times of PHP are written as those. */
function queryType({ name, description = '' }: ParameterObject): string {
  if (name === 'limit') return 'int';
  return description.includes('RFC 3339') ? 'string|\\DateTimeInterface' : 'string';
}

const orNull = (type: string): string => (type.includes('|') ? `${type}|null` : `?${type}`);

function toQueryParameter(one: ParameterObject): Parameter {
  const type = queryType(one);
  const name = `$${toCamel(one.name)}`;
  const doc = one.description && `@param ${one.required ? type : `${type}|null`} ${name} ${one.description}`;
  return { declared: one.required ? `${type} ${name}` : `${orNull(type)} ${name} = null`, doc };
}

/** Parameters that have to be there come first; everything else is given by name. */
function parametersOf(operation: OperationObject): Parameter[] {
  const { parameters = [], requestBody } = operation;
  const query = parameters.filter((one) => one.in === 'query');
  const bodyType = requestBody && refName(requestBody.content);
  const body: Parameter[] = bodyType
    ? [
        {
          declared: `#[\\SensitiveParameter] array $body${requestBody.required ? '' : ' = []'}`,
          doc: `@param ${bodyType} $body`,
        },
      ]
    : [];
  const key: Parameter = {
    declared: 'string|false|null $idempotencyKey = null',
    doc: '@param string|false|null $idempotencyKey Names the request; a new UUID without it, and false sends none.',
  };
  return [
    ...parameters
      .filter((one) => one.in === 'path')
      .map(({ name }) => ({ declared: `string $${toCamel(name)}`, doc: undefined })),
    ...(requestBody?.required ? body : []),
    ...query.filter((one) => one.required).map(toQueryParameter),
    ...(requestBody?.required ? [] : body),
    ...query.filter((one) => !one.required).map(toQueryParameter),
    ...(hasHeader(operation, 'Idempotency-Key') ? [key] : []),
    { declared: '?int $maxRetries = null', doc: undefined },
    { declared: '?float $deadlineSeconds = null', doc: undefined },
    ...(hasHeader(operation, 'X-Titular-Scenario')
      ? [{ declared: '?string $scenario = null', doc: undefined }]
      : []),
  ];
}

/** What a place takes, by the names that it has there; ids have those of the program, in which errors name them. */
const namesIn = (operation: OperationObject, place: 'path' | 'query'): string =>
  (operation.parameters ?? [])
    .filter((one) => one.in === place)
    .map(({ name }) => `'${place === 'path' ? toCamel(name) : name}' => $${toCamel(name)}`)
    .join(', ');

function passedOf({ method, path, operation }: Listed): string[] {
  const hasToken = operation.security?.some((one) => Object.hasOwn(one, 'accessToken')) ?? false;
  const address = path.replaceAll(/\{\w+\}/g, toCamel);
  const texts = [operation.operationId, method.toUpperCase(), address, repeatOf(method, operation)];
  const row = [...texts.map((one) => `'${one}'`), String(hasToken), String(isFile(operation))].join(', ');
  const query = namesIn(operation, 'query');
  const hasBody = operation.requestBody && refName(operation.requestBody.content);
  return [
    `new Operation(${row})`,
    `[${namesIn(operation, 'path')}]`,
    ...(query === '' ? [] : [`query: [${query}]`]),
    ...(hasBody ? ['body: $body'] : []),
    ...(hasHeader(operation, 'Idempotency-Key') ? ['idempotencyKey: $idempotencyKey'] : []),
    'maxRetries: $maxRetries',
    'deadlineSeconds: $deadlineSeconds',
    ...(hasHeader(operation, 'X-Titular-Scenario') ? ['scenario: $scenario'] : []),
  ];
}

function methodOf(listed: Listed): string {
  const { operationId, summary, responses } = listed.operation;
  const parameters = parametersOf(listed.operation);
  const result = refName(responses['200']?.content) ?? 'array<string, mixed>';
  const docs = parameters.flatMap(({ doc }) => (doc === undefined ? [] : [toComment(doc)]));
  const returned = isFile(listed.operation) ? [] : [`@return ${result}`];
  const tags = [...docs, ...returned];
  return [
    '    /**',
    `     * ${toComment(summary)}.`,
    ...(tags.length > 0 ? ['     *', ...tags.map((one) => `     * ${one}`)] : []),
    '     */',
    `    public function ${operationId}(`,
    ...parameters.map(({ declared }) => `        ${declared},`),
    `    ): ${isFile(listed.operation) ? 'string' : 'array'} {`,
    '        return $this->call(',
    ...passedOf(listed).map((one) => `            ${one},`),
    '        );',
    '    }',
  ].join('\n');
}

const HEAD = `<?php

declare(strict_types=1);

namespace Titular;
`;

const CALL = `    /**
     * Sends one call with all of its tries; an object comes back as an array, a file as its bytes.
     *
     * @param array<string, string> $ids
     * @param array<string, string|int|\\DateTimeInterface|null> $query
     * @param array<string, mixed>|null $body
     */
    abstract protected function call(
        Operation $operation,
        array $ids,
        array $query = [],
        #[\\SensitiveParameter] ?array $body = null,
        string|false|null $idempotencyKey = null,
        ?int $maxRetries = null,
        ?float $deadlineSeconds = null,
        ?string $scenario = null,
    ): array|string;`;

/** The generated class of the PHP client. */
export function phpOperations(document: OpenApiDocument): string {
  const types = Object.entries(document.components.schemas).map(
    ([name, schema]) => ` * @phpstan-type ${name} ${toComment(toPhpType(schema))}`,
  );
  const classDoc = [
    '/**',
    ' * Every operation of the API, by the OpenAPI document. Generated by `npm run generate`.',
    ' *',
    ' * `maxRetries` limits the tries after the first, `deadlineSeconds` the whole call; `scenario` is for tests.',
    ' *',
    ...types,
    ' */',
  ];
  const version = `    /** Version of the contract that the methods were made of. */
    public const CONTRACT_VERSION = '${document.info.version}';`;
  const members = [version, CALL, ...listClientOperations(document).map(methodOf)];
  return `${[HEAD, ...classDoc].join('\n')}\nabstract class Operations\n{\n${members.join('\n\n')}\n}\n`;
}
