import type { TSchema } from 'typebox';
import { isId, type ProcessId, type TenantId, type TransactionId } from '../base/id.ts';
import { numberSource } from './body/strict-json.ts';

/** One call of a merchant's, as the log of calls may know it: `orderNumber` leaves this process only as a keyed hash. */
export type ApiCall = {
  tenantId: TenantId;
  requestId: string;
  at: Date;
  account: string;
  operation: string;
  method: string;
  /** As the route has it, with the ids of the request, without its query. */
  path: string;
  status: number;
  code: string | undefined;
  durationMs: number;
  sourceAddress: string;
  transactionId: TransactionId | undefined;
  processId: ProcessId | undefined;
  orderNumber: string | undefined;
  /** The shape of body and query, without their values. */
  request: object | undefined;
  /** How many further calls like it this one stands for; none where it is absent. */
  repeated?: number;
};

type Properties = Readonly<Record<string, TSchema>>;

const propertiesOf = (schema: TSchema | undefined): Properties =>
  (schema as { properties?: Properties } | undefined)?.properties ?? {};

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isIdField = (schema: TSchema | undefined): boolean =>
  (schema as { format?: string } | undefined)?.format === 'uuid';

function withoutValue(value: unknown, schema: TSchema | undefined): string {
  if (typeof value !== 'string') return `[${value === null ? 'null' : typeof value}]`;
  return isIdField(schema) && isId(value) ? value : `[text of ${value.length}]`;
}

/**
 * Shape of a request without its content: known names with type and length of their values, and ids where the
 * contract has ids. A name of the caller's own could say something itself and is only counted.
 */
export function redact(value: unknown, schema: TSchema | undefined): object | undefined {
  if (!isFields(value)) return undefined;
  const known = propertiesOf(schema);
  const shown: Record<string, unknown> = {};
  let unknown = 0;
  for (const [name, part] of Object.entries(value)) {
    if (!Object.hasOwn(known, name)) unknown += 1;
    else shown[name] = redact(part, known[name]) ?? withoutValue(part, known[name]);
  }
  return unknown > 0 ? { ...shown, '[unknown names]': unknown } : shown;
}

/** The order number a body names, whichever of its two forms it has. */
export function orderNumberOf(body: unknown): string | undefined {
  if (!isFields(body)) return undefined;
  const given = body['orderNumber'];
  if (typeof given === 'number') return numberSource(body, 'orderNumber') ?? String(given);
  return typeof given === 'string' ? given : undefined;
}
