import {
  contentPolicy,
  ISOLATED,
  NO_MARKUP,
  OWN_CODE,
  permissionsPolicy,
} from '../kernel/http/answers/page-headers.ts';

/** What a document may load besides its own scripts, styles and pictures, and what else holds for it. */
type Sources = {
  media: string;
  connect: string;
  ancestors: readonly string[];
  more?: Readonly<Record<string, string>>;
};

/** Nothing from elsewhere and no inline code; `ancestors` are the origins that may show it in a frame. */
const policy = ({ media, connect, ancestors, more }: Sources): string =>
  contentPolicy({
    ...OWN_CODE,
    'img-src': "'self' blob: data:",
    'media-src': media,
    'connect-src': connect,
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': ancestors.length > 0 ? ancestors.join(' ') : "'none'",
    ...NO_MARKUP,
    ...more,
  });

/** What the page itself uses: the camera, and copying a link; in a frame the frame's `allow` decides further. Sharing is the page's own where nothing is said, and browsers without it complain of its name. */
const PERMISSIONS = permissionsPolicy(['camera', 'clipboard-write']);

/** Headers of the page's document; `ancestors` are the origins that may show it in a frame. */
export const documentHeaders = (ancestors: readonly string[]): Record<string, string> => ({
  'content-security-policy': policy({ media: "'self' blob:", connect: "'self'", ancestors }),
  'permissions-policy': PERMISSIONS,
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
    more: { sandbox: 'allow-scripts allow-same-origin' },
  }),
  'permissions-policy': permissionsPolicy([]),
  ...ISOLATED,
  'cross-origin-resource-policy': 'cross-origin',
});
