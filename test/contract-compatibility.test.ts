import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { describe, expect, test } from 'vitest';
import { compareContracts } from '../scripts/contract/compare-contracts.ts';
import {
  BASELINE,
  compareReleases,
  compareWithBaseline,
  releaseContract,
} from '../scripts/contract/release-contract.ts';
import { openApiText } from '../scripts/docs/pages.ts';
import { alternative, small } from './small-contract.ts';

const published = JSON.parse(openApiText()) as OpenApiDocument;

test('what is published only adds to what was released (R100)', async () => {
  const changes = await compareWithBaseline(openApiText());
  expect(changes.filter(({ kind }) => kind === 'breaking')).toEqual([]);
});

test('the released contract only ever grows from one commit to the next (R100)', () => {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' });
  const now = JSON.parse(readFileSync(BASELINE, 'utf8')) as OpenApiDocument;
  if (git('ls-tree', '--name-only', 'HEAD', BASELINE).trim() === '') return;
  const before = JSON.parse(git('show', `HEAD:${BASELINE}`)) as OpenApiDocument;
  expect(compareReleases(before, now).filter(({ kind }) => kind === 'breaking')).toEqual([]);
});

test('an incompatible document is not released, and the released contract stays (R100)', async () => {
  const before = readFileSync(BASELINE, 'utf8');
  const { '/oauth2/token': _, ...paths } = published.paths;
  await expect(releaseContract(JSON.stringify({ ...published, paths }))).rejects.toThrow(
    'POST /oauth2/token: is gone',
  );
  expect(readFileSync(BASELINE, 'utf8')).toBe(before);
});

// biome-ignore lint/suspicious/noExplicitAny: a change may put anything anywhere.
type Loose = any;
const operation = (document: Loose): Loose => document.paths['/things/{id}'].post;
const request = (document: Loose): Loose =>
  operation(document).requestBody.content['application/json'].schema;
const thing = (document: Loose): Loose => document.components.schemas.Thing;

type Row = readonly [what: string, change: (document: Loose) => void];

const BREAKING: readonly Row[] = [
  ['an operation goes', (d) => delete d.paths['/things/{id}'].post],
  ['an address goes', (d) => delete d.paths['/things/{id}']],
  ['an operation is renamed', (d) => Object.assign(operation(d), { operationId: 'other' })],
  ['a scope more is needed', (d) => operation(d).security[0].accessToken.push('more')],
  ['another proof is needed', (d) => Object.assign(operation(d), { security: [{ client: [] }] })],
  ['a status goes', (d) => delete operation(d).responses['400']],
  ['a code goes', (d) => operation(d).responses['400']['x-codes'].pop()],
  ['a header of an answer goes', (d) => delete operation(d).responses['200'].headers['X-Request-Id']],
  ['an answer has no body any more', (d) => delete operation(d).responses['200'].content],
  ['a parameter goes', (d) => operation(d).parameters.pop()],
  ['an optional parameter is required', (d) => Object.assign(operation(d).parameters[1], { required: true })],
  [
    'a required parameter comes',
    (d) => operation(d).parameters.push({ name: 'q', in: 'query', required: true, schema: {} }),
  ],
  [
    'a parameter changes its type',
    (d) => Object.assign(operation(d).parameters[1].schema, { type: 'string' }),
  ],
  [
    'a limit of a parameter is lower',
    (d) => Object.assign(operation(d).parameters[1].schema, { maximum: 50 }),
  ],
  [
    'a limit of a parameter comes',
    (d) => Object.assign(operation(d).parameters[0].schema, { maxLength: 10 }),
  ],
  ['the body goes', (d) => delete operation(d).requestBody],
  [
    'the body has another type',
    (d) => Object.assign(operation(d).requestBody, { content: { 'text/plain': {} } }),
  ],
  [
    'a required field comes',
    (d) => {
      request(d).required.push('size');
      request(d).properties.size = { type: 'integer' };
    },
  ],
  ['an optional field is required', (d) => request(d).required.push('colour')],
  ['a field of a request goes', (d) => delete request(d).properties.colour],
  ['a field changes its type', (d) => Object.assign(request(d).properties.name, { type: 'integer' })],
  ['a pattern changes', (d) => Object.assign(request(d).properties.name, { pattern: '^[a-y]+$' })],
  ['a longer text is needed', (d) => Object.assign(request(d).properties.name, { minLength: 3 })],
  ['a word is no longer taken', (d) => request(d).properties.colour.enum.pop()],
  ['only some words are taken', (d) => Object.assign(request(d).properties.name, { enum: ['a'] })],
  ['an alternative is no longer taken', (d) => request(d).properties.number.anyOf.pop()],
  ['other fields are refused', (d) => Object.assign(request(d), { additionalProperties: false })],
  ['a field of an answer goes', (d) => delete thing(d).properties.state],
  ['a field of an answer may be absent', (d) => Object.assign(thing(d), { required: [] })],
  [
    'a field of an answer changes its type',
    (d) => Object.assign(thing(d).properties.state, { type: 'integer' }),
  ],
  ['a format of an answer goes', (d) => delete thing(d).properties.id.format],
  ['a field of an item goes', (d) => delete thing(d).properties.parts.items.properties.size],
  [
    'an item changes its type',
    (d) => Object.assign(thing(d).properties.parts, { items: { type: 'string' } }),
  ],
  [
    'an alternative without a word may be answered',
    (d) => thing(d).properties.event.anyOf.push({ type: 'string' }),
  ],
  [
    'another alternative of the same word may be answered',
    (d) => thing(d).properties.event.anyOf.push(alternative('made', { size: { type: 'integer' } })),
  ],
  [
    'a field of an alternative changes its type',
    (d) =>
      Object.assign(thing(d).properties.event.anyOf[0].properties, {
        type: { type: 'integer', const: 'made' },
      }),
  ],
  [
    'a word of an alternative that was always the same is another',
    (d) => Object.assign(thing(d).properties.event.anyOf[0].properties.state, { const: 'MADE' }),
  ],
  ['a longer list is needed', (d) => Object.assign(request(d).properties.lists, { minItems: 2 })],
  ['items have to differ', (d) => Object.assign(request(d).properties.lists, { uniqueItems: true })],
  ['an event goes', (d) => delete d.webhooks['thing.made']],
  ['a header of an event goes', (d) => d.webhooks['thing.made'].post.parameters.pop()],
  [
    'a header of an event may be absent',
    (d) => Object.assign(d.webhooks['thing.made'].post.parameters[0], { required: false }),
  ],
];

