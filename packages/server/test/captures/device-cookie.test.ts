import { CONSENT_VERSION, DEVICE_CONSENT_VERSION } from '@titular/contract';
import { deviceCookie, newDevice, readDeviceCookie } from '@titular/server/captures/devices/device-cookie.ts';
import { deleteDevice, giveDevice } from '@titular/server/captures/devices/give-device.ts';
import { describe, expect, test } from 'vitest';

const device = `${'a'.repeat(21)}Q`;
const plain = 'http://127.0.0.1:8787';
const secure = 'https://pay.example';

describe('the device cookie', () => {
  test('is 128 random bits, which every reading takes', () => {
    const made = Array.from({ length: 200 }, newDevice);
    expect(new Set(made).size).toBe(200);
    for (const one of made) {
      expect(Buffer.from(one, 'base64url')).toHaveLength(16);
      expect(readDeviceCookie(plain, `titular-device=${one}`)).toBe(one);
    }
  });

  test('over https is bound to the host, to encryption and to its own site, and no script reads it (RFC 6265bis)', () => {
    expect(deviceCookie(secure, device, 60)).toBe(
      `__Host-titular-device=${device}; Path=/; HttpOnly; SameSite=Strict; Max-Age=60; Secure`,
    );
  });

  test('over plain http, on the machine itself, goes to the calls of the page alone', () => {
    expect(deviceCookie(plain, device, 60)).toBe(
      `titular-device=${device}; Path=/capture/session; HttpOnly; SameSite=Strict; Max-Age=60`,
    );
  });

  test.each([
    [`other=1; titular-device=${device}; more=2`, device],
    [`titular-device=${device}; titular-device=${device}`, undefined],
    [`__Host-titular-device=${device}`, undefined],
    [`titular-device=${device}a`, undefined],
    [`titular-device=${device.slice(1)}`, undefined],
    [`titular-device=${'a'.repeat(22)}`, undefined],
    [`titular-device=${'a'.repeat(4_000)}Q`, undefined],
    [`titular-device="${device}"`, undefined],
    [`titular-device=${'%'.repeat(21)}Q`, undefined],
    ['titular-device=', undefined],
    ['', undefined],
    [undefined, undefined],
    [[`titular-device=${device}`], undefined],
  ])('in %j the device is %j: what is forged, overlong or doubled is ignored', (header, expected) => {
    expect(readDeviceCookie(plain, header as string)).toBe(expected);
  });
});

describe('giving a device', () => {
  const consent = { version: DEVICE_CONSENT_VERSION, language: 'pt', accepted: true } as const;
  const view = (deviceDays: number | null) => ({ dataNotice: { deviceDays } }) as never;
  const page = { embedder: undefined };

  test('with a consent that names it sets a cookie for the days of the company', () => {
    const { 'set-cookie': cookie } = giveDevice(secure, page, consent, view(30), {});
    expect(cookie).toMatch(/^__Host-titular-device=[\w-]{22}; .*; Max-Age=2592000; Secure$/);
  });

  test.each([
    ['the company counts no devices', page, consent, null, {}],
    ['the text did not name it', page, { ...consent, version: CONSENT_VERSION }, 30, {}],
    ['the person declined', page, { ...consent, accepted: false }, 30, {}],
    ['the page is in a frame', { embedder: 'https://shop.example' }, consent, 30, {}],
    ['the browser has one', page, consent, 30, { cookie: `__Host-titular-device=${device}` }],
  ])('sends no Set-Cookie where %s', (_where, session, answer, days, headers) => {
    expect(giveDevice(secure, session, answer, view(days), headers)).toEqual({});
  });

  test('a cookie of another form is replaced', () => {
    expect(giveDevice(secure, page, consent, view(30), { cookie: '__Host-titular-device=x' })).toHaveProperty(
      'set-cookie',
    );
  });

  test('who declines, or wishes their data to be deleted, loses it, and who has none is sent none', () => {
    const headers = { cookie: `__Host-titular-device=${device}` };
    const gone = '__Host-titular-device=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure';
    expect(deleteDevice(secure, headers)).toEqual({ 'set-cookie': gone });
    const declined = { ...consent, accepted: false };
    expect(giveDevice(secure, page, declined, view(30), headers)).toEqual({ 'set-cookie': gone });
    expect(deleteDevice(secure, {})).toEqual({});
  });

  test.each([
    ['of a company that counts no devices any more', { version: CONSENT_VERSION }, `=${device}`],
    ['of another form', {}, '=x'],
    ['that stands twice', {}, `=${device}; __Host-titular-device=${device}`],
  ])('who declines loses a cookie %s', (_which, changes, value) => {
    const headers = { cookie: `other=1; __Host-titular-device${value}` };
    const declined = { ...consent, accepted: false, ...changes };
    const { 'set-cookie': gone } = giveDevice(secure, page, declined, view(null), headers);
    expect(gone).toMatch(/^__Host-titular-device=; .*; Max-Age=0; Secure$/);
    expect(deleteDevice(secure, headers)).toEqual({ 'set-cookie': gone });
    expect(giveDevice(secure, { embedder: 'https://shop.example' }, declined, view(null), headers)).toEqual(
      {},
    );
  });
});
