import type { MessageKey } from '../i18n/messages.ts';

/** Why there is no usable camera picture. */
export type CameraProblem =
  | 'denied'
  | 'missing'
  | 'busy'
  | 'unplugged'
  | 'insecure'
  | 'unsupported'
  | 'black';

const problemOfError: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  DevicesNotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  AbortError: 'busy',
};

/** Decides what a refused `getUserMedia` means from the DOMException's name, old names of old browsers included. */
export function decideCameraProblem(errorName: string): CameraProblem {
  return problemOfError[errorName] ?? 'unsupported';
}

/** Browsers that differ in where the camera is allowed. */
export type BrowserFamily = 'ios' | 'android' | 'safari' | 'firefox' | 'desktop';

/** Reads the family from a user agent string; touch tells an iPad that calls itself a Mac. */
export function parseBrowserFamily(userAgent: string, touchPoints: number): BrowserFamily {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'ios';
  if (/Android/.test(userAgent)) return 'android';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  if (/Version\/[\d.]+ .*Safari\//.test(userAgent)) return 'safari';
  return 'desktop';
}

/** How to allow the camera, step by step. */
export const allowSteps: Readonly<Record<BrowserFamily, readonly MessageKey[]>> = {
  ios: ['deniedIos', 'deniedIosSystem', 'deniedThen'],
  android: ['deniedAndroid', 'deniedAndroidSystem', 'deniedThen'],
  safari: ['deniedSafari', 'deniedDesktopSystem', 'deniedThen'],
  firefox: ['deniedFirefox', 'deniedDesktopSystem', 'deniedThen'],
  desktop: ['deniedDesktop', 'deniedDesktopSystem', 'deniedThen'],
};
