import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pageDirectory } from '@titular/capture-page';
import type { RouteReply } from '../http/route.ts';

/** The built page, held in memory: the document, and its assets by file name. */
export type PageFiles = { document: RouteReply; assets: ReadonlyMap<string, RouteReply> };

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Nothing from elsewhere, no inline code, no framing; the camera for this page alone. */
const DOCUMENT_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'permissions-policy':
    'camera=(self), microphone=(), geolocation=(), display-capture=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

async function readReply(file: string, headers: Record<string, string>): Promise<RouteReply> {
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  return { status: 200, body: await readFile(file), headers: { 'content-type': type, ...headers } };
}

/** Reads the built page; a page that was not built is a fault that says how to build it. */
export async function readPageFiles(): Promise<PageFiles> {
  const assetDirectory = join(pageDirectory, 'assets');
  const names = await readdir(assetDirectory).catch(() => {
    throw new Error('the capture page is not built: run "npm run build --workspace @titular/capture-page"');
  });
  const assetHeaders = {
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
  };
  const assets = await Promise.all(
    names
      .filter((name) => extname(name) in TYPES)
      .map(async (name) => [name, await readReply(join(assetDirectory, name), assetHeaders)] as const),
  );
  return {
    document: await readReply(join(pageDirectory, 'index.html'), DOCUMENT_HEADERS),
    assets: new Map(assets),
  };
}
