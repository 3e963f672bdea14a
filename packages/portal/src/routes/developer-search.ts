import { parseId, parseTenantSearch, type TenantSearch } from './search.ts';

/** States that the deliveries to an endpoint can be narrowed to. */
export const DELIVERY_FILTERS = ['pending', 'delivered', 'failed'] as const;

/** The state of the list of deliveries, as the address carries it, and which one is open. */
export type DeliveriesSearch = TenantSearch & { state?: (typeof DELIVERY_FILTERS)[number]; open?: string };
/** The state of the log of events; `type` has the form of a type, and may be none. */
export type EventsSearch = TenantSearch & { type?: string; transaction?: string };

/** The run that the sandbox shows: a scenario with what it created. */
export type SandboxSearch = TenantSearch & { scenario?: string; transaction?: string; process?: string };

type Given = Readonly<Record<string, unknown>>;

/** Reads the address of an endpoint; what is not understood is left out. */
export function parseDeliveriesSearch(search: Given): DeliveriesSearch {
  const state = DELIVERY_FILTERS.find((one) => one === search['state']);
  const open = parseId(search['open']);
  return { ...parseTenantSearch(search), ...(state && { state }), ...(open && { open }) };
}

/** Reads the address of the log of events. */
export function parseEventsSearch(search: Given): EventsSearch {
  const type = /^[a-z]+\.[a-z]+$/.exec(String(search['type']))?.[0];
  const transaction = parseId(search['transaction']);
  return { ...parseTenantSearch(search), ...(type && { type }), ...(transaction && { transaction }) };
}

/** Reads the address of the sandbox. */
export function parseSandboxSearch(search: Given): SandboxSearch {
  const scenario = /^[a-z0-9-]{1,100}$/.exec(String(search['scenario'] ?? ''))?.[0];
  const transaction = parseId(search['transaction']);
  const process = parseId(search['process']);
  return {
    ...parseTenantSearch(search),
    ...(scenario && { scenario }),
    ...(transaction && { transaction }),
    ...(process && { process }),
  };
}
