import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { PREVIEW_PATH } from '@titular/contract/page-preview';
import { portalDirectory } from '@titular/portal';
import { type CompressedFile, readCompressedFile } from '../../kernel/http/answers/compressed-files.ts';
import type { RouteReply } from '../../kernel/http/route.ts';

/** The built page of the portal, held in memory: its document, and its assets by file name, compressed. */
export type PortalFiles = { document: RouteReply; assets: ReadonlyMap<string, CompressedFile> };

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Nothing from elsewhere, nothing inline, in no frame, and no text that becomes markup (CSP level 3, Trusted Types); `frames` is what it may show in one. */
const policy = (frames: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-src ${frames}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const FEATURES_OFF = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'xr-spatial-tracking',
] as const;

/** What the page itself uses: passkeys, and copying a link. */
const FEATURES_ON = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write'] as const;

const PERMISSIONS = [
  ...FEATURES_ON.map((feature) => `${feature}=(self)`),
  ...FEATURES_OFF.map((feature) => `${feature}=()`),
].join(', ');

const DOCUMENT_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy("'none'"),
  'permissions-policy': PERMISSIONS,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

/** Headers of a file whose name changes with what it holds. */
const ASSET_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const NOT_BUILT =
  '<!doctype html><html lang="en"><title>titular</title><p>The page of the portal is not built: run <code>npm run build</code>, then start the service again.</p></html>\n';

async function readAssets(directory: string): Promise<Map<string, CompressedFile>> {
  const names = (await readdir(directory)).filter((name) => extname(name) in TYPES);
  const assets = await Promise.all(
    names.map(async (name) => {
      const headers = { 'content-type': TYPES[extname(name)] ?? '', ...ASSET_HEADERS };
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

/** Reads the built page; where none was built, its document says so, and everything else of the service is as good without it. */
export async function readPortalFiles(): Promise<PortalFiles> {
  try {
    const document = toDocument(await readFile(join(portalDirectory, 'index.html')));
    return { document, assets: await readAssets(join(portalDirectory, 'assets')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { document: toDocument(NOT_BUILT), assets: new Map() };
  }
}
