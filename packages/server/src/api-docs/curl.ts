import { type CurlRequest, curlCommand } from '@titular/contract/curl-command';
import { exampleRequest, type PlacedOperation } from './operation-examples.ts';

/** A value as it is shown: a text as it is, anything else as JSON. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

const isForm = (type: string, body: unknown): body is object =>
  type.endsWith('urlencoded') && typeof body === 'object' && body !== null;

function bodyOf(type: string, body: unknown): CurlRequest['body'] {
  if (body === undefined) return undefined;
  if (!isForm(type, body)) return { type, text: toText(body) };
  return { form: Object.entries(body).map(([name, value]) => ({ name, value: String(value) })) };
}

/** Writes the request of an example as a curl command to an address. */
export function curlOf(placed: PlacedOperation, name: string, base: string): string {
  const { verb, path, parameters, type, body, hasToken } = exampleRequest(placed, name);
  return curlCommand({
    ...{ verb, url: base + path, hasToken, body: bodyOf(type, body) },
    query: parameters.filter((one) => one.in === 'query'),
    headers: parameters.filter((one) => one.in === 'header'),
  });
}
