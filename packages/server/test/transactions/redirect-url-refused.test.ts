import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from './api.ts';

let service: TestService;
let anyHost: Merchant;
let listed: Merchant;

beforeAll(async () => {
  service = await startTestService();
  [anyHost, listed] = await Promise.all([newMerchant(service), newMerchant(service)]);
  await service.service.database.db
    .updateTable('companies')
    .set({ redirect_hosts: ['shop.example'], app_schemes: ['com.example.shop'] })
    .where('company_id', '=', listed.tenant.companyId)
    .execute();
});
afterAll(() => service.close());

async function countOf(merchant: Merchant): Promise<number> {
  const { body } = await merchant.list();
  return (body['transactions'] as unknown[]).length;
}

/** Sends each address, and gives those that got anything but 400 with 40002 and a sentence about the field. */
async function letThrough(merchant: Merchant, addresses: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const redirectUrl of addresses) {
    const { status, body, text, headers } = await merchant.create({ redirectUrl });
    const isRefused =
      status === 400 && body['code'] === '40002' && /^redirectUrl /.test(String(body['message']));
    const isRepeated = redirectUrl.length > 8 && text.includes(redirectUrl);
    if (!isRefused || isRepeated || headers.has('location')) wrong.push(`${status} ${redirectUrl}`);
  }
  return wrong;
}

const bare = 'shop.example/back';
const controls = [
  '\0',
  '\u0001',
  '\t',
  '\n',
  '\r',
  '\v',
  '\u001f',
  ' ',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\ufeff',
];

const groups: Readonly<Record<string, readonly string[]>> = {
  'another scheme': [
    ...['http', 'ws', 'wss', 'ftp', 'ftps', 'sftp', 'gopher', 'chrome', 'about', 'resource'].map(
      (one) => `${one}://${bare}`,
    ),
    ...['javascript', 'data', 'vbscript', 'livescript', 'mocha', 'tel', 'sms', 'mailto', 'urn', 'x'].map(
      (one) => `${one}:alert(1)`,
    ),
    ...['about:blank', 'about:srcdoc', 'data:text/html;base64,PHNjcmlwdD4=', 'data:,x', 'tel:+551199999999'],
    ...['javascript://shop.example/%0aalert(1)', 'javascript:/*https://shop.example/*/alert(1)'],
    ...[
      'blob:https://shop.example/019aa3c5',
      'filesystem:https://shop.example/x',
      'view-source:https://shop.example/',
    ],
    ...['file:///etc/passwd', 'file://shop.example/share', 'intent://shop.example/#Intent;scheme=https;end'],
    ...[
      'intent:#Intent;action=android.intent.action.VIEW;end',
      'market://details?id=x',
      'ms-settings:privacy',
    ],
    ...[
      'itms-services://?action=x',
      'jar:https://shop.example!/x',
      'feed:https://shop.example/',
      'cid:x',
      'nfs://a/b',
    ],
  ],
  'a scheme in mixed case': [
    'HTTP://',
    'hTTp://',
    'JaVaScRiPt:alert(1)//',
    'DATA:text/html,',
    'VBScript:',
    'File:///',
    'BLOB:https://',
  ].map((one) => one + bare),
  'a control or a space before, after or inside': controls.flatMap((sign) => [
    `${sign}https://${bare}`,
    `https://${bare}${sign}`,
    `htt${sign}ps://${bare}`,
    `https:${sign}//${bare}`,
    `https://shop.${sign}example/back`,
    `https://shop.example/ba${sign}ck`,
    `${sign}javascript:alert(1)`,
    `java${sign}script:alert(1)`,
  ]),
  'no scheme, or slashes that browsers turn': [
    ...['', '/', '//', '///', '\\', '\\\\', '/\\', '\\/', '.', '..', './', '?', '#', '@', ':'].map(
      (one) => one + bare,
    ),
    ...[
      'https:',
      'https:/',
      'https:///',
      'https:////',
      'https:\\\\',
      'https:/\\',
      'https:\\/',
      'https://\\',
    ].map((one) => one + bare),
    ...[
      '',
      '/back',
      '?order=1',
      '#end',
      'shop.example',
      'shop.example:443',
      'localhost',
      'https',
      'https:',
      'https://',
    ],
  ],
  'user information': [
    'a@',
    'a:b@',
    ':@',
    '@',
    'a:@',
    ':b@',
    'a%40b@',
    'shop.example@',
    'shop.example:443@',
    'a@b@',
    '%00@',
  ].map((one) => `https://${one}${bare}`),
  'signs outside ASCII': [
    'https://lojinhã.example/',
    'https://shop。example/',
    'https://ｓhop.example/',
    'https://shop.example/ã',
    'https://shop.example/?é',
    'https://shop.example/#\u202e',
    'https://shop.еxample/',
  ],
  'more than 2048 signs': [
    `https://shop.example/${'x'.repeat(2028)}`,
    `https://${'a.'.repeat(1100)}example/`,
    `javascript:${'x'.repeat(9000)}`,
  ],
  "an app scheme that is nobody's": [
    'com.example.shop://done',
    'com.example.shop:done',
    'com.example.other://done',
    'shop://done',
    'myapp:done',
    'COM.EXAMPLE.SHOP://done',
  ],
};