const NOTABLE: readonly Row[] = [
  [
    'an alternative of a new word may be answered',
    (d) => thing(d).properties.event.anyOf.push(alternative('lost')),
  ],
  ['a word more may be answered', (d) => thing(d).properties.state.enum.push('lost')],
  ['a word less may be answered', (d) => thing(d).properties.state.enum.pop()],
  ['a longer list may be answered', (d) => Object.assign(thing(d).properties.parts, { maxItems: 9 })],
  [
    'a status more may be answered',
    (d) => Object.assign(operation(d).responses, { 404: { description: '' } }),
  ],
  ['a code more may be answered', (d) => operation(d).responses['400']['x-codes'].push('40003')],
];

const ADDED: readonly Row[] = [
  ['an operation comes', (d) => Object.assign(d.paths, { '/more': { get: operation(d) } })],
  ['an event comes', (d) => Object.assign(d.webhooks, { 'thing.lost': d.webhooks['thing.made'] })],
  [
    'an optional parameter comes',
    (d) => operation(d).parameters.push({ name: 'q', in: 'query', schema: {} }),
  ],
  ['an optional field comes', (d) => Object.assign(request(d).properties, { size: { type: 'integer' } })],
  ['a required field is optional', (d) => Object.assign(request(d), { required: [] })],
  ['a word more is taken', (d) => request(d).properties.colour.enum.push('green')],
  ['any word is taken', (d) => delete request(d).properties.colour.enum],
  ['a longer text is taken', (d) => Object.assign(request(d).properties.name, { maxLength: 20 })],
  ['any form is taken', (d) => delete request(d).properties.name.pattern],
  ['an alternative more is taken', (d) => request(d).properties.number.anyOf.push({ type: 'boolean' })],
  ['a field of an answer comes', (d) => Object.assign(thing(d).properties, { size: { type: 'integer' } })],
  [
    'a field of an alternative comes',
    (d) => Object.assign(thing(d).properties.event.anyOf[0].properties, { size: { type: 'integer' } }),
  ],
  [
    'an optional field of an alternative with a `kind` is taken',
    (d) => Object.assign(request(d).properties.entry.anyOf[0].properties, { size: { type: 'integer' } }),
  ],
  ['a field of an answer is always there', (d) => thing(d).required.push('state')],
  [
    'a header of an event comes',
    (d) =>
      d.webhooks['thing.made'].post.parameters.push({ name: 'n', in: 'header', required: true, schema: {} }),
  ],
];

