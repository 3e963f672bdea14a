import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pageDirectory } from '@titular/capture-page';
import { PAGE_LANGUAGES, type PageLanguage } from '@titular/contract';
import { StartRefused } from '../kernel/base/start-refused.ts';
import { type CompressedFile, readCompressedFile } from '../kernel/http/answers/compressed-files.ts';
import type { RouteReply } from '../kernel/http/route.ts';

/** The built page, held in memory: the document in each language, and its assets by file name, compressed. */
export type PageFiles = {
  documents: Readonly<Record<PageLanguage, RouteReply>>;
  assets: ReadonlyMap<string, CompressedFile>;
};

const NOT_BUILT = 'The hosted page is not built: run "npm run build".';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Nothing from elsewhere and no inline code (CSP level 3); `ancestors` are the origins that may show it in a frame. */
const policy = (ancestors: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** Headers of a file whose name changes with what it holds, for the page alone. */
export const KEPT_FILE = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const FEATURES_OFF = [
  'accelerometer',
  'autoplay',
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
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'xr-spatial-tracking',
] as const;

/** What the page itself uses: the camera, and copying a link; in a frame the frame's `allow` decides further. Sharing is the page's own where nothing is said, and browsers without it complain of its name. */
const FEATURES_ON = ['camera', 'clipboard-write'] as const;

const PERMISSIONS = [
  ...FEATURES_ON.map((feature) => `${feature}=(self)`),
  ...FEATURES_OFF.map((feature) => `${feature}=()`),
].join(', ');

const documentHeaders = (ancestors: readonly string[]): Record<string, string> => ({
  'content-security-policy': policy(ancestors),
  'permissions-policy': PERMISSIONS,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  // A shop's page that is isolated itself shows only frames that say they may be shown.
  'cross-origin-resource-policy': ancestors.length > 0 ? 'cross-origin' : 'same-origin',
  // The older header knows one origin at most; where it says nothing, the policy above decides alone.
  ...(ancestors.length > 0 ? {} : { 'x-frame-options': 'DENY' }),
});

const headersOf = (language: PageLanguage, ancestors: readonly string[]): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-language': language,
  vary: 'accept-language',
  ...documentHeaders(ancestors),
});

/** The page for a frame on these origins; with none it is shown nowhere. */
export const frameDocument = (
  { documents }: PageFiles,
  language: PageLanguage,
  ancestors: readonly string[],
): RouteReply => ({ ...documents[language], headers: headersOf(language, ancestors) });

const typeOf = (file: string): string => TYPES[extname(file)] ?? 'application/octet-stream';

/** Headers of an asset by its name, in whichever release it was built. */
export const assetHeaders = (file: string): Record<string, string> => ({
  'content-type': typeOf(file),
  ...KEPT_FILE,
});

const readAsset = (file: string): Promise<CompressedFile> =>
  readCompressedFile(file, assetHeaders(file)).catch(() => {
    throw new StartRefused(NOT_BUILT);
  });

/** Reads the built page; one that was not built ends the start with a sentence that says how to build it. */
export async function readPageFiles(): Promise<PageFiles> {
  const assetDirectory = join(pageDirectory, 'assets');
  const names = await readdir(assetDirectory).catch(() => {
    throw new StartRefused(NOT_BUILT);
  });
  const assets = await Promise.all(
    names
      .filter((name) => extname(name) in TYPES)
      .map(async (name) => [name, await readAsset(join(assetDirectory, name))] as const),
  );
  const documents = await Promise.all(
    PAGE_LANGUAGES.map(async (language) => {
      const body = await readFile(join(pageDirectory, `index.${language}.html`)).catch(() => {
        throw new StartRefused(NOT_BUILT);
      });
      return [language, { status: 200, body, headers: headersOf(language, []) }] as const;
    }),
  );
  return {
    documents: Object.fromEntries(documents) as PageFiles['documents'],
    assets: new Map(assets),
  };
}
