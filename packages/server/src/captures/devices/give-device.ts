import { type ConsentRequest, DEVICE_CONSENT_VERSION, type SessionView } from '@titular/contract';
import type { CaptureSession } from '../sessions/session-store.ts';
import { deviceCookie, hasDeviceCookie, newDevice, readDeviceCookie } from './device-cookie.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const DAY_SECONDS = 86_400;

/** Deletes the cookie, where the browser has one of any form: of who declines it, or wishes their data to be deleted. */
export const deleteDevice = (publicUrl: string, headers: Headers): Record<string, string> =>
  hasDeviceCookie(publicUrl, headers['cookie']) ? { 'set-cookie': deviceCookie(publicUrl, '', 0) } : {};

/** Sets the device cookie with a consent that names it, unless the browser has one: it is never prolonged. In a frame, browsers keep none. */
export function giveDevice(
  publicUrl: string,
  { embedder }: Pick<CaptureSession, 'embedder'>,
  { accepted, version }: ConsentRequest,
  { dataNotice: { deviceDays } }: Pick<SessionView, 'dataNotice'>,
  headers: Headers,
): Record<string, string> {
  if (embedder !== undefined) return {};
  // Whatever the text said: the company may count no devices any more.
  if (!accepted) return deleteDevice(publicUrl, headers);
  if (version !== DEVICE_CONSENT_VERSION || deviceDays === null) return {};
  if (readDeviceCookie(publicUrl, headers['cookie'])) return {};
  return { 'set-cookie': deviceCookie(publicUrl, newDevice(), deviceDays * DAY_SECONDS) };
}
