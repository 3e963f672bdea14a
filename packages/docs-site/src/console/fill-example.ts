import { narrowsList, type TryOperation } from '@titular/contract/try-operation';
import type { Filled } from './build-request.ts';
import type { GivenValues } from './given-values.ts';

type Example = TryOperation['examples'][number];

/** Order numbers and idempotency keys are used once, so each filling has new ones. */
const newName = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `try-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
};

/** Puts the reader's own company and a new order number into the body of an example. */
function ownBody(body: unknown, given: GivenValues, fresh: string): string {
  const company = given.valueOf('company');
  const own = Object.entries(Object(body) as Record<string, unknown>).map(([name, value]) => {
    if (name === 'company' && company !== undefined) return [name, company];
    if (name === 'orderNumber' && typeof value === 'string') return [name, fresh];
    return [name, value];
  });
  return JSON.stringify(Object.fromEntries(own), null, 2);
}

/** What is filled in at first: the example with the reader's own values in place of its own. An id of an example is nobody's, so it is left out. */
export function fillExample(
  { operationId, parameters, hasBody }: TryOperation,
  example: Example | undefined,
  given: GivenValues,
): Filled {
  const fresh = newName();
  const values = parameters.map(({ name, in: place }) => {
    const usual = example?.parameters[name] ?? '';
    if (name === 'Idempotency-Key') return [name, fresh];
    if (name === 'company') return [name, usual && (given.valueOf(name) ?? '')];
    if (name.endsWith('_id')) return [name, given.valueOf(name) ?? ''];
    // Scenarios and filters change what the operation does: they are for the reader to choose.
    return [name, place === 'header' || narrowsList(operationId, name) ? '' : usual];
  });
  return {
    values: Object.fromEntries(values) as Filled['values'],
    body: hasBody ? ownBody(example?.body ?? {}, given, fresh) : undefined,
  };
}
