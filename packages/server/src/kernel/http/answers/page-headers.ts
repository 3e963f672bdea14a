import { extname } from 'node:path';

/** Media types of the files that pages consist of, by the end of their name. */
export const CONTENT_TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
} as const;

const BY_EXTENSION: Readonly<Record<string, string>> = CONTENT_TYPES;

/** Media type of a file by its name; undefined for a file that is no part of a page. */
export const contentTypeOf = (file: string): string | undefined => BY_EXTENSION[extname(file)];

/** Caching of a file whose name changes with what it holds. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

/** Headers of such a file, for pages of its own origin alone. */
export const KEPT_FILE = {
  'cache-control': FOR_EVER,
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Keeps a page apart from other origins: from who opened it, and from files that do not allow it. */
export const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
} as const;

/** Directives of a page with scripts and styles of its own origin, and nothing inline. */
export const OWN_CODE = { 'script-src': "'self'", 'style-src': "'self'" } as const;

/** Directives against text that becomes markup (Trusted Types). */
export const NO_MARKUP = { 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" } as const;

/** Writes a content security policy (CSP level 3): nothing is allowed but what its directives allow. */
export const contentPolicy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries({ 'default-src': "'none'", ...directives })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');

/** Features of browsers that pages of ours use or refuse. */
const FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-write',
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
type Feature = (typeof FEATURES)[number];

/** Writes a permissions policy: the page has what it uses, and nobody has any other. */
export const permissionsPolicy = (used: readonly Feature[]): string =>
  FEATURES.map((feature) => `${feature}=${used.includes(feature) ? '(self)' : '()'}`).join(', ');
