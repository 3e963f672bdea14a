import { ErrorResponse } from '@titular/contract';
import { PREVIEW_PATH } from '@titular/contract/page-preview';
import type { Kysely } from 'kysely';
import { parseUuid } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { chooseCoding } from '../kernel/http/answers/compressed-files.ts';
import { KEPT_FILE } from '../kernel/http/answers/page-headers.ts';
import { defineRoute, type PublicRoute } from '../kernel/http/route.ts';
import { findLogoPicture, type Settings } from '../tenants/index.ts';
import { frameDocument, type PageFiles, previewDocument } from './page-files.ts';
import { chooseLanguage } from './page-language.ts';
import type { SharedAssets } from './shared-assets.ts';

/** What serving the page needs. */
export type PageDeps = {
  db: Kysely<Tables>;
  pageFiles: PageFiles;
  settings: Settings;
  /** Address of the portal; undefined where it is off. */
  portalUrl: string | undefined;
  findSharedAsset: SharedAssets['find'];
};

const LOGO_NAME = /^([0-9a-f]{64})\.png$/;

/** The preview; without a portal there is nobody to show it to. */
const previewRoute = (deps: PageDeps): PublicRoute =>
  defineRoute({
    operationId: 'openPreview',
    summary: 'The page with looks that are not saved, for a frame of the portal; it asks the service nothing',
    method: 'GET',
    path: PREVIEW_PATH,
    access: 'public',
    bodyKind: 'none',
    responses: { 200: 'text', 404: ErrorResponse },
    handle: async ({ query, headers }) => {
      if (deps.portalUrl === undefined) throw new Refusal('40400');
      return previewDocument(deps.pageFiles, chooseLanguage(query, headers), deps.portalUrl);
    },
  });

/** The hosted page, its files, and the page for a frame, whose policy names the origin that asks where it is the company's. */
export const pageRoutes = (deps: PageDeps): PublicRoute[] => [
  ...['/c/:code', '/capture/'].map((path, index) =>
    defineRoute({
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
      handle: async ({ query, headers }) => deps.pageFiles.documents[chooseLanguage(query, headers)],
    }),
  ),
  defineRoute({
    operationId: 'readPageAsset',
    isFrequent: true,
    summary: 'A script, style or picture of the page',
    method: 'GET',
    path: '/capture/assets/:name',
    access: 'public',
    bodyKind: 'none',
    responses: { 200: 'binary', 404: ErrorResponse },
    handle: async ({ params, headers }) => {
      const asset = deps.pageFiles.assets.get(params.name) ?? (await deps.findSharedAsset(params.name));
      if (!asset) throw new Refusal('40400');
      return chooseCoding(asset, headers);
    },
  }),
  defineRoute({
    operationId: 'readLogo',
    summary: "A company's logo as the page shows it",
    method: 'GET',
    path: '/capture/logos/:name',
    access: 'public',
    bodyKind: 'none',
    responses: { 200: 'binary', 404: ErrorResponse },
    handle: async ({ params }) => {
      const sha256 = LOGO_NAME.exec(params.name)?.[1];
      const picture = sha256 && (await findLogoPicture(deps.db, sha256));
      if (!picture) throw new Refusal('40400');
      return { status: 200, body: picture, headers: { 'content-type': 'image/png', ...KEPT_FILE } };
    },
  }),
  defineRoute({
    operationId: 'openFrame',
    summary: "The page for a frame of the web SDK, on the company's web origins alone",
    method: 'GET',
    path: '/capture/frame/:tenant_id/:company_id',
    access: 'public',
    bodyKind: 'none',
    responses: { 200: 'text', 500: ErrorResponse },
    handle: async ({ params, query, headers }) => {
      const [tenantId, companyId] = [parseUuid(params.tenant_id), parseUuid(params.company_id)];
      const company = tenantId && companyId && (await deps.settings.findCompany(tenantId, companyId));
      const origins = company?.active
        ? company.webOrigins.filter((origin) => origin === query['origin'])
        : [];
      return frameDocument(deps.pageFiles, chooseLanguage(query, headers), origins);
    },
  }),
  previewRoute(deps),
];
