import type { SchemaObject } from './document.ts';
import { type Html, html, renderProse } from './html.ts';

/** Id of the part of the page that shows a named schema. */
export const schemaAnchor = (reference: string): string => `schema-${reference.split('/').at(-1)}`;

const LIMITS = [
  ['minimum', 'at least', ''],
  ['maximum', 'at most', ''],
  ['minLength', 'at least', ' characters'],
  ['maxLength', 'at most', ' characters'],
  ['maxItems', 'at most', ' items'],
] as const;

const limitsOf = (schema: SchemaObject): Html[] => [
  ...LIMITS.flatMap(([keyword, words, unit]) =>
    schema[keyword] === undefined
      ? []
      : [html`<span class="limit">${words} ${schema[keyword]}${unit}</span>`],
  ),
  ...(schema.pattern === undefined
    ? []
    : [html`<span class="limit">pattern <code>${schema.pattern}</code></span>`]),
];

/** What a value is, in a word or a link to the named schema. */
export function renderType(schema: SchemaObject): Html {
  if (schema.$ref) {
    return html`<a class="type" href="#${schemaAnchor(schema.$ref)}">${schema.$ref.split('/').at(-1)}</a>`;
  }
  if (schema.anyOf) {
    const kinds = schema.anyOf.map((one, index) => html`${index > 0 ? ' or ' : ''}${renderType(one)}`);
    return html`${kinds}`;
  }
  if (schema.items) return html`<span class="type">array of</span> ${renderType(schema.items)}`;
  return html`<span class="type">${schema.format ? `${schema.type}, ${schema.format}` : schema.type}</span>`;
}

/** The only values that are allowed, as they are written; not all of them are texts. */
const wordsOf = (schema: SchemaObject): readonly string[] | undefined =>
  (schema.enum ?? (schema.const === undefined ? undefined : [schema.const]))?.map(String);

const renderList = (words: readonly string[] | undefined, description: string): Html | undefined =>
  words && !description.includes(`- \`${words[0]}\``)
    ? html`<p class="words">${words.map((word) => html`<code>${word}</code> `)}</p>`
    : undefined;

const renderWords = (schema: SchemaObject): Html | undefined =>
  renderList(wordsOf(schema), schema.description ?? '');

const renderSample = ({ examples }: SchemaObject): Html | undefined =>
  examples ? html`<p class="sample">for example <code>${JSON.stringify(examples[0])}</code></p>` : undefined;

/** One named value: what it is, whether it must be there, its bounds, and what it holds. */
export function renderMember(name: string, schema: SchemaObject, isRequired: boolean, note?: string): Html {
  const inner = schema.properties ?? schema.items?.properties;
  return html`<li>
<p class="member"><code class="name">${name}</code> ${renderType(schema)} ${
    isRequired ? html`<span class="required">required</span>` : undefined
  } ${limitsOf(schema)}</p>
${renderProse(note ?? schema.description)}${renderWords(schema)}${renderSample(schema)}
${inner ? renderMembers(schema.items ?? schema) : undefined}</li>`;
}

const renderMembers = ({ properties = {}, required = [] }: SchemaObject): Html =>
  html`<ul class="members">${Object.entries(properties).map(([name, one]) =>
    renderMember(name, one, required.includes(name)),
  )}</ul>`;

/** A schema with all its members; one that only points elsewhere is a link. */
export function renderSchema(schema: SchemaObject): Html {
  if (schema.$ref) return html`<p>${renderType(schema)}</p>`;
  if (schema.properties) return html`${renderProse(schema.description)}${renderMembers(schema)}`;
  if (schema.anyOf?.some((one) => one.properties))
    return html`${renderProse(schema.description)}<p>One of:</p>${schema.anyOf.map(renderSchema)}`;
  return html`<p>${renderType(schema)} ${limitsOf(schema)}</p>${renderProse(schema.description)}${renderWords(schema)}`;
}
