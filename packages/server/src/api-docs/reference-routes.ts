import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ErrorResponse } from '@titular/contract';
import { Refusal } from '../kernel/base/refusal.ts';
import { once } from '../kernel/caches/once.ts';
import { admitNetwork } from '../kernel/http/admission/admit-network.ts';
import { type CompressedFile, chooseCoding, compressFile } from '../kernel/http/answers/compressed-files.ts';
import { CONTENT_TYPES, contentPolicy, permissionsPolicy } from '../kernel/http/answers/page-headers.ts';
import { defineRoute, type PublicRoute, type Route } from '../kernel/http/route.ts';
import { createNetworkBudget, type NetworkBudget } from '../kernel/network/network-budget.ts';
import { type ListedPage, renderLlmsText } from './llms-text.ts';
import { buildOpenApi } from './openapi.ts';
import { REFERENCE_PATH, type ReferencePages, referencePages } from './reference-pages.ts';
import { type FrontPageFacts, renderFrontPage } from './render-front-page.ts';
import { tryRoutes } from './try/try-routes.ts';

/** What the documentation needs from the service: the address that clients reach it at, what it is, and what it has. */
export type ReferenceDeps = FrontPageFacts & {
  /** Whether requests can be sent from a page. */
  hasTry: boolean;
};

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const css = ['frame.css', 'content.css'].map(read).join('\n');
const styleHash = createHash('sha256').update(css).digest('base64');

/** No script, no outside host, no form, no frame; the one style element by its hash. */
const PAGE_HEADERS = {
  'content-type': CONTENT_TYPES['.html'],
  'content-security-policy': contentPolicy({
    'style-src': `'sha256-${styleHash}'`,
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }),
  'permissions-policy': permissionsPolicy([]),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

const listedPages = ({ publicUrl, docsUrl }: ReferenceDeps): ListedPage[] => [
  ...(docsUrl
    ? [{ title: 'Documentation', address: docsUrl, holds: 'guides, settings and commands, with a search' }]
    : []),
  { title: 'API reference', address: `${publicUrl}/docs`, holds: 'every operation, schema and error code' },
  { title: 'OpenAPI 3.1', address: `${publicUrl}/openapi.json`, holds: 'the same for programs' },
  {
    title: 'Error codes',
    address: `${publicUrl}/docs#error-codes`,
    holds: 'what happened and what to do, by code',
  },
];

/** Readers and programs fetch a few documents, and crawlers one after another; chapters, and the page that sends requests, have budgets of their own. */
const READS = { burst: 80, intervalSeconds: 1 };

const createReads = (): NetworkBudget => createNetworkBudget(() => performance.now(), READS);

type Facts = Pick<PublicRoute, 'operationId' | 'summary' | 'path'>;
type TextHeaders = Readonly<Record<string, string>> & { 'content-type': string };

/** Compresses a text when it is first asked for. */
const createFile = (headers: TextHeaders, render: () => string): (() => Promise<CompressedFile>) =>
  once(() => compressFile({ status: 200, body: Buffer.from(render()), headers }));

const document = (
  facts: Facts,
  headers: TextHeaders,
  render: () => string,
  admit: NonNullable<PublicRoute['admit']>,
): PublicRoute => {
  const read = createFile(headers, render);
  return defineRoute({
    ...{ ...facts, method: 'GET', access: 'public', bodyKind: 'none', admit },
    responses: { 200: 'text', 429: ErrorResponse },
    answerType: headers['content-type'].split(';')[0] ?? '',
    handle: async ({ headers: asked }) => chooseCoding(await read(), asked),
  });
};

/** A chapter of the reference, so that who looks at one operation does not load the others. */
function chapterRoute(pages: () => ReferencePages, admit: NonNullable<PublicRoute['admit']>): PublicRoute {
  const files = once(
    () => new Map([...pages().chapters].map(([name, render]) => [name, createFile(PAGE_HEADERS, render)])),
  );
  return defineRoute({
    ...{ operationId: 'readReferenceChapter', path: `${REFERENCE_PATH}/:chapter` },
    ...{
      summary: 'Read a chapter of the reference',
      method: 'GET',
      access: 'public',
      bodyKind: 'none',
      admit,
    },
    responses: { 200: 'text', 404: ErrorResponse, 429: ErrorResponse },
    handle: async ({ params: { chapter }, headers }) => {
      const read = files().get(chapter);
      if (!read) throw new Refusal('40400');
      return chooseCoding(await read(), headers);
    },
  });
}

/** The documentation of the given routes and of itself; each text is made and compressed when it is first asked for. */
export function referenceRoutes(deps: ReferenceDeps, others: readonly Route[]): Route[] {
  const { publicUrl, hasTry } = deps;
  const admit = admitNetwork(createReads());
  const openApi = () => buildOpenApi([...others, ...own], publicUrl);
  const pages = once(() => referencePages(openApi(), css, hasTry));
  const own: Route[] = [
    document(
      { operationId: 'readFrontPage', summary: 'Read what this address is', path: '/' },
      PAGE_HEADERS,
      () => renderFrontPage(deps, css),
      admit,
    ),
    document(
      { operationId: 'readOpenApi', summary: 'Read the API as OpenAPI 3.1', path: '/openapi.json' },
      { 'content-type': CONTENT_TYPES['.json'] },
      () => JSON.stringify(openApi()),
      admit,
    ),
    document(
      { operationId: 'readReference', summary: 'Read the API as a page', path: REFERENCE_PATH },
      PAGE_HEADERS,
      () => pages().first(),
      admit,
    ),
    document(
      { operationId: 'readLlmsText', summary: 'Read a list of the operations', path: '/llms.txt' },
      { 'content-type': CONTENT_TYPES['.txt'] },
      () => renderLlmsText(openApi(), listedPages(deps), (id) => `${publicUrl}/docs#${id}`),
      admit,
    ),
    chapterRoute(pages, admitNetwork(createReads())),
  ];
  const consoleCss = [css, read('try/console.css')].join('\n');
  const tried = {
    publicUrl,
    css: consoleCss,
    pageHeaders: PAGE_HEADERS,
    openApi,
    admit: admitNetwork(createReads()),
  };
  return [...own, ...(hasTry ? tryRoutes(tried) : [])];
}
