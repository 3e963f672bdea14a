import {
  type RedirectRules,
  redirectTarget,
  redirectUrlProblem,
} from '@titular/server/tenants/redirects/redirect-url.ts';
import { asId } from '@titular/test-kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const anyHost: RedirectRules = { redirectHosts: [], appSchemes: ['com.example.shop', 'br.com.loja-1'] };
const oneHost: RedirectRules = { redirectHosts: ['shop.example'], appSchemes: [] };

describe('addresses to go to at the end (R51)', () => {
  test.each([
    'https://shop.example',
    'https://shop.example/',
    'https://shop.example:8443/back?order=7&x=%20#end',
    'HTTPS://shop.example/back',
    'https://xn--lojinha-4za.example/',
    'https://XN--LOJINHA-4ZA.example/',
    'https://xn--bcher-kva.example./',
    'com.example.shop://done',
    'com.example.shop:/done?order=7',
    'br.com.loja-1://done',
  ])('%s is accepted', (address) => {
    expect(redirectUrlProblem(address, anyHost)).toBeUndefined();
  });

  test.each([
    'http://shop.example/',
    'HtTp://shop.example/',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://shop.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://shop.example/1',
    'file:///etc/passwd',
    'intent://shop#Intent;scheme=https;end',
    'about:blank',
    'ws://shop.example/',
    'wss://shop.example/',
    'ftp://shop.example/',
    'tel:+551199999999',
    'mailto:a@shop.example',
    'sms:1',
    'chrome://settings',
    'view-source:https://shop.example/',
    'filesystem:https://shop.example/x',
    'jar:https://shop.example!/x',
    'myapp://done',
    'com.example.other://done',
    'COM.EXAMPLE.OTHER://done',
    'com.example.shop.evil://done',
    '//shop.example/',
    '\\\\shop.example\\',
    '/\\shop.example',
    'https:\\\\shop.example',
    'https:/\\shop.example',
    'https:///shop.example',
    'https:/shop.example',
    'https:shop.example',
    'https://',
    'https:// shop.example/',
    'https://shop.example/a b',
    ' https://shop.example/',
    'https://shop.example/ ',
    'https://shop.example/\t',
    'ht\ttps://shop.example/',
    'https://shop.example/\0',
    'https://shop.example/\r\nSet-Cookie: a=b',
    'https://shop.example\u2028/',
    'https://lojinhã.example/',
    'https://shop。example/',
    'https://user@shop.example/',
    'https://user:secret@shop.example/',
    'https://@shop.example/',
    'https://:@shop.example/',
    'https://shop.example@evil.example/',
    'https://shop.example%40evil.example/',
    'https://shop.example:99999/',
    'https://shop.example:port/',
    'https://[::1/',
    'https://1.2.3.4.5.6.7.256/',
    'https://shop exa.example/',
    'https://shop%00.example/',
    'https://a^b.example/',
    'shop.example/back',
    '/back',
    '?id=1',
    '',
    `https://shop.example/${'x'.repeat(2048)}`,
  ])('%j is refused', (address) => {
    expect(redirectUrlProblem(address, anyHost)).toBeTypeOf('string');
  });

  test.each([
    ['https://a.example/<script>', '%3C'],
    ['https://a.example/?q="x"', '%22'],
    ['https://a.example/a\\b', '%5C'],
    ['https://a.example/a^b', '%5E'],
    ['https://a.example/`', '%60'],
    ['https://a.example/{id}', '%7B'],
    ['https://a.example/?a|b', '%7C'],
    ['br.com.loja-1://done/{id}', '%7B'],
    ['https://a.example/a b', '%20'],
    ['https://a.example/\u0000', 'control character'],
    ['https://a.example/100%', '%25'],
    ['https://a.example/%zz', '%25'],
    ['https://shop.example/conclusão', 'percent-encode them'],
    ['https://lojinhã.example/', 'Punycode'],
    ['https://user@a.example/', 'user information'],
    ['br.com.loja-1://user@done', 'user information'],
    ['br.com.loja-1://user:secret@done/x', 'user information'],
    ['br.com.loja-1://@done', 'user information'],
    ['https://a..example/', 'empty label'],
    ['https://.a.example/', 'empty label'],
    ['https://a.example../', 'empty label'],
    [`https://${'a'.repeat(64)}.example/`, 'too long'],
    [`https://${'a.'.repeat(130)}example/`, 'too long'],
    ['https://a.example:0/', 'port'],
    ['https://a.example:00/', 'port'],
    ['https://a.example:65536/', 'port'],
    ['br.com.loja-1://done:0/', 'port'],
    ['https://-a.example/', 'characters that no host name has'],
    ['https://a-.example/', 'characters that no host name has'],
    ['https://a!b.example/', 'characters that no host name has'],
    ['https://*.example/', 'characters that no host name has'],
    ['https://0x7f.1/', '127.0.0.1'],
    ['https://2130706433/', '127.0.0.1'],
    ['https://127.1/', '127.0.0.1'],
    ['https://0177.0.0.1/', '127.0.0.1'],
    ['https://[0:0:0:0:0:0:0:1]/', '[::1]'],
    ['https://[::ffff:10.0.0.1]/', '[::ffff:a00:1]'],
    ['https://0.0.0.0/', 'no machine'],
    ['https://[::]/', 'no machine'],
    ['shop.example/back', 'absolute address'],
    ['http://shop.example/', 'must be an https address'],
    ['javascript:alert(1)', 'must be an https address'],
  ])('%s is refused in words that say what to do: %s (C5, C11, R51)', (address, words) => {
    expect(redirectUrlProblem(address, anyHost)).toContain(words);
  });

  test.each([
    [
      'com.example.new://done',
      'app-schemes=com.example.shop,br.com.loja-1,com.example.new --company C --tenant T',
    ],
    [
      'loja://done',
      'app-schemes=com.example.shop,br.com.loja-1,loja:any-app-may-claim-it --company C --tenant T',
    ],
  ])('%s tells the command that registers it (C5)', (address, command) => {
    const rules = { ...anyHost, companyId: asId('C'), tenantId: asId('T') };
    expect(redirectUrlProblem(address, rules)).toContain(`titular settings set ${command}`);
  });

  test('a scheme without a dot is one once its risk was accepted in words, and none of the browser ever is (C5)', () => {
    const rules = {
      redirectHosts: [],
      appSchemes: ['loja:any-app-may-claim-it', 'javascript:any-app-may-claim-it'],
    };
    expect(redirectUrlProblem('loja://done', rules)).toBeUndefined();
    expect(redirectUrlProblem('LOJA:done', rules)).toBeUndefined();
    expect(redirectUrlProblem('javascript://done', rules)).toContain('must be an https address');
    expect(redirectUrlProblem('loja://done', { redirectHosts: [], appSchemes: ['loja'] })).toContain(
      'not registered',
    );
  });

  test.each([
    [['any'], undefined],
    [[], undefined],
    [['none'], 'redirect-hosts=shop.example --company'],
    [['pay.example'], 'redirect-hosts=pay.example,shop.example --company'],
  ])('with redirect-hosts %j an https host is answered by %s (A-20)', (redirectHosts, words) => {
    const problem = redirectUrlProblem('https://shop.example/', { redirectHosts, appSchemes: [] });
    if (words === undefined) expect(problem).toBeUndefined();
    else expect(problem).toContain(words);
  });

  test.each([
    ['https://shop.example/back', true],
    ['https://SHOP.example/back', true],
    ['https://shop.example:8443/back', true],
    ['https://sh%6fp.example/back', true],
    ['https://evil.example/', false],
    ['https://shop.example.evil.example/', false],
    ['https://evil.example/shop.example', false],
    ['https://evil.example#shop.example', false],
    ['https://evil.example?shop.example', false],
    ['https://sub.shop.example/', false],
    ['https://shop.example./', false],
    ['com.example.shop://done', false],
  ])('with a list of hosts, %s is registered: %s', (address, isRegistered) => {
    expect(redirectUrlProblem(address, oneHost) === undefined).toBe(isRegistered);
  });

  test('whatever is accepted leads to https or an app of the company, to a registered host, with id and status alone added', () => {
    const pieces = fc.constantFrom(
      'https:',
      '//',
      '/',
      '\\',
      'shop.example',
      '@',
      ':',
      '#',
      '?',
      'evil.example',
      '\t',
    );
    const address = fc.oneof(
      fc.webUrl(),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(pieces, { maxLength: 8 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(address, (text) => {
        if (redirectUrlProblem(text, oneHost) !== undefined) return;
        const target = new URL(redirectTarget(text, '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e', 'approved'));
        expect([target.protocol, target.hostname, target.username]).toEqual(['https:', 'shop.example', '']);
        expect(target.searchParams.get('status')).toBe('approved');
      }),
      { numRuns: 500 },
    );
  });
});

test('id and status replace what the merchant had under these names, and everything else stays', () => {
  const target = redirectTarget('https://shop.example/a?id=1&order=7&status=x#end', 'abc', 'expired');
  expect(target).toBe('https://shop.example/a?id=abc&order=7&status=expired#end');
});
