import { ErrorResponse } from '@titular/contract';
import { isId } from '../base/id.ts';
import { Refusal } from '../base/refusal.ts';
import type { PublicRoute } from '../http/route.ts';
import type { Settings } from '../tenants/settings-cache.ts';
import { chooseCoding } from './compressed-files.ts';
import { frameDocument, type PageFiles } from './page-files.ts';

/** What serving the page needs. */
export type PageDeps = { pageFiles: PageFiles; settings: Settings };

/** The hosted page, its files, and the page for a frame, whose policy names the origins of the company. */
export const pageRoutes = (deps: PageDeps): PublicRoute[] => [
  ...['/c/:code', '/capture/'].map(
    (path, index): PublicRoute => ({
      operationId: index === 0 ? 'openLink' : 'openPage',
      summary:
        index === 0
          ? "The page at a transaction's link; opening it does not use the link up"
          : 'The page itself',
      method: 'GET',
      path,
      access: 'public',
      bodyKind: 'none',
      responses: { 200: 'text' },
      handle: async () => deps.pageFiles.document,
    }),
  ),
  {
    operationId: 'readPageAsset',
    summary: 'A script, style or picture of the page',
    method: 'GET',
    path: '/capture/assets/:name',
    access: 'public',
    bodyKind: 'none',
    responses: { 200: 'binary', 404: ErrorResponse },
    handle: async ({ params, headers }) => {
      const asset = deps.pageFiles.assets.get(params['name'] ?? '');
      if (!asset) throw new Refusal('40400');
      return chooseCoding(asset, headers);
    },
  },
  {
    operationId: 'openFrame',
    summary: "The page for a frame of the web SDK, on the company's web origins alone",
    method: 'GET',
    path: '/capture/frame/:tenant_id/:company_id',
    access: 'public',
    bodyKind: 'none',
    responses: { 200: 'text' },
    handle: async ({ params }) => {
      const [tenantId = '', companyId = ''] = [params['tenant_id'], params['company_id']];
      const company =
        isId(tenantId) && isId(companyId) ? await deps.settings.findCompany(tenantId, companyId) : undefined;
      return frameDocument(deps.pageFiles, company?.active ? company.webOrigins : []);
    },
  },
];
