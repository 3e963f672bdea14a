/** What a document may load besides its own scripts, styles and pictures, and what else holds for it. */
type Sources = { media: string; connect: string; ancestors: readonly string[]; more?: readonly string[] };

/** Nothing from elsewhere and no inline code (CSP level 3); `ancestors` are the origins that may show it in a frame. */
const policy = ({ media, connect, ancestors, more = [] }: Sources): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    `media-src ${media}`,
    `connect-src ${connect}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...more,
  ].join('; ');

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

const permissions = (allowed: 'self' | ''): string =>
  [
    ...FEATURES_ON.map((feature) => `${feature}=(${allowed})`),
    ...FEATURES_OFF.map((feature) => `${feature}=()`),
  ].join(', ');

const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
} as const;

/** Headers of the page's document; `ancestors` are the origins that may show it in a frame. */
export const documentHeaders = (ancestors: readonly string[]): Record<string, string> => ({
  'content-security-policy': policy({ media: "'self' blob:", connect: "'self'", ancestors }),
  'permissions-policy': permissions('self'),
  ...ISOLATED,
  // A shop's page that is isolated itself shows only frames that say they may be shown.
  'cross-origin-resource-policy': ancestors.length > 0 ? 'cross-origin' : 'same-origin',
  // The older header knows one origin at most; where it says nothing, the policy above decides alone.
  ...(ancestors.length > 0 ? {} : { 'x-frame-options': 'DENY' }),
});

/** Headers of the preview: those of the page, but without camera, calls and windows; `portal` alone may show it in a frame. */
export const previewHeaders = (portal: string): Record<string, string> => ({
  'content-security-policy': policy({
    ...{ media: "'none'", connect: "'none'", ancestors: [portal] },
    more: ['sandbox allow-scripts allow-same-origin'],
  }),
  'permissions-policy': permissions(''),
  ...ISOLATED,
  'cross-origin-resource-policy': 'cross-origin',
});
