import type { MediaObject, OperationObject } from './document.ts';

/** An operation with the method and the address it stands at. */
export type PlacedOperation = { method: string; path: string; operation: OperationObject };

/** A value as it is shown: a text as it is, anything else as JSON. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** One word for a shell, in which nothing has a meaning but its end. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const isForm = (type: string, body: unknown): body is object =>
  type.endsWith('urlencoded') && typeof body === 'object' && body !== null;

function bodyWords(type: string, body: unknown): string[] {
  if (body === undefined) return [];
  if (isForm(type, body))
    return Object.entries(body).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
  return [`-H ${quoted(`Content-Type: ${type}`)}`, `-d ${quoted(toText(body))}`];
}

/** Writes the request of an example as a curl command; `$TOKEN` is the access token. A method that curl takes by itself is left out. */
export function curlOf({ method, path, operation }: PlacedOperation, name: string, base: string): string {
  const { parameters = [], requestBody, security = [] } = operation;
  const apart = operation['x-further-examples']?.[name];
  const given = parameters.flatMap((one) => {
    const value = one.examples?.[name]?.value ?? apart?.parameters?.[one.name];
    return value === undefined ? [] : [{ ...one, value: String(value) }];
  });
  const inPath = given.filter((one) => one.in === 'path');
  const address = inPath.reduce((text, one) => text.replace(`{${one.name}}`, one.value), path);
  const query = given.filter((one) => one.in === 'query');
  const [type = '', media = {}]: [string?, MediaObject?] =
    Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = media.examples?.[name]?.value ?? apart?.body;
  const verb = method.toUpperCase();
  const isUsual = verb === (body === undefined ? 'GET' : 'POST');
  const words = [
    `curl ${query.length > 0 ? '-G ' : ''}${isUsual ? '' : `-X ${verb} `}${quoted(base + address)}`,
    ...query.map((one) => `--data-urlencode ${quoted(`${one.name}=${one.value}`)}`),
    ...(security[0]?.['accessToken'] ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...given.filter((one) => one.in === 'header').map((one) => `-H ${quoted(`${one.name}: ${one.value}`)}`),
    ...bodyWords(type, body),
  ];
  return words.join(' \\\n  ');
}