/** No parser that follows the URL standard takes these, with no base to help. */
const notParsed = [
  ...[
    'https://',
    'https:',
    'https://?x',
    'https://#x',
    'https://:443',
    'https://:443/',
    'https://@/',
    'https://a@',
  ],
  ...[
    'https://a:b@/',
    'https://user@:80/',
    'https:///?',
    'https://shop.example:65536/',
    'https://shop.example:99999999999/',
  ],
  ...[
    'https://shop.example:-1/',
    'https://shop.example:80a/',
    'https://shop.example:0x50/',
    'https://shop.example:8 0/',
  ],
  ...[
    'https://shop.example:+443/',
    'https://shop.example::443/',
    'https://shop.example:443:443/',
    'https://a:b:c/',
  ],
  ...[
    'https://[',
    'https://[]',
    'https://[]/',
    'https://[::1',
    'https://::1]/',
    'https://[::1]x/',
    'https://x[::1]/',
  ],
  ...[
    'https://[:::1]/',
    'https://[::1::]/',
    'https://[1:2:3:4:5:6:7:8:9]/',
    'https://[1:2:3:4:5:6:7]/',
    'https://[g::]/',
  ],
  ...[
    'https://[::12345]/',
    'https://[::1.2.3]/',
    'https://[::1.2.3.256]/',
    'https://[::1.2.3.4.5]/',
    'https://[::01.2.3.4]/',
  ],
  ...[
    'https://[fe80::1%25eth0]/',
    'https://[fe80::1%eth0]/',
    'https://[1.2.3.4]/',
    'https://[:1]/',
    'https://[1:]/',
  ],
  ...[
    'https://[::1]:99999/',
    'https://[v1.x]/',
    'https://[::%31]/',
    'https://256.1.1.1/',
    'https://1.2.3.256/',
  ],
  ...['https://1.2.3.4.5/', 'https://4294967296/', 'https://0x100000000/', 'https://1.2.3.08/'],
  ...[
    'https://shop.1.2.3.4.5/',
    'https://shop.256/',
    'https://shop.0xg.09/x',
    'https://09/',
    'https://1..2/',
  ],
  ...[...' <>^|'].map((sign) => `https://sh${sign}op.example/`),
  ...[
    '%00',
    '%01',
    '%20',
    '%23',
    '%2F',
    '%2f',
    '%3A',
    '%3F',
    '%40',
    '%5B',
    '%5C',
    '%5D',
    '%7C',
    '%3C',
    '%3E',
    '%5E',
    '%25',
    '%7F',
  ].map((escaped) => `https://sh${escaped}op.example/`),
  ...['%', '%2', '%zz', '%ff', '%c3%28', '%ed%a0%80', '%e2%80%8b%00', '%ef%bf%bd'].map(
    (broken) => `https://${broken}.example/`,
  ),
  ...[
    'https://%ad/',
    'https://\u00ad/',
    'https://%c2%ad/',
    'https://\ufdd0.example/',
    'https://a\ud800.example/',
  ],
  ...[
    'http://',
    'http://?',
    'http://a b/',
    'ws://',
    'wss://:1',
    'ftp://',
    'ftp://:21/',
    'http://[',
    'http://1.2.3.256/',
  ],
  ...[
    'com.example.shop://[',
    'com.example.shop://a b/',
    'com.example.shop://a:99999/',
    'com.example.shop://a<b/',
  ],
  ...[
    'com.example.shop://x^y',
    'com.example.shop://%00a|',
    'file://a:1/',
    'file://%00/',
    'file://[x]/',
    'blob',
    'javascript',
  ],
  ...[
    '',
    ':',
    '://',
    '://shop.example',
    '1https://a/',
    '-https://a/',
    '.https://a/',
    '+a://b',
    'ht_tps://a/',
    'ht tps://a/',
  ],
  ...[
    'https//a',
    'h\u00e9://a',
    '%68ttps://a/',
    '?https://a/',
    '#https://a/',
    '/https://a/',
    '\\https://a/',
    '[::1]',
    '1.2.3.4:443',
  ],
];

