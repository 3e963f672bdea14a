import { exampleRequest, type PlacedOperation } from './operation-examples.ts';

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
export function curlOf(placed: PlacedOperation, name: string, base: string): string {
  const { verb, path, parameters, type, body, hasToken } = exampleRequest(placed, name);
  const query = parameters.filter((one) => one.in === 'query');
  const isUsual = verb === (body === undefined ? 'GET' : 'POST');
  const words = [
    `curl ${query.length > 0 ? '-G ' : ''}${isUsual ? '' : `-X ${verb} `}${quoted(base + path)}`,
    ...query.map((one) => `--data-urlencode ${quoted(`${one.name}=${one.value}`)}`),
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...parameters
      .filter((one) => one.in === 'header')
      .map((one) => `-H ${quoted(`${one.name}: ${one.value}`)}`),
    ...bodyWords(type, body),
  ];
  return words.join(' \\\n  ');
}
