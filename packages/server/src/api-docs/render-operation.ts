import type {
  ExampleObject,
  MediaObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
  SchemaObject,
} from './document.ts';
import { type Html, html, renderProse } from './html.ts';
import { renderMember, renderSchema, renderType } from './render-schema.ts';

/** An operation with the method and the address it stands at. */
export type PlacedOperation = { method: string; path: string; operation: OperationObject };

/** The method as a badge, coloured by what it does. */
export const renderMethod = (method: string): Html =>
  html`<span class="method ${method.toLowerCase()}">${method.toUpperCase()}</span>`;

/** An address that breaks at its slashes where a line is too short for it. */
const renderPath = (path: string): Html =>
  html`${path.split('/').map((part, index) => (index === 0 ? html`${part}` : html`<wbr>/${part}`))}`;

const renderAccess = ({ security = [] }: OperationObject): Html => {
  const [first = {}] = security;
  const scope = first['accessToken']?.[0];
  if (scope) return html`<p class="access">Needs an access token with the scope <code>${scope}</code>.</p>`;
  if (first['client'])
    return html`<p class="access">The client authenticates: HTTP Basic, secret in the form, or client assertion.</p>`;
  return html`<p class="access">Needs no token.</p>`;
};

const PLACES = { path: 'In the address', query: 'Query', header: 'Headers of the request' } as const;

function renderParameters(
  parameters: readonly ParameterObject[],
  place: keyof typeof PLACES,
): Html | undefined {
  const own = parameters.filter((one) => one.in === place);
  if (own.length === 0) return undefined;
  const members = own.map(({ name, schema, required = false, description }) =>
    renderMember(name, schema, required, description),
  );
  return html`<h4>${PLACES[place]}</h4><ul class="members">${members}</ul>`;
}

type Components = OpenApiDocument['components'];

/** The named schema that is pointed to; the pointers of the document are of one kind and one level. */
const resolve = (schema: SchemaObject, { schemas }: Components): SchemaObject =>
  schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;

function renderBody({ requestBody }: OperationObject, components: Components): Html | undefined {
  if (!requestBody) return undefined;
  const parts = Object.entries(requestBody.content).map(
    ([type, { schema = {} }]) =>
      html`<p><span class="media">${type}</span> ${renderType(schema)}</p>${renderSchema(resolve(schema, components))}`,
  );
  return html`<h4>Body</h4>${parts}`;
}

type Codes = Readonly<Record<string, ExampleObject>>;

function renderCodes(codes: readonly string[], catalogue: Codes): Html | undefined {
  if (codes.length === 0) return undefined;
  const items = codes.map(
    (code) =>
      html`<li><a href="#code-${code}"><code>${code}</code></a> ${catalogue[code]?.summary ?? ''}</li>`,
  );
  const list = html`<ul class="codes">${items}</ul>`;
  return codes.length > 6 ? html`<details><summary>${codes.length} codes</summary>${list}</details>` : list;
}

function renderResponse(status: string, response: ResponseObject, catalogue: Codes): Html {
  const types = Object.entries(response.content ?? {}).map(
    ([type, { schema = {} }]) => html`<span class="media">${type}</span> ${renderType(schema)}`,
  );
  const headers = Object.keys(response.headers ?? {});
  const name = status === 'default' ? 'other' : status;
  return html`<li class="response"><p><span class="status s${status.charAt(0)}">${name}</span> ${
    response.description.split(' Codes: ')[0]
  } ${types}</p>
${renderCodes(response['x-codes'] ?? [], catalogue)}
${headers.length > 0 ? html`<p class="headers">Headers: ${headers.map((one) => html`<code>${one}</code> `)}</p>` : undefined}</li>`;
}

type ExampleParts = { name: string; summary: string; request: string; answer: string; isRefusal: boolean };

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

const formText = (value: object): string =>
  Object.entries(value)
    .map(([name, one]) => `${name}=${encodeURIComponent(String(one))}`)
    .join('\n&');

