import { hasIdForm } from '@titular/contract/id-pattern';

/**
 * What every address within a tenant may carry: the company that the lists are narrowed to. It goes along to an address that does not name it;
 * undefined takes it out.
 */
export type TenantSearch = { company?: string | undefined };

/** Reads a UUID out of an address; anything else counts as absent. */
export const parseId = (value: unknown): string | undefined =>
  typeof value === 'string' && hasIdForm(value) ? value.toLowerCase() : undefined;

/** Reads the search parameters of a tenant's addresses; what is not understood is left out. */
export function parseTenantSearch(search: Readonly<Record<string, unknown>>): TenantSearch {
  const company = parseId(search['company']);
  return company === undefined ? {} : { company };
}
