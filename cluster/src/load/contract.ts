import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Line } from './journal.ts';

/** An operation of the published contract. */
export type Operation = { method: string; path: string };

type Response = { content?: Record<string, { schema?: object }> };
type Published = { paths: Record<string, Record<string, { responses?: Record<string, Response> }>> };

const FILE = resolve(import.meta.dirname, '../../../docs/openapi.json');
const DOCUMENT = 'titular';

const toPointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** Gives the reason for which an answer is outside the published contract: its status, or its body by the schema of that status; undefined where it fits. */
export type ContractJudge = (operation: Operation, status: number, body: string) => string | undefined;

/** Reads the published contract; schemas are compiled as they are needed. */
export function openContract(file: string = FILE): ContractJudge {
  const published = JSON.parse(readFileSync(file, 'utf8')) as Published;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(published, DOCUMENT);
  const compiled = new Map<string, ValidateFunction>();
  const schemaAt = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };
  return ({ method, path }, status, body) => {
    const responses = published.paths[path]?.[method]?.responses ?? {};
    const named = responses[status] ? String(status) : responses['default'] ? 'default' : undefined;
    if (!named) return `status ${status}`;
    if (!responses[named]?.content?.['application/json']) return body === '' ? undefined : 'a body';
    const place = ['paths', path, method, 'responses', named, 'content', 'application/json', 'schema'];
    const fits = schemaAt(`/${place.map(toPointer).join('/')}`);
    try {
      return fits(JSON.parse(body)) ? undefined : ajv.errorsText(fits.errors);
    } catch {
      return 'no JSON';
    }
  };
}

/** Answers of a journal outside the contract, each with its reason; one that had no answer has nothing to judge. */
export const listOutside = (
  judge: ContractJudge,
  operation: Operation,
  lines: readonly Line[],
): { order: string; why: string }[] =>
  lines.flatMap((line) => {
    if (line.kind !== 'answered' || line.status === undefined) return [];
    const why = judge(operation, line.status, line.body ?? '');
    return why === undefined ? [] : [{ order: line.order, why }];
  });