function requestText({ method, path, operation }: PlacedOperation, name: string): string {
  const { parameters = [], requestBody, security = [] } = operation;
  const apart = operation['x-further-examples']?.[name];
  const given = parameters.flatMap((one) => {
    const value = one.examples?.[name]?.value ?? apart?.parameters?.[one.name];
    return value === undefined ? [] : [{ ...one, value: String(value) }];
  });
  const inPath = given.filter((one) => one.in === 'path');
  const address = inPath.reduce((text, one) => text.replace(`{${one.name}}`, one.value), path);
  const query = given.filter((one) => one.in === 'query').map((one) => `${one.name}=${one.value}`);
  const [type = '', media = {}]: [string?, MediaObject?] =
    Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = media.examples?.[name]?.value ?? apart?.body;
  const isForm = type.endsWith('urlencoded') && typeof body === 'object' && body !== null;
  const lines = [
    `${method.toUpperCase()} ${address}${query.length > 0 ? `\n  ?${query.join('\n  &')}` : ''}`,
    ...(security[0]?.['accessToken'] ? ['Authorization: Bearer your-access-token'] : []),
    ...given.filter((one) => one.in === 'header').map((one) => `${one.name}: ${one.value}`),
    ...(body === undefined ? [] : [`Content-Type: ${type}`, '', isForm ? formText(body) : toText(body)]),
  ];
  return lines.join('\n');
}

type Shown = { summary?: string | undefined; status: string; value: unknown };

/** The answers that stand in the schemas' places, by the name of their example. */
const answersOf = ({ responses }: OperationObject): [string, Shown][] =>
  Object.entries(responses).flatMap(([status, response]) =>
    Object.values(response.content ?? {}).flatMap(({ examples = {} }) =>
      Object.entries(examples).flatMap(([name, { $ref, summary, value }]): [string, Shown][] =>
        $ref ? [] : [[name, { summary, value, status }]],
      ),
    ),
  );

/** The examples that were written for the operation, by their common name; those of the catalogue of codes stand there. */
function examplesOf(placed: PlacedOperation): ExampleParts[] {
  const { parameters = [], requestBody, 'x-further-examples': apart = {} } = placed.operation;
  const media = Object.values(requestBody?.content ?? {});
  const asked = Object.assign({}, ...[...parameters, ...media].map((one) => one.examples ?? {}));
  const further = Object.entries(apart).map(([name, { summary, status, answer }]): [string, Shown] => [
    name,
    { summary, status: String(status), value: answer },
  ]);
  const answers = new Map([...answersOf(placed.operation), ...further]);
  return [...new Set([...answers.keys(), ...Object.keys(asked)])].map((name) => {
    const answer = answers.get(name);
    const status = answer?.status ?? '200';
    const hasBody = answer?.value !== undefined;
    return {
      name,
      summary: answer?.summary ?? String(asked[name]?.summary ?? name),
      request: requestText(placed, name),
      answer: [`HTTP/1.1 ${status}`, ...(hasBody ? ['', toText(answer?.value)] : [])].join('\n'),
      isRefusal: !status.startsWith('2'),
    };
  });
}

const renderExample = (one: ExampleParts, index: number): Html => {
  const inside = html`<summary><span class="${one.isRefusal ? 'no' : 'yes'}"></span>${one.summary}</summary>
<pre tabindex="0"><code>${one.request}</code></pre><pre class="answer" tabindex="0"><code>${one.answer}</code></pre>`;
  return index === 0 ? html`<details open>${inside}</details>` : html`<details>${inside}</details>`;
};

/** The whole of one operation: what it is for, what goes in, what comes out, and its examples beside it. */
export function renderOperation(placed: PlacedOperation, components: Components): Html {
  const { method, path, operation } = placed;
  const { operationId, summary, description, parameters = [], responses } = operation;
  return html`<section class="operation" id="${operationId}">
<div class="facts">
<h3><a href="#${operationId}">${summary}</a></h3>
<p class="address">${renderMethod(method)} <code>${renderPath(path)}</code></p>
${renderProse(description)}${renderAccess(operation)}
${renderParameters(parameters, 'path')}${renderParameters(parameters, 'query')}${renderParameters(parameters, 'header')}
${renderBody(operation, components)}
<h4>Answers</h4><ul class="responses">${Object.entries(responses).map(([status, response]) =>
    renderResponse(status, response, components.examples),
  )}</ul>
</div>
<div class="examples"><h4>Examples</h4>${examplesOf(placed).map(renderExample)}</div>
</section>`;
}

/** What the service sends by itself: the headers and body that an endpoint gets. */
export function renderEvent(name: string, operation: OperationObject, components: Components): Html {
  const media = Object.values(operation.requestBody?.content ?? {});
  const examples = media.flatMap((one) => Object.values(one.examples ?? {}));
  return html`<section class="operation" id="${operation.operationId}">
<div class="facts">
<h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
<p class="address"><span class="method event">EVENT</span> <code>${name}</code></p>
${renderProse(operation.description)}
${renderParameters(operation.parameters ?? [], 'header')}${renderBody(operation, components)}
</div>
<div class="examples"><h4>Example</h4>${examples.map((one, index) =>
    index === 0 ? html`<pre tabindex="0"><code>${toText(one.value)}</code></pre>` : html``,
  )}</div>
</section>`;
}
