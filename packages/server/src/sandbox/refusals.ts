import { type ErrorCode, errorCatalogue, publishedOperations } from '@titular/contract';
import { Refusal } from '../base/refusal.ts';
import type { ScenarioRow } from './scenario.ts';

/** Refusals about scenarios themselves need none to be seen. */
const ITS_OWN: readonly ErrorCode[] = ['40090', '40091'];

const HEADERS: Readonly<Partial<Record<ErrorCode, Record<string, string>>>> = {
  '40301': { 'www-authenticate': 'Bearer error="invalid_token"' },
  '42901': { 'retry-after': '1' },
  '42902': { 'retry-after': '1' },
};

const codes = (publishedOperations['createTransaction']?.codes ?? []).filter(
  (code) => !ITS_OWN.includes(code),
);

/** Every refusal that createTransaction documents. */
export const refusals: readonly ScenarioRow[] = codes.map((code) => ({
  kind: 'errors',
  name: `error-${code}`,
  meaning: errorCatalogue[code].message,
  steps: [],
  leadsTo: { kind: 'refused', code },
}));

/** The refusal with the message and the headers that belong to the code. */
export const refusalOf = (code: string): Refusal =>
  new Refusal(code as ErrorCode, undefined, HEADERS[code as ErrorCode] ?? {});