/** The standard calls these failures, some parsers in use do not: what says that it is Punycode is none. */
const notPunycode = [
  'xn--',
  'xn--a',
  'xn--ls8h=',
  'xn--zn7c.com',
  'a.xn--0.example',
  'XN--ZN7C.com',
  'a.b.xn--pokxncvks',
].map((host) => `https://${host}/`);

describe('addresses that are no place to go to are refused at create, and nothing is stored (R51)', () => {
  test.each(Object.keys(groups))('createTransaction 400: %s', async (name) => {
    const before = await countOf(anyHost);
    expect(await letThrough(anyHost, groups[name] ?? [])).toEqual([]);
    expect(await countOf(anyHost)).toBe(before);
  });

  test('createTransaction 400: whatever the URL standard calls a failure', async () => {
    expect(notParsed.filter((text) => URL.canParse(text))).toEqual([]);
    for (const merchant of [anyHost, listed])
      expect(await letThrough(merchant, [...notParsed, ...notPunycode])).toEqual([]);
    expect(await countOf(anyHost)).toBe(0);
  });

  test('createTransaction 400: a host or app scheme that is not on the list of the company', async () => {
    const addresses = [
      ...[
        'evil.example',
        'sub.shop.example',
        'shop.example.evil.example',
        'evilshop.example',
        'shop.example.',
        'shop-example',
      ],
      ...[
        'shop.exampl',
        '127.0.0.1',
        '[::1]',
        'localhost',
        'evil.example/shop.example',
        'evil.example?shop.example',
      ],
      ...['evil.example#shop.example', 'shop%2eexample.evil.example', 'evil.example:443'],
    ].map((rest) => `https://${rest}`);
    const apps = [
      'com.example.sho://x',
      'com.example.shop.x://x',
      'example.shop://x',
      'com.example-shop://x',
    ];
    expect(await letThrough(listed, [...addresses, ...apps, 'com.example.shop'])).toEqual([]);
    expect(await countOf(listed)).toBe(0);
  });

  test('createTransaction 200: what is on the list is kept as it was sent', async () => {
    for (const redirectUrl of [
      'https://shop.example/back?a=%0d%0a&b=1#x',
      'https://SHOP.example:8443/',
      'com.example.shop://done?x=1',
      `https://shop.example/${'x'.repeat(2027)}`,
    ]) {
      const { status, body } = await listed.create({ redirectUrl });
      expect(status, redirectUrl).toBe(200);
      const row = await service.service.database.db
        .selectFrom('transactions')
        .select('redirect_url')
        .where('transaction_id', '=', String(body['id']))
        .executeTakeFirstOrThrow();
      expect(row.redirect_url).toBe(redirectUrl);
    }
  });
});
