import type { PageEvent } from '@titular/contract/page-events';
import type { MessageKey } from '../i18n/messages.ts';

/** Why there is no usable camera picture. */
export type CameraProblem =
  | 'denied'
  | 'blocked'
  | 'missing'
  | 'busy'
  | 'unplugged'
  | 'insecure'
  | 'unsupported'
  | 'black'
  | 'infrared'
  | 'in_app';

/** What is told of each problem; that a page stands in an app's browser is told beside it. */
export const eventOfProblem: Readonly<Record<Exclude<CameraProblem, 'in_app'>, PageEvent>> = {
  denied: 'camera_denied',
  blocked: 'camera_blocked',
  missing: 'camera_missing',
  busy: 'camera_busy',
  unplugged: 'camera_unplugged',
  insecure: 'camera_unsupported',
  unsupported: 'camera_unsupported',
  black: 'camera_black',
  infrared: 'camera_infrared',
};

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

/** What is shown of a problem: in an app's browser, one that nothing can be done about there is told with the way out. */
export function decideShownProblem(problem: CameraProblem, isInApp: boolean): CameraProblem {
  return isInApp && (problem === 'denied' || problem === 'unsupported') ? 'in_app' : problem;
}

/** Browsers that differ in where the camera is allowed. */
export type BrowserFamily = 'ios' | 'ios-other' | 'android' | 'samsung' | 'safari' | 'firefox' | 'desktop';

/** Reads the family from a user agent string; touch tells an iPad that calls itself a Mac. */
export function parseBrowserFamily(userAgent: string, touchPoints: number): BrowserFamily {
  const isPad = /Macintosh/.test(userAgent) && touchPoints > 1;
  if (isPad || /iPhone|iPad|iPod/.test(userAgent)) {
    return /CriOS|FxiOS|EdgiOS|OPiOS|OPT\//.test(userAgent) ? 'ios-other' : 'ios';
  }
  if (/SamsungBrowser\//.test(userAgent)) return 'samsung';
  if (/Android/.test(userAgent)) return 'android';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  if (/Version\/[\d.]+ .*Safari\//.test(userAgent)) return 'safari';
  return 'desktop';
}

/** How to allow the camera, step by step. */
export const allowSteps: Readonly<Record<BrowserFamily, readonly MessageKey[]>> = {
  ios: ['deniedIos', 'deniedIosSystem', 'deniedThen'],
  'ios-other': ['deniedIosOther', 'deniedThen'],
  android: ['deniedAndroid', 'deniedAndroidSystem', 'deniedThen'],
  samsung: ['deniedSamsung', 'deniedAndroidSystem', 'deniedThen'],
  safari: ['deniedSafari', 'deniedDesktopSystem', 'deniedThen'],
  firefox: ['deniedFirefox', 'deniedDesktopSystem', 'deniedThen'],
  desktop: ['deniedDesktop', 'deniedDesktopSystem', 'deniedThen'],
};

/** How to get from an app's browser into the device's own, step by step. */
export const leaveAppSteps: Readonly<Record<'ios' | 'android', readonly MessageKey[]>> = {
  ios: ['inAppCopy', 'inAppIos', 'inAppPaste'],
  android: ['inAppCopy', 'inAppAndroid', 'inAppPaste'],
};
