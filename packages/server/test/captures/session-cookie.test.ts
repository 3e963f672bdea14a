import { readSessionCookie, sessionCookie } from '@titular/server/captures/sessions/session-cookie.ts';
import { describe, expect, test } from 'vitest';

const secret = `tcs_${'a'.repeat(43)}`;
const other = `tcs_${'b'.repeat(43)}`;
const plain = 'http://127.0.0.1:8787';
const secure = 'https://pay.example';

describe('the cookie of a page session', () => {
  test('over https it is bound to the host and to encryption (RFC 6265bis)', () => {
    expect(sessionCookie(secure, [secret], 60)).toBe(
      `__Host-titular-capture=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=60; Secure`,
    );
  });

  test('over plain http, on the machine itself, it has no prefix that browsers would refuse', () => {
    expect(sessionCookie(plain, [secret], 60)).toBe(
      `titular-capture=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=60`,
    );
  });

  test('it holds three pages at most, the latest first', () => {
    const four = [secret, other, `tcs_${'c'.repeat(43)}`, `tcs_${'d'.repeat(43)}`];
    expect(sessionCookie(plain, four, 60)).toContain(`=${four.slice(0, 3).join('.')};`);
  });

  test.each([
    [`titular-capture=${secret}`, [secret]],
    [`other=1; titular-capture=${secret};  more=2`, [secret]],
    [`other=1;titular-capture=${secret}`, [secret]],
    [`titular-capture=${secret}; titular-capture=${secret}`, []],
    [`titular-capture=${secret}; titular-capture=x`, []],
    [`__Host-titular-capture=${secret}`, []],
    [`TITULAR-CAPTURE=${secret}`, []],
    [`xtitular-capture=${secret}`, []],
    [`titular-capture="${secret}"`, []],
    [`titular-capture=${secret}x`, []],
    [`titular-capture=${secret.slice(0, -1)}%`, []],
    [`titular-capture=${secret}.${other}`, [secret, other]],
    [`titular-capture=${secret}.`, []],
    [`titular-capture=${secret}.x`, []],
    [`titular-capture=${[secret, other, secret, other].join('.')}`, []],
    ['titular-capture=', []],
    ['', []],
    [undefined, []],
    [[`titular-capture=${secret}`], []],
  ])('in %j the sessions are %j', (header, expected) => {
    expect(readSessionCookie(plain, header as string)).toEqual(expected);
  });

  test('over https only the name with the prefix counts, which no other host can set', () => {
    expect(readSessionCookie(secure, `__Host-titular-capture=${secret}`)).toEqual([secret]);
    expect(readSessionCookie(secure, `titular-capture=${secret}`)).toEqual([]);
  });
});
