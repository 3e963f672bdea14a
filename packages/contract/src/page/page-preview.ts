import type { PageLanguage } from './page.ts';

/** Mark of the messages between the portal and a preview of the page in its frame. */
export const PREVIEW_CHANNEL = 'titular-preview/1';

/** Path of the preview on the service's public address. */
export const PREVIEW_PATH = '/capture/preview/';

/** Content of the document's element that names the only origin the preview listens to; the server puts the portal's there. */
export const PREVIEW_ORIGIN_MARK = 'portal-origin';

/** Screens that a preview shows. */
export const PREVIEW_SCREENS = ['consent', 'primer', 'camera', 'approved', 'not_approved'] as const;
export type PreviewScreen = (typeof PREVIEW_SCREENS)[number];

/** Colour schemes that a preview shows, whatever the device says. */
export const PREVIEW_SCHEMES = ['light', 'dark'] as const;
export type PreviewScheme = (typeof PREVIEW_SCHEMES)[number];

/** Maximum bytes of a logo in a message, as of one that is saved. */
export const MAX_PREVIEW_LOGO_BYTES = 1024 * 1024;

/** Path of a saved logo: its name is the SHA-256 of its bytes. */
export const SAVED_LOGO: RegExp = /^\/capture\/logos\/[0-9a-f]{64}\.png$/;

/** Grounds of the page that a company's colour lies on, by scheme. */
export const PAGE_GROUNDS: Readonly<Record<PreviewScheme, string>> = { light: '#ffffff', dark: '#13202a' };

/** What a preview shows; the logo is the path of the saved one, or the bytes of one that is not saved. */
export type PreviewView = {
  screen: PreviewScreen;
  language: PageLanguage;
  scheme: PreviewScheme;
  companyName: string;
  brandColour: string | null;
  introduction: Partial<Record<PageLanguage, string>>;
  logo: string | ArrayBuffer | null;
};

/** What the portal tells the preview, of the portal's origin alone. */
export type PreviewRequest = { channel: typeof PREVIEW_CHANNEL; type: 'show'; looks: PreviewView };

/** What the preview tells the portal: it listens, or it shows a screen. */
export type PreviewAnswer =
  | { channel: typeof PREVIEW_CHANNEL; type: 'ready' }
  | { channel: typeof PREVIEW_CHANNEL; type: 'shown'; screen: PreviewScreen };

const HEADS: readonly (readonly [type: string, head: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46]],
];

/** Media type of a logo by its first bytes: PNG, JPEG or WebP, within the bounds; undefined for anything else. */
export function findLogoType(bytes: ArrayBuffer): string | undefined {
  if (bytes.byteLength > MAX_PREVIEW_LOGO_BYTES) return undefined;
  const start = new Uint8Array(bytes, 0, Math.min(8, bytes.byteLength));
  return HEADS.find(([, head]) => head.every((byte, at) => start[at] === byte))?.[0];
}
