import {
  PROVIDER_PURPOSES,
  PROVIDER_RETURN_PATH,
  type ProviderPurpose,
} from '@titular/contract/provider-return';

let held: string | undefined;

/** Moves the answer of the identity provider out of the address into memory; called once, before anything else runs. */
export function holdReturn(): void {
  const { pathname, search } = window.location;
  if (pathname !== PROVIDER_RETURN_PATH) return;
  held = search.slice(1);
  window.history.replaceState(null, '', pathname);
}

/** The answer with which the provider sent this browser back; it can be read once. */
export function takeReturn(): string | undefined {
  const query = held;
  held = undefined;
  return query;
}

/** What a visit was for, as the first part of its state says. */
export function purposeOf(query: string): ProviderPurpose | undefined {
  const [first] = (new URLSearchParams(query).get('state') ?? '').split('.');
  return PROVIDER_PURPOSES.find((purpose) => purpose === first);
}
