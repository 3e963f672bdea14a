import { randomBytes } from 'node:crypto';
import { hasHostCookie, hostCookieName, hostCookieRules, readHostCookie } from '../sessions/host-cookie.ts';

const PLAIN_NAME = 'titular-device';
const DEVICE_BYTES = 16;
/** Calls that have it all begin so. */
const PATH = '/capture/session';

/** 128 bits in base64url, of which the last character holds two. */
const FORM = /^[A-Za-z0-9_-]{21}[AQgw]$/;

/** Makes the value of a new device cookie: chance alone. */
export const newDevice = (): string => randomBytes(DEVICE_BYTES).toString('base64url');

/** The Set-Cookie value of a device; 0 seconds delete it. */
export const deviceCookie = (publicUrl: string, device: string, lifetimeSeconds: number): string =>
  `${hostCookieName(publicUrl, PLAIN_NAME)}=${device}; ${hostCookieRules(publicUrl, lifetimeSeconds, PATH)}`;

/** The device in a Cookie header; a cookie that stands twice, or has another form, counts as none. */
export function readDeviceCookie(
  publicUrl: string,
  header: string | string[] | undefined,
): string | undefined {
  const device = readHostCookie(publicUrl, PLAIN_NAME, header);
  return device !== undefined && FORM.test(device) ? device : undefined;
}

/** Whether a browser has a device cookie of any form, once or more often. */
export const hasDeviceCookie = (publicUrl: string, header: string | string[] | undefined): boolean =>
  hasHostCookie(publicUrl, PLAIN_NAME, header);
