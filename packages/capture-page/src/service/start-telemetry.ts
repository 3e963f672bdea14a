import { findInAppBrowser, parseReportedFamily } from '../browser.ts';
import type { PageApi } from './api.ts';
import type { Telemetry } from './telemetry.ts';

/** Long enough for what belongs together to go in one call. */
const quietMs = 2_000;

/** Sends what the page tells: a moment after it happened, and at once when the page is left. */
export function startTelemetry(telemetry: Telemetry, api: Pick<PageApi, 'reportEvents'>): void {
  const { userAgent } = navigator;
  telemetry.start({
    browser: () => parseReportedFamily(userAgent),
    send: async (request) => {
      const answer = await api.reportEvents(request);
      return answer.kind === 'failed' ? 'later' : 'done';
    },
    isHidden: () => document.visibilityState === 'hidden',
    schedule: (run) => setTimeout(run, quietMs),
  });
  const leave = () => {
    if (document.visibilityState === 'hidden') telemetry.flush();
  };
  document.addEventListener('visibilitychange', leave);
  window.addEventListener('pagehide', telemetry.flush);
  window.addEventListener('online', telemetry.flush);
  if (findInAppBrowser(userAgent)) telemetry.tell('in_app_browser');
}
