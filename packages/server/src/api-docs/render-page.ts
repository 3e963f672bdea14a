import type { ExampleObject, OpenApiDocument, OperationObject, SchemaObject } from './document.ts';
import { type Html, html, renderProse } from './html.ts';
import type { PlacedOperation } from './operation-examples.ts';
import {
  type RenderRequest,
  renderCurl,
  renderEvent,
  renderMethod,
  renderOperation,
} from './render-operation.ts';
import { renderMember, renderSchema, schemaAnchor } from './render-schema.ts';
import { canBeTried } from './try/can-be-tried.ts';

/** Every operation of the document, in its order. */
export const operationsOf = (document: OpenApiDocument): PlacedOperation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );

/** Id of a chapter. */
export const anchorOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

const isApiCode = (code: string): boolean => /^[0-9]{5}$/.test(code);

/** Part of the reference: its title, links to what is in it, and that itself. */
export type Chapter = { title: string; links: readonly Html[]; content: Html };

function chaptersOfOperations(
  document: OpenApiDocument,
  renderRequest: RenderRequest,
  hasTry: boolean,
): Chapter[] {
  const operations = operationsOf(document);
  return document.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return {
      title: name,
      links: own.map(
        ({ method, operation }) =>
          html`<a href="#${operation.operationId}">${renderMethod(method)} ${operation.summary}</a>`,
      ),
      content: html`${renderProse(description)}${own.map((one) =>
        renderOperation(one, document, renderRequest, hasTry && canBeTried(one)),
      )}`,
    };
  });
}

function chapterOfEvents({ webhooks, components }: OpenApiDocument): Chapter {
  const events = Object.entries(webhooks).flatMap(([name, item]) =>
    Object.values(item).map((operation) => ({ name, operation })),
  );
  return {
    title: 'Events',
    links: events.map(({ name, operation }) => html`<a href="#${operation.operationId}">${name}</a>`),
    content: html`<p>What the service sends to the endpoints of a company by itself.</p>${events.map(
      ({ name, operation }) => renderEvent(name, operation, components),
    )}`,
  };
}

/** The operations whose bodies have a schema, by its name: they show all of it. */
const bodiesOf = (document: OpenApiDocument): Map<string, OperationObject> =>
  new Map(
    operationsOf(document)
      .reverse()
      .flatMap(({ operation }) =>
        Object.values(operation.requestBody?.content ?? {}).map(
          ({ schema }) => [schema?.$ref?.split('/').at(-1) ?? '', operation] as const,
        ),
      ),
  );

function chapterOfSchemas(document: OpenApiDocument): Chapter {
  const schemas = Object.entries(document.components.schemas);
  const bodies = bodiesOf(document);
  const renderOnce = (name: string, schema: SchemaObject): Html => {
    const operation = bodies.get(name);
    if (!operation) return renderSchema(schema);
    return html`<p>The body of <a href="#${operation.operationId}">${operation.summary}</a>, where it is shown.</p>`;
  };
  return {
    title: 'Schemas',
    links: schemas.map(([name]) => html`<a href="#${schemaAnchor(name)}">${name}</a>`),
    content: html`${schemas.map(
      ([name, schema]) =>
        html`<section class="card" id="${schemaAnchor(name)}"><h3><a href="#${schemaAnchor(name)}">${name}</a></h3>${renderOnce(name, schema)}</section>`,
    )}`,
  };
}

function chapterOfHeaders({ components }: OpenApiDocument): Chapter {
  const rows = Object.entries(components.headers).map(([name, { schema = {}, description }]) =>
    renderMember(name, schema, true, description),
  );
  return {
    title: 'Headers of answers',
    links: [],
    content: html`<p>Every answer has <code>X-Request-Id</code>, every refusal <code>Link</code>, and every answer behind an access token the <code>RateLimit</code> headers; operations list only what they have besides.</p><div class="card"><ul class="members plain">${rows}</ul></div>`,
  };
}

const renderCode = ([code, { summary, description }]: [string, ExampleObject]): Html =>
  html`<section class="code" id="code-${code}"><h3><a href="#code-${code}"><code>${code}</code></a> ${summary}</h3>${renderProse(
    (description ?? '')
      .replace(/^What happened: /, '**What happened.** ')
      .replace('\n\nWhat to do: ', '\n\n**What to do.** '),
  )}</section>`;

/** The codes of refusals, each with what to do. */
export function chaptersOfCodes({ components, 'x-further-codes': further }: OpenApiDocument): Chapter[] {
  const all = Object.entries({ ...components.examples, ...further });
  const ofApi = all.filter(([code]) => isApiCode(code));
  const ofTokens = all.filter(([code]) => !isApiCode(code));
  const linksOf = (codes: typeof all): Html[] =>
    codes.map(([code]) => html`<a href="#code-${code}"><code>${code}</code></a>`);
  return [
    {
      title: 'Error codes',
      links: linksOf(ofApi),
      content: html`<p>The first three digits are the status of the answer.</p>${ofApi.map(renderCode)}`,
    },
    {
      title: 'Sub-codes of tokens',
      links: linksOf(ofTokens),
      content: html`<p>What the <code>sub_code</code> of a refused token request tells.</p>${ofTokens.map(renderCode)}`,
    },
  ];
}

/** What clients may call and are sent, without the codes of refusals; requests are curl commands unless another way is given. */
export const chaptersOfContract = (
  document: OpenApiDocument,
  renderRequest: RenderRequest = renderCurl(document.servers[0]?.url ?? ''),
  hasTry = false,
): Chapter[] => [
  ...chaptersOfOperations(document, renderRequest, hasTry),
  chapterOfEvents(document),
  chapterOfSchemas(document),
  chapterOfHeaders(document),
];
