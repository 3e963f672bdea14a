import type { OpenApiDocument, OperationObject, ParameterObject } from '@titular/server/api-docs/document.ts';
import {
  hasHeader,
  isFile,
  type Listed,
  listClientOperations,
  refName,
  repeatOf,
} from '../client-operations.ts';
import { toJavadoc, toJavaName, toJavaParams } from './types.ts';

const REPEATS = { always: 'ALWAYS', 'under-key': 'UNDER_KEY', never: 'NEVER' } as const;

const INDENT = '    ';

const MAX_COLUMNS = 120;

const inPlace = ({ parameters = [] }: OperationObject, place: 'path' | 'query'): ParameterObject[] =>
  parameters.filter((one) => one.in === place);

/** Whether an operation lists pages. */
export const isJavaList = (operation: OperationObject): boolean =>
  inPlace(operation, 'query').some(({ name }) => name === 'cursor');

const told = (summary: string): string =>
  /^[A-Z][a-z]/.test(summary) ? summary.charAt(0).toLowerCase() + summary.slice(1) : summary;

const idsOf = (operation: OperationObject): string[] =>
  inPlace(operation, 'path').map(({ name }) => toJavaName(name));

/** What a method is given besides its options, each as it is declared. */
function parametersOf(operation: OperationObject): string[] {
  const body = refName(operation.requestBody?.content);
  return [
    ...idsOf(operation).map((id) => `String ${id}`),
    ...(body ? [`Types.${body} body`] : []),
    ...(inPlace(operation, 'query').length > 0
      ? [`Types.${toJavaParams(operation.operationId)} params`]
      : []),
  ];
}

function resultOf({ operationId, responses }: OperationObject): string {
  const name = refName(responses['200']?.content);
  if (name === undefined) throw new Error(`${operationId} is answered by no schema with a name`);
  return `Types.${name}`;
}

function methodOf({ method, path, operation }: Listed): string {
  const { operationId, summary } = operation;
  const hasToken = operation.security?.some((one) => Object.hasOwn(one, 'accessToken')) ?? false;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, id: string) => `{${toJavaName(id)}}`);
  const ids = idsOf(operation).flatMap((id) => [JSON.stringify(id), id]);
  const declared = parametersOf(operation);
  const given = [
    `Arrays.asList(${ids.join(', ')})`,
    declared.some((one) => one.endsWith(' params')) ? 'params' : 'null',
    declared.some((one) => one.endsWith(' body')) ? 'body' : 'null',
    'options',
  ];
  const keyed = hasHeader(operation, 'Idempotency-Key')
    ? ' It is carried out once under its idempotency key.'
    : '';
  const result = isFile(operation) ? 'byte[]' : resultOf(operation);
  const send = isFile(operation) ? 'sendForFile(row, given)' : `send(row, given, ${result}.class)`;
  const repeat = `Arguments.Repeat.${REPEATS[repeatOf(method, operation)]}`;
  return [
    ...toJavadoc(`Calls ${method.toUpperCase()} ${path}: ${told(summary)}.${keyed}`, INDENT),
    ...headOf(result, operationId, declared),
    `${INDENT}    Operation row = new Operation(`,
    `${INDENT}        "${operationId}", "${method.toUpperCase()}", "${address}",`,
    `${INDENT}        ${repeat}, ${hasToken});`,
    `${INDENT}    Given given = new Given(${given.join(', ')});`,
    `${INDENT}    return ${send};`,
    `${INDENT}}`,
  ].join('\n');
}

/** The head of a method, on one line where that has room for it. */
function headOf(result: string, name: string, parameters: readonly string[]): string[] {
  const given = [...parameters, 'CallOption... options'].join(', ');
  const line = `${INDENT}public ${result} ${name}(${given}) {`;
  return line.length <= MAX_COLUMNS
    ? [line]
    : [`${INDENT}public ${result} ${name}(`, `${INDENT}    ${given}`, `${INDENT}) {`];
}

const withoutType = (declared: string): string => declared.replace(/^\S+ /, '');

function pagesOf({ operation }: Listed): string {
  const { operationId } = operation;
  const result = resultOf(operation);
  const query = inPlace(operation, 'query').map(({ name }) => toJavaName(name));
  // The log of events names each of its places, its end too, and may be asked by another name.
  const isLog = query.includes('after');
  const begin = isLog ? 'params.after() == null ? params.cursor() : params.after()' : 'params.cursor()';
  const next = isLog ? 'page.hasMore() ? page.cursor() : null' : 'page.nextCursor()';
  const moved = query.map((name) => {
    if (name === 'after') return 'isAfter ? place : null';
    if (name === 'cursor') return isLog ? 'isAfter ? null : place' : 'place';
    return `params.${name}()`;
  });
  const declared = parametersOf(operation);
  const passed = declared.map(withoutType).map((name) => (name === 'params' ? 'moved' : name));
  return [
    ...toJavadoc(`Goes through ${operationId} page by page${isLog ? ', to its present end' : ''}.`, INDENT),
    ...headOf(`Pages<${result}>`, `${operationId}Pages`, declared),
    ...(isLog ? [`${INDENT}    boolean isAfter = params.after() != null;`] : []),
    `${INDENT}    return new Pages<>(${begin}, place -> {`,
    `${INDENT}        Types.${toJavaParams(operationId)} moved = new Types.${toJavaParams(operationId)}(`,
    `${INDENT}            ${moved.join(', ')});`,
    `${INDENT}        ${result} page = ${operationId}(${[...passed, 'options'].join(', ')});`,
    `${INDENT}        return new Pages.Read<>(page, ${next});`,
    `${INDENT}    });`,
    `${INDENT}}`,
  ].join('\n');
}

/** The methods of the Java client. */
export function javaOperations(document: OpenApiDocument): string {
  const methods = listClientOperations(document).flatMap((listed) => [
    methodOf(listed),
    ...(isJavaList(listed.operation) ? [pagesOf(listed)] : []),
  ]);
  const head = `// Code generated from the contract by \`npm run generate\`. DO NOT EDIT.
package titular;

import java.util.Arrays;
import titular.Arguments.Given;
import titular.Arguments.Operation;

/** The operations of the API, each as a method of {@link Titular}. */
public abstract sealed class Operations permits Titular {
    /** The version of the contract that the methods were made of. */
    public static final String CONTRACT_VERSION = "${document.info.version}";

    Operations() {}

    /** Asks an operation for a JSON object. */
    abstract <T> T send(Operation asked, Given given, Class<T> type);

    /** Asks an operation for bytes. */
    abstract byte[] sendForFile(Operation asked, Given given);`;
  return `${[head, ...methods].join('\n\n')}\n}\n`;
}
