import { IN_APP_MARKS } from '@titular/contract/in-app-browsers';
import type { BrowserFamily } from '@titular/contract/page-events';

/** Whether the page stands in a browser that an app carries, where the camera is often missing or not asked for. */
export function findInAppBrowser(userAgent: string): boolean {
  return IN_APP_MARKS.some((mark) => mark.test(userAgent));
}

const families: readonly (readonly [RegExp, BrowserFamily])[] = [
  [/SamsungBrowser\//, 'samsung'],
  [/Firefox\/|FxiOS\//, 'firefox'],
  [/Chrome\/|Chromium\/|CriOS\/|EdgiOS\//, 'chromium'],
  [/Version\/[\d.]+ .*Safari\//, 'safari'],
];

/** The family under which events are counted. */
export function parseReportedFamily(userAgent: string): BrowserFamily {
  if (findInAppBrowser(userAgent)) return 'in_app';
  return families.find(([mark]) => mark.test(userAgent))?.[1] ?? 'other';
}

/** The address that makes an Android device open a page in the browser of its owner's choice, from within an app. */
export function toIntentAddress(link: string): string {
  const { protocol, host, pathname, search } = new URL(link);
  const scheme = protocol.replace(':', '');
  const action = 'action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE';
  return `intent://${host}${pathname}${search}#Intent;scheme=${scheme};${action};end`;
}

/** Whether the device is one for the hand, or is touched: there the page does not offer a phone, but another device. */
export function isTouched(): boolean {
  const isHandheld = /Android|iPhone|iPad|iPod|Mobile/.test(navigator.userAgent);
  return isHandheld || navigator.maxTouchPoints > 0 || window.matchMedia('(any-pointer: coarse)').matches;
}
