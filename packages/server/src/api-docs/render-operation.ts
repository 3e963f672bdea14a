import { TRY_PATH } from '@titular/contract/try-operation';
import { curlOf, toText } from './curl.ts';
import type {
  ExampleObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
  SchemaObject,
} from './document.ts';
import { type Html, html, renderInline, renderProse } from './html.ts';
import { isSuccess, type PlacedOperation, type ShownExample, shownExamples } from './operation-examples.ts';
import { renderMember, renderSchema, renderType } from './render-schema.ts';

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

/** Codes that nearly every operation has, and long lists, stand without their sentences, which the chapter of codes has. */
const EVERYWHERE = /^(403|429|500)/;
const MAX_SENTENCES = 6;

function renderCodes(codes: readonly string[], catalogue: Codes): Html | undefined {
  if (codes.length === 0) return undefined;
  const link = (code: string): Html => html`<a href="#code-${code}"><code>${code}</code></a> `;
  if (codes.length > MAX_SENTENCES || codes.every((code) => EVERYWHERE.test(code)))
    return html`<p class="words">${codes.map(link)}</p>`;
  const items = codes.map((code) => html`<li>${link(code)}${catalogue[code]?.summary ?? ''}</li>`);
  return html`<ul class="codes">${items}</ul>`;
}

/** Headers that nearly every answer has; their chapter says so. */
const isCommon = (name: string): boolean =>
  name === 'X-Request-Id' || name === 'Link' || name.startsWith('RateLimit');

function renderResponse(status: string, response: ResponseObject, catalogue: Codes): Html {
  // Refusals have one shape, which the start of the page tells.
  const contents = Object.entries(response.content ?? {}).filter(
    ([, { schema }]) => !schema?.$ref?.endsWith('/ErrorResponse'),
  );
  const types = contents.map(
    ([type, { schema = {} }]) => html`<span class="media">${type}</span> ${renderType(schema)}`,
  );
  const headers = Object.keys(response.headers ?? {}).filter((name) => !isCommon(name));
  const name = status === 'default' ? 'other' : status;
  return html`<li class="response"><p><span class="status s${status.charAt(0)}">${name}</span> ${renderInline(
    response.description.split(' Codes: ')[0] ?? '',
  )} ${types}</p>
${renderCodes(response['x-codes'] ?? [], catalogue)}
${headers.length > 0 ? html`<p class="headers">Headers: ${headers.map((one) => html`<code>${one}</code> `)}</p>` : undefined}</li>`;
}

/** Renders what an example sends; the page of a service shows a curl command. */
export type RenderRequest = (placed: PlacedOperation, example: ShownExample) => Html;

/** Shows requests as curl commands to an address. */
export const renderCurl =
  (base: string): RenderRequest =>
  (placed, { name }) =>
    html`<pre class="command" tabindex="0"><code>${curlOf(placed, name, base)}</code></pre>`;

function renderExample(example: ShownExample, request: Html, index: number): Html {
  const { summary, status, answer } = example;
  const text = [`HTTP/1.1 ${status}`, ...(answer === undefined ? [] : ['', toText(answer)])].join('\n');
  const inside = html`<summary><span class="${isSuccess(example) ? 'yes' : 'no'}"></span>${summary}</summary>
${request}<pre class="answer" tabindex="0"><code>${text}</code></pre>`;
  return index === 0 ? html`<details open>${inside}</details>` : html`<details>${inside}</details>`;
}

/** Leads to the page that sends requests. One window has it, so that what was filled in stays from operation to operation. */
const renderTry = ({ operationId }: OperationObject): Html =>
  html`<p class="access"><a href="${TRY_PATH}#${operationId}" target="titular-try">Try it</a></p>`;

/** The whole of one operation: what it is for, what goes in, what comes out, and its examples beside it. */
export function renderOperation(
  placed: PlacedOperation,
  { components }: OpenApiDocument,
  renderRequest: RenderRequest,
  isTried = false,
): Html {
  const { method, path, operation } = placed;
  const { operationId, summary, description, parameters = [], responses } = operation;
  return html`<section class="operation" id="${operationId}">
<div class="facts">
<h3><a href="#${operationId}">${summary}</a></h3>
<p class="address">${renderMethod(method)} <code>${renderPath(path)}</code></p>
${renderProse(description)}${renderAccess(operation)}${isTried ? renderTry(operation) : undefined}
${renderParameters(parameters, 'path')}${renderParameters(parameters, 'query')}${renderParameters(parameters, 'header')}
${renderBody(operation, components)}
<h4>Answers</h4><ul class="responses">${Object.entries(responses).map(([status, response]) =>
    renderResponse(status, response, components.examples),
  )}</ul>
</div>
<div class="examples"><h4>Examples</h4>${shownExamples(operation).map((one, index) =>
    renderExample(one, renderRequest(placed, one), index),
  )}</div>
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
