import type { OperationObject, ResponseObject } from '../document.ts';
import type { PlacedOperation } from '../operation-examples.ts';

/** The scope that an operation needs of the access token; undefined where it needs no token. */
export const scopeOf = ({ security = [] }: OperationObject): string | undefined =>
  security[0]?.['accessToken']?.[0];

const isJson = ({ content = {} }: ResponseObject): boolean => 'application/json' in content;

/** Whether the page sends an operation: one behind a token, or one that anybody reads as JSON, the documentation apart. */
export function canBeTried({ method, operation }: PlacedOperation): boolean {
  if (scopeOf(operation) !== undefined) return true;
  if (method !== 'get' || operation.tags.includes('Documentation')) return false;
  return Object.entries(operation.responses).some(([status, one]) => status.startsWith('2') && isJson(one));
}
