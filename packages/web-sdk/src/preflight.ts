import { IN_APP_MARKS } from '@titular/contract/in-app-browsers';
import { parseBaseUrl } from './options.ts';
import { cameraPolicyOf, cameraPolicyOfPage } from './page-policy.ts';
import type { SdkType } from './types.ts';

const TIMEOUT_MS = 8_000;

/** What can stand in the way. */
export type PreflightCode =
  | 'insecure_page'
  | 'browser_not_supported'
  | 'camera_missing'
  | 'camera_denied'
  | 'camera_blocked_by_page'
  | 'in_app_browser'
  | 'unreachable';

/** One problem: what it is and what to do; one that is not `blocking` is a doubt. */
export type PreflightProblem = { code: PreflightCode; blocking: boolean; message: string; action: string };

/** What was found; `ok` when nothing stands in the way for sure. */
export type PreflightReport = { ok: boolean; problems: PreflightProblem[] };

/** Where the service is, and how the page will be shown; the camera's permission is the shop's page's own for a frame alone. */
export type PreflightOptions = { baseUrl: string; type?: SdkType };

const PROBLEMS: Readonly<Record<PreflightCode, Omit<PreflightProblem, 'code'>>> = {
  insecure_page: {
    blocking: true,
    message: 'This page is not secure, and browsers give a camera to secure pages alone.',
    action: 'Serve it by https, or from localhost while you develop.',
  },
  browser_not_supported: {
    blocking: true,
    message: 'This browser cannot open a camera.',
    action: 'Offer the link, so that the person opens it in another browser or on a phone.',
  },
  camera_missing: {
    blocking: false,
    message: 'This device has no camera.',
    action: 'Open the page all the same: it offers to go on with a phone.',
  },
  camera_denied: {
    blocking: false,
    message: 'The person has refused this page the camera.',
    action: 'Open the page all the same: it shows how to allow the camera, and offers other ways.',
  },
  camera_blocked_by_page: {
    blocking: true,
    message: 'The Permissions-Policy header of this page keeps the camera from the frame.',
    action: 'Add camera=(self "<address of the service>") to it, or use the type REDIRECT.',
  },
  in_app_browser: {
    blocking: false,
    message: 'This is the browser within an app, and many of those cannot open a camera.',
    action: "Offer the link, so that the person opens it in the phone's own browser.",
  },
  unreachable: {
    blocking: true,
    message: 'The service does not answer from this page.',
    action: "Check baseUrl, connect-src of this page's Content-Security-Policy and the person's connection.",
  },
};

type Check = (options: { origin: string; isFrame: boolean }) => boolean | Promise<boolean>;

const hasCameraApi = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function';

function isCameraBlocked(origin: string): boolean {
  if (cameraPolicyOfPage() === false) return true;
  const frame = document.createElement('iframe');
  frame.allow = `camera ${origin}`;
  frame.src = `${origin}/`;
  return cameraPolicyOf(frame, origin) === false;
}

async function isCameraMissing(): Promise<boolean> {
  if (!hasCameraApi()) return false;
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => undefined);
  return devices !== undefined && !devices.some(({ kind }) => kind === 'videoinput');
}

async function isCameraDenied(): Promise<boolean> {
  const name = 'camera' as PermissionName;
  const status = await navigator.permissions?.query({ name }).catch(() => undefined);
  return status?.state === 'denied';
}

async function isUnreachable(origin: string): Promise<boolean> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  try {
    const { signal } = timeout;
    const options = { signal, credentials: 'omit', cache: 'no-store', redirect: 'error' } as const;
    const response = await fetch(`${origin}/sdk/manifest.json`, options);
    const said: unknown = await response.json();
    return !response.ok || (said as { name?: unknown } | null)?.name !== 'titular';
  } catch {
    return true;
  } finally {
    clearTimeout(timer);
  }
}

const CHECKS: Readonly<Record<PreflightCode, Check>> = {
  insecure_page: ({ isFrame }) => isFrame && !window.isSecureContext,
  browser_not_supported: ({ isFrame }) => (isFrame || window.isSecureContext) && !hasCameraApi(),
  camera_blocked_by_page: ({ origin, isFrame }) => isFrame && isCameraBlocked(origin),
  camera_missing: isCameraMissing,
  camera_denied: ({ isFrame }) => isFrame && isCameraDenied(),
  in_app_browser: () => IN_APP_MARKS.some((mark) => mark.test(navigator.userAgent)),
  unreachable: ({ origin }) => isUnreachable(origin),
};

/** Says whether this device, this page and the service can do it, without asking the person for anything; rejects with `invalid_options` alone. */
export async function preflight({ baseUrl, type = 'IFRAME' }: PreflightOptions): Promise<PreflightReport> {
  const options = { origin: parseBaseUrl(baseUrl), isFrame: type === 'IFRAME' };
  const codes = Object.keys(CHECKS) as PreflightCode[];
  const found = await Promise.all(codes.map(async (code) => CHECKS[code](options)));
  const problems = codes.filter((_, at) => found[at]).map((code) => ({ code, ...PROBLEMS[code] }));
  return { ok: !problems.some(({ blocking }) => blocking), problems };
}
