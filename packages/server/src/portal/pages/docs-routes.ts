import { ErrorResponse } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import { admitNetwork } from '../../kernel/http/admission/admit-network.ts';
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

/** Where the site is served, and where requests can be sent from a page; undefined where they cannot. */
export type DocsPlace = { portalUrl: string; tryUrl: string | undefined };

/** The file of the site that says where requests can be sent from; as it was built, it says nowhere. */
const TRY_FILE = 'try.json';

/** On this origin a page may read the files of the site, and nothing that the portal answers to whoever is signed in. */
function narrowPolicy(reply: RouteReply, { portalUrl }: DocsPlace): RouteReply {
  const { 'content-security-policy': policy, ...others } = reply.headers ?? {};
  if (policy === undefined) return reply;
  const narrow = policy.replace("connect-src 'self'", `connect-src ${portalUrl}${ROOT}`);
  return { ...reply, headers: { ...others, 'content-security-policy': narrow } };
}

async function replyOf(
  files: DocsFiles,
  place: DocsPlace,
  name: string,
  headers: RouteRequest['headers'],
): Promise<RouteReply> {
  if (name === TRY_FILE) return { status: 200, body: { address: place.tryUrl ?? null } };
  const read = files.get(name === '' || name.endsWith('/') ? `${name}index.html` : name);
  if (!read) throw new Refusal('40400');
  const { file, etag } = await read();
  const reply = narrowPolicy(await chooseCoding(file, headers), place);
  const { 'content-encoding': _coding, ...kept } = reply.headers ?? {};
  if (hasVersion(headers, etag)) return { status: 304, body: '', headers: { ...kept, etag } };
  return { ...reply, headers: { ...reply.headers, etag } };
}

/** The documentation site on the portal's origin, for anybody; never on that of the hosted page, which has the camera. */
export function docsRoutes(files: DocsFiles, place: DocsPlace): PublicRoute[] {
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
      admit: admitNetwork(reads),
      handle: ({ params: { '*': name }, headers }) => replyOf(files, place, name, headers),
    }),
  ];
}
