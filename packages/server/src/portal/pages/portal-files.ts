import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PREVIEW_PATH } from '@titular/contract/page-preview';
import { portalDirectory } from '@titular/portal';
import { type CompressedFile, readCompressedFile } from '../../kernel/http/answers/compressed-files.ts';
import {
  CONTENT_TYPES,
  contentPolicy,
  contentTypeOf,
  ISOLATED,
  KEPT_FILE,
  NO_MARKUP,
  OWN_CODE,
  permissionsPolicy,
} from '../../kernel/http/answers/page-headers.ts';
import type { RouteReply } from '../../kernel/http/route.ts';

/** The built page of the portal, held in memory: its document, and its assets by file name, compressed. */
export type PortalFiles = { document: RouteReply; assets: ReadonlyMap<string, CompressedFile> };

/** Nothing from elsewhere, nothing inline, and in no frame; `frames` is what it may show in one. */
const policy = (frames: string): string =>
  contentPolicy({
    ...OWN_CODE,
    'img-src': "'self' blob: data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-src': frames,
    'frame-ancestors': "'none'",
    ...NO_MARKUP,
  });

/** What the page itself uses: passkeys, and copying a link. */
const PERMISSIONS = permissionsPolicy([
  'publickey-credentials-get',
  'publickey-credentials-create',
  'clipboard-write',
]);

const DOCUMENT_HEADERS = {
  'content-type': CONTENT_TYPES['.html'],
  'content-security-policy': policy("'none'"),
  'permissions-policy': PERMISSIONS,
  ...ISOLATED,
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

const NOT_BUILT =
  '<!doctype html><html lang="en"><title>titular</title><p>The page of the portal is not built: run <code>npm run build</code>, then start the service again.</p></html>\n';

async function readAssets(directory: string): Promise<Map<string, CompressedFile>> {
  const names = (await readdir(directory)).filter((name) => contentTypeOf(name) !== undefined);
  const assets = await Promise.all(
    names.map(async (name) => {
      const headers = { 'content-type': contentTypeOf(name) ?? '', ...KEPT_FILE };
      return [name, await readCompressedFile(join(directory, name), headers)] as const;
    }),
  );
  return new Map(assets);
}

const toDocument = (body: string | Buffer): RouteReply => ({ status: 200, body, headers: DOCUMENT_HEADERS });

/** The document, which may show the preview of the hosted page at the service's public address in a frame, and nothing else. */
export const portalDocument = ({ document }: PortalFiles, publicUrl: string): RouteReply => ({
  ...document,
  headers: { ...document.headers, 'content-security-policy': policy(publicUrl + PREVIEW_PATH) },
});

/** Stands for the page where none is served, or none was built. */
export const NO_PORTAL_FILES: PortalFiles = { document: toDocument(NOT_BUILT), assets: new Map() };

/** Reads the built page; where none was built, its document says so, and everything else of the service is as good without it. */
export async function readPortalFiles(): Promise<PortalFiles> {
  try {
    const document = toDocument(await readFile(join(portalDirectory, 'index.html')));
    return { document, assets: await readAssets(join(portalDirectory, 'assets')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return NO_PORTAL_FILES;
  }
}
