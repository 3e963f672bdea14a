import { type CurlRequest, curlCommand } from '@titular/contract/curl-command';
import type { TryOperation } from '@titular/contract/try-operation';

/** What the reader filled in: values of parameters by name, and the body as text. */
export type Filled = { values: Readonly<Record<string, string>>; body: string | undefined };

type Named = { name: string; value: string };

const JSON_TYPE = 'application/json';

function given(operation: TryOperation, { values }: Filled, place: 'query' | 'header'): Named[] {
  return operation.parameters
    .filter((one) => one.in === place)
    .map(({ name }) => ({ name, value: values[name] ?? '' }))
    .filter(({ value }) => value !== '');
}

const pathOf = ({ path }: TryOperation, { values }: Filled): string =>
  path.replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
    values[name] ? encodeURIComponent(values[name]) : whole,
  );

/** The request as a curl command, with `$TOKEN` in place of the token. */
export function curlOf(operation: TryOperation, filled: Filled, base: string): string {
  const request: CurlRequest = {
    ...{ verb: operation.verb, url: base + pathOf(operation, filled) },
    ...{ query: given(operation, filled, 'query'), headers: given(operation, filled, 'header') },
    hasToken: operation.scope !== undefined,
    body: filled.body === undefined ? undefined : { type: JSON_TYPE, text: filled.body },
  };
  return curlCommand(request);
}

/** The request as the browser sends it: without cookies, and to this address alone. */
export function requestOf(operation: TryOperation, filled: Filled, base: string, token: string): Request {
  const url = new URL(base + pathOf(operation, filled));
  for (const { name, value } of given(operation, filled, 'query')) url.searchParams.set(name, value);
  const headers = new Headers(given(operation, filled, 'header').map(({ name, value }) => [name, value]));
  if (operation.scope !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (filled.body !== undefined) headers.set('content-type', JSON_TYPE);
  return new Request(url, {
    ...{ method: operation.verb, headers, credentials: 'omit', cache: 'no-store', redirect: 'error' },
    ...(filled.body === undefined ? {} : { body: filled.body }),
  });
}

/** Names of parameters without which the operation has no address. */
export const missingOf = ({ parameters }: TryOperation, { values }: Filled): string[] =>
  parameters.filter(({ name, isRequired }) => isRequired && !values[name]).map(({ name }) => name);
