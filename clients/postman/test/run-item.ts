import { createContext, Script } from 'node:vm';
import type { Collection, Item } from '../../../scripts/clients/collection/collection.ts';

/** What a request of the collection came to: status and answer, what its own tests said, and the variables after it. */
export type Ran = { status: number; answer: string; failures: string[]; variables: Record<string, string> };

const GUID = '{{$guid}}';

/** Puts variables in their places; one that is empty or unknown is an error. */
function fill(text: string, variables: Readonly<Record<string, string>>): string {
  return text
    .replaceAll(GUID, () => crypto.randomUUID())
    .replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
      const value = variables[name];
      if (!value) throw new Error(`the variable ${name} is not set`);
      return value;
    });
}

type Sent = {
  url: string;
  method: string;
  header: Record<string, string>;
  body: { urlencoded: { key: string; value: string }[] };
};
type Told = { code: number; json(): unknown; text(): string };
type Done = (error: unknown, response: Told) => void;

const told = async (response: Response): Promise<Told> => {
  const text = await response.text();
  return { code: response.status, json: () => JSON.parse(text), text: () => text };
};

/** Runs scripts as the format's programs do, with the part of their interface that the collection uses. */
async function runScripts(
  scripts: Collection['event'],
  listen: string,
  {
    variables,
    local,
    response,
    failures,
  }: {
    variables: Record<string, string>;
    local: Record<string, string>;
    response?: Told;
    failures: string[];
  },
): Promise<void> {
  const pending: Promise<unknown>[] = [];
  const collectionVariables = { set: (name: string, value: string) => (variables[name] = value) };
  const status = (code: number): void => {
    if (response?.code !== code)
      throw new Error(`${response?.code} in place of ${code}: ${response?.text()}`);
  };
  const pm = {
    collectionVariables,
    // Those of one request go before all others, and end with it.
    variables: {
      get: (name: string) => local[name] ?? variables[name],
      set: (name: string, value: string) => (local[name] = value),
    },
    response: response && { ...response, to: { have: { status } } },
    sendRequest: ({ url, method, header, body }: Sent, done: Done) => {
      const form = new URLSearchParams(body.urlencoded.map(({ key, value }) => [key, value]));
      const sent = fetch(url, { method, headers: header, body: form });
      pending.push(sent.then(told).then((answer) => done(undefined, answer)));
    },
    test: (name: string, check: () => void) => {
      try {
        check();
      } catch (error) {
        failures.push(`${name}: ${(error as Error).message}`);
      }
    },
  };
  const context = createContext({ pm });
  for (const event of scripts.filter((one) => one.listen === listen))
    new Script(event.script.exec.join('\n')).runInContext(context);
  await Promise.all(pending);
}

function bodyOf({ body }: Item['request'], variables: Record<string, string>): string | undefined {
  if (!body) return undefined;
  if (body.mode === 'raw') return fill(body.raw, variables);
  return new URLSearchParams(
    body.urlencoded.map(({ key, value }) => [key, fill(value, variables)]),
  ).toString();
}

/** Sends one request as it stands in the collection: its scripts before and after, its variables filled. */
export async function runItem(
  collection: Collection,
  item: Item,
  given: Readonly<Record<string, string>>,
): Promise<Ran> {
  const { request, event } = item;
  const own = collection.variable.filter(({ value }) => value !== '').map(({ key, value }) => [key, value]);
  const variables: Record<string, string> = { ...Object.fromEntries(own), ...given };
  const local: Record<string, string> = {};
  const failures: string[] = [];
  await runScripts(collection.event, 'prerequest', { variables, local, failures });
  const filled = { ...variables, ...local };
  const headers = Object.fromEntries(request.header.map(({ key, value }) => [key, fill(value, filled)]));
  const token = request.auth ? {} : { authorization: `Bearer ${fill('{{token}}', filled)}` };
  const body = bodyOf(request, filled);
  const response = await fetch(fill(request.url.raw, filled), {
    ...{ method: request.method, headers: { ...headers, ...token } },
    ...(body === undefined ? {} : { body }),
  }).then(told);
  await runScripts(event, 'test', { variables, local, response, failures });
  return { status: response.code, answer: response.text(), failures, variables };
}
