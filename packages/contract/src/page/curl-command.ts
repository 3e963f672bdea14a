/** A request as curl sends it; `query` are parameters that curl encodes. */
export type CurlRequest = {
  verb: string;
  /** Address without query. */
  url: string;
  query: readonly { name: string; value: string }[];
  headers: readonly { name: string; value: string }[];
  /** Whether the access token is sent; the command names the shell's variable, never the token. */
  hasToken: boolean;
  body?: { type: string; text: string } | { form: readonly { name: string; value: string }[] } | undefined;
};

/** One word for a shell, in which nothing has a meaning but its end. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const encoded = ({ name, value }: { name: string; value: string }): string =>
  `--data-urlencode ${quoted(`${name}=${value}`)}`;

function bodyWords(body: CurlRequest['body']): string[] {
  if (body === undefined) return [];
  if ('form' in body) return body.form.map(encoded);
  return [`-H ${quoted(`Content-Type: ${body.type}`)}`, `-d ${quoted(body.text)}`];
}

/** Writes a request as a curl command; `$TOKEN` is the access token. A method that curl takes by itself is left out. */
export function curlCommand({ verb, url, query, headers, hasToken, body }: CurlRequest): string {
  const isUsual = verb === (body === undefined ? 'GET' : 'POST');
  const words = [
    `curl ${query.length > 0 ? '-G ' : ''}${isUsual ? '' : `-X ${verb} `}${quoted(url)}`,
    ...query.map(encoded),
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...headers.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    ...bodyWords(body),
  ];
  return words.join(' \\\n  ');
}
