import { readSessionCookie, sessionCookie } from '@titular/server/captures/session-cookie.ts';
import { describe, expect, test } from 'vitest';

const secret = `tcs_${'a'.repeat(43)}`;
const plain = 'http://127.0.0.1:8787';
const secure = 'https://pay.example';

describe('the cookie of a page session', () => {
  test('over https it is bound to the host and to encryption (RFC 6265bis)', () => {
    expect(sessionCookie(secure, secret, 60)).toBe(
      `__Host-titular-capture=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=60; Secure`,
    );
  });

  test('over plain http, on the machine itself, it has no prefix that browsers would refuse', () => {
    expect(sessionCookie(plain, secret, 60)).toBe(
      `titular-capture=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=60`,
    );
  });

  test.each([
    [`titular-capture=${secret}`, secret],
    [`other=1; titular-capture=${secret};  more=2`, secret],
    [`other=1;titular-capture=${secret}`, secret],
    [`titular-capture=${secret}; titular-capture=${secret}`, undefined],
    [`titular-capture=${secret}; titular-capture=x`, undefined],
    [`__Host-titular-capture=${secret}`, undefined],
    [`TITULAR-CAPTURE=${secret}`, undefined],
    [`xtitular-capture=${secret}`, undefined],
    [`titular-capture="${secret}"`, undefined],
    [`titular-capture=${secret}x`, undefined],
    [`titular-capture=${secret.slice(0, -1)}%`, undefined],
    ['titular-capture=', undefined],
    ['', undefined],
    [undefined, undefined],
    [[`titular-capture=${secret}`], undefined],
  ])('in %j the session is %j', (header, expected) => {
    expect(readSessionCookie(plain, header as string)).toBe(expected);
  });

  test('over https only the name with the prefix counts, which no other host can set', () => {
    expect(readSessionCookie(secure, `__Host-titular-capture=${secret}`)).toBe(secret);
    expect(readSessionCookie(secure, `titular-capture=${secret}`)).toBeUndefined();
  });
});
