import type { App } from '../app.ts';
import { findInAppBrowser } from '../browser.ts';
import type { Entry } from '../entry.ts';
import { noCookiesScreen } from '../screens/no-cookies.ts';
import { createLinkOut } from '../screens/parts/link-out.ts';

/** Shows that the browser keeps no cookies; the link in the address is still unused and can be taken to another browser. */
export function showNoCookies(app: App, entry: Entry): void {
  const isAndroidApp = /Android/.test(navigator.userAgent) && findInAppBrowser(navigator.userAgent);
  const linkOut =
    entry.kind === 'code'
      ? createLinkOut(async () => window.location.href, isAndroidApp ? 'android-browser' : 'copy')
      : undefined;
  app.show(noCookiesScreen({ linkOut, onTryAgain: () => window.location.reload() }));
}
