import { ErrorResponse } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import { chooseCoding } from '../../kernel/http/answers/compressed-files.ts';
import {
  defineRoute,
  type PublicRoute,
  type RouteReply,
  type RouteRequest,
} from '../../kernel/http/route.ts';
import { createNetworkBudget } from '../../kernel/network/network-budget.ts';
import type { DocsFiles } from './docs-files.ts';

/** Where the site is on the portal's origin. */
const ROOT = '/docs/';

/** A reader opens a few pages with their assets at once; who fetches all of them takes some minutes. */
const READS = { burst: 120, intervalSeconds: 0.5 };

const hasVersion = ({ 'if-none-match': given }: RouteRequest['headers'], etag: string): boolean =>
  typeof given === 'string' && given.split(',').some((one) => one.trim() === etag);

async function replyOf(
  files: DocsFiles,
  name: string,
  headers: RouteRequest['headers'],
): Promise<RouteReply> {
  const read = files.get(name === '' || name.endsWith('/') ? `${name}index.html` : name);
  if (!read) throw new Refusal('40400');
  const { file, etag } = await read();
  const reply = chooseCoding(file, headers);
  const { 'content-encoding': _coding, ...kept } = reply.headers ?? {};
  if (hasVersion(headers, etag)) return { status: 304, body: '', headers: { ...kept, etag } };
  return { ...reply, headers: { ...reply.headers, etag } };
}

/** The documentation site on the portal's origin, for anybody; never on that of the hosted page, which has the camera. */
export function docsRoutes(files: DocsFiles): PublicRoute[] {
  const reads = createNetworkBudget(() => performance.now(), READS);
  return [
    defineRoute({
      ...{ operationId: 'openDocs', path: '/docs', summary: 'Leads to the documentation site' },
      ...{ method: 'GET', access: 'public', isOfPortal: true, bodyKind: 'none' },
      responses: { 308: 'text' },
      handle: async () => ({ status: 308, body: '', headers: { location: ROOT } }),
    }),
    defineRoute({
      ...{ operationId: 'readDocs', path: '/docs/*', isFrequent: true },
      ...{ method: 'GET', access: 'public', isOfPortal: true, bodyKind: 'none' },
      summary: 'A page of the documentation site, or a file that its pages need',
      responses: { 200: 'binary', 304: 'text', 404: ErrorResponse, 429: ErrorResponse },
      admit: async ({ sourceAddress }) => {
        const wait = reads.take(sourceAddress);
        if (wait > 0) throw new Refusal('42903', undefined, { 'retry-after': String(wait) });
        return undefined;
      },
      handle: ({ params: { '*': name }, headers }) => replyOf(files, name, headers),
    }),
  ];
}