const NOTHING: readonly Row[] = [
  ['nothing changes', () => undefined],
  [
    'words for people change',
    (d) => Object.assign(operation(d), { summary: 'other', description: 'other', tags: [] }),
  ],
  [
    'words for people about an alternative change',
    (d) => Object.assign(request(d).properties.number.anyOf[0], { description: 'other' }),
  ],
  ['examples change', (d) => Object.assign(d.components.examples, { one: { value: 1 } })],
  ['no proof is needed', (d) => Object.assign(operation(d), { security: [] })],
  [
    'a schema is written out in place',
    (d) => {
      operation(d).responses['200'].content['application/json'].schema = thing(d);
    },
  ],
];

const kindsOf = (change: Row[1]): string[] => {
  const after = small();
  change(after);
  const changes = compareContracts(small() as OpenApiDocument, after as OpenApiDocument);
  return [...new Set(changes.map(({ kind }) => kind))];
};

describe('a change of the contract (R100)', () => {
  test.each(BREAKING)('breaks clients when %s', (_what, change) => {
    expect(kindsOf(change)).toContain('breaking');
  });
  test.each(NOTABLE)('is notable when %s', (_what, change) => {
    expect(kindsOf(change)).toEqual(['notable']);
  });
  test.each(ADDED)('only adds when %s', (_what, change) => {
    expect(kindsOf(change)).toEqual(['added']);
  });
  test.each(NOTHING)('is none when %s', (_what, change) => {
    expect(kindsOf(change)).toEqual([]);
  });
});

/** Keywords of schemas that the comparison looks at, and those that are for humans alone. */
const COMPARED = [
  ...['$ref', 'type', 'const', 'enum', 'format', 'pattern', 'anyOf'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems'],
  ...['properties', 'required', 'additionalProperties', 'items'],
];
const FOR_HUMANS = ['description', 'examples'];

function keywordsOf(schema: Loose): string[] {
  const { properties = {}, anyOf = [], items } = schema;
  const inner = [...Object.values(properties), ...anyOf, ...(items ? [items] : [])];
  return [...Object.keys(schema), ...inner.flatMap(keywordsOf)];
}

/** Every schema of a document, wherever it stands. */
function schemasOf(value: Loose): Loose[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = value.schema ? [value.schema] : [];
  return [...own, ...Object.values(value).flatMap(schemasOf)];
}

test('no keyword of the published schemas is one that the comparison does not know (R100)', () => {
  const schemas = [...Object.values(published.components.schemas), ...schemasOf(published.paths)];
  const keywords = new Set(schemas.flatMap(keywordsOf));
  expect([...keywords].filter((one) => ![...COMPARED, ...FOR_HUMANS].includes(one))).toEqual([]);
});

/** `apply` takes the thing out, and answers how it is put back: copying the whole document each time would take most of the test. */
type Cut = { where: string; apply: (document: Loose) => () => void };

/** Every way to take one thing out of the published document that somebody may rely on. */
function cutsOf(value: Loose, path: readonly string[] = []): Cut[] {
  if (typeof value !== 'object' || value === null) return [];
  const parent = path.at(-1) ?? '';
  const isNamed = ['properties', 'responses', 'paths', 'webhooks', 'headers', 'content'].includes(parent);
  const isListed = ['x-codes', 'parameters'].includes(parent);
  return Object.entries(value).flatMap(([name, inner]) => {
    if (['examples', 'x-further-examples', 'securitySchemes'].includes(name)) return [];
    const at = [...path, name];
    const deeper = cutsOf(inner, at);
    if (!isNamed && !isListed) return deeper;
    const apply = (document: Loose): (() => void) => {
      const holder = path.reduce((one, key) => one[key], document);
      const taken = holder[name];
      if (Array.isArray(holder)) {
        holder.splice(Number(name), 1);
        return () => holder.splice(Number(name), 0, taken);
      }
      delete holder[name];
      return () => {
        holder[name] = taken;
      };
    };
    return [{ where: at.join(' '), apply }, ...deeper];
  });
}

test('nothing can be taken out of the published document unnoticed (R100)', () => {
  // The headers of the components only describe those that answers name.
  const cuts = cutsOf(published).filter(({ where }) => !where.startsWith('components headers'));
  expect(cuts.length).toBeGreaterThan(300);
  const after = structuredClone(published);
  const unnoticed = cuts.filter(({ apply }) => {
    const putBack = apply(after);
    const isNoticed = compareContracts(published, after).some(({ kind }) => kind === 'breaking');
    putBack();
    return !isNoticed;
  });
  expect(after).toEqual(published);
  expect(unnoticed.map(({ where }) => where)).toEqual([]);
});
