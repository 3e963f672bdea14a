import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ErrorResponse } from '@titular/contract';
import { Refusal } from '../kernel/base/refusal.ts';
import { type CompressedFile, chooseCoding, compressFile } from '../kernel/http/answers/compressed-files.ts';
import { defineRoute, type PublicRoute, type Route } from '../kernel/http/route.ts';
import { createNetworkBudget, type NetworkBudget } from '../kernel/network/network-budget.ts';
import { type ListedPage, renderLlmsText } from './llms-text.ts';
import { buildOpenApi } from './openapi.ts';
import { type FrontPageFacts, renderFrontPage } from './render-front-page.ts';
import { renderPage } from './render-page.ts';
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
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), display-capture=(), payment=(), usb=()',
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

/** Readers and programs fetch a few documents, and crawlers one after another. */
const READS = { burst: 80, intervalSeconds: 1 };

function requireRead(reads: NetworkBudget, sourceAddress: string): void {
  const wait = reads.take(sourceAddress);
  if (wait > 0) throw new Refusal('42903', undefined, { 'retry-after': String(wait) });
}

const document = (
  facts: Pick<PublicRoute, 'operationId' | 'summary' | 'path'>,
  headers: Readonly<Record<string, string>> & { 'content-type': string },
  render: () => string,
  reads: NetworkBudget,
): PublicRoute => {
  let file: Promise<CompressedFile> | undefined;
  return defineRoute({
    ...facts,
    method: 'GET',
    access: 'public',
    bodyKind: 'none',
    responses: { 200: 'text', 429: ErrorResponse },
    answerType: headers['content-type'].split(';')[0] ?? '',
    admit: async ({ sourceAddress }) => {
      requireRead(reads, sourceAddress);
      return undefined;
    },
    handle: async ({ headers: asked }) => {
      file ??= compressFile({ status: 200, body: Buffer.from(render()), headers });
      return chooseCoding(await file, asked);
    },
  });
};

/** The documentation of the given routes and of itself; each text is made and compressed when it is first asked for. */
export function referenceRoutes(deps: ReferenceDeps, others: readonly Route[]): Route[] {
  const { publicUrl, hasTry } = deps;
  const reads = createNetworkBudget(() => performance.now(), READS);
  const openApi = () => buildOpenApi([...others, ...own], publicUrl);
  const own: Route[] = [
    document(
      { operationId: 'readFrontPage', summary: 'Read what this address is', path: '/' },
      PAGE_HEADERS,
      () => renderFrontPage(deps, css),
      reads,
    ),
    document(
      { operationId: 'readOpenApi', summary: 'Read the API as OpenAPI 3.1', path: '/openapi.json' },
      { 'content-type': 'application/json; charset=utf-8' },
      () => JSON.stringify(openApi()),
      reads,
    ),
    document(
      { operationId: 'readReference', summary: 'Read the API as a page', path: '/docs' },
      PAGE_HEADERS,
      () => renderPage(openApi(), css, hasTry),
      reads,
    ),
    document(
      { operationId: 'readLlmsText', summary: 'Read a list of the operations', path: '/llms.txt' },
      { 'content-type': 'text/plain; charset=utf-8' },
      () => renderLlmsText(openApi(), listedPages(deps), (id) => `${publicUrl}/docs#${id}`),
      reads,
    ),
  ];
  const admit: PublicRoute['admit'] = async ({ sourceAddress }) => {
    requireRead(reads, sourceAddress);
    return undefined;
  };
  const consoleCss = [css, read('try/console.css')].join('\n');
  const tried = { publicUrl, css: consoleCss, pageHeaders: PAGE_HEADERS, openApi, admit };
  return [...own, ...(hasTry ? tryRoutes(tried) : [])];
}
