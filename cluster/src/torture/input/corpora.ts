import { generateKeyPairSync, sign } from 'node:crypto';

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const changed = (sound: string, changes: object): string =>
  JSON.stringify({ ...(JSON.parse(sound) as object), ...changes });

const withCard = (sound: string, changes: object): string =>
  changed(sound, { card: { ...(JSON.parse(sound) as { card: object }).card, ...changes } });

/** Bodies of a create that must be refused, each made of a sound one. */
export const BODIES: readonly ((sound: string) => string)[] = [
  ...[
    '',
    ' ',
    'hello',
    'null',
    '[]',
    '1',
    '{"identity":',
    '{/* */}',
    '{"a":1,}',
    '{}',
    'NaN',
    '\u0000',
    deep(17),
    deep(6_000),
  ].map((body) => () => body),
  (sound) => sound.replace('{', '{"orderNumber":"first",'),
  (sound) => sound.replace('{', '{"order\\u004eumber":"first",'),
  (sound) => sound.slice(0, -1),
  (sound) => `${sound}${sound}`,
  (sound) => changed(sound, { extra: 'x'.repeat(33_000) }),
  ...[null, 1, '', 'x', [], {}, 'x'.repeat(5_000)].flatMap((value) => [
    (sound: string) => changed(sound, { company: value }),
    (sound: string) => changed(sound, { identity: value }),
    (sound: string) => changed(sound, { card: value }),
  ]),
  ...[null, 1, '', '41111111111111111', 'abcdefgh', '４１１１１１１１'].map(
    (value) => (sound: string) => withCard(sound, { binDigits: value }),
  ),
  ...[null, '', '4111111111111111', 'abcd', '１１１１'].map(
    (value) => (sound: string) => withCard(sound, { lastDigits: value }),
  ),
  ...[null, '', '13/39', '00/39', '12-39', 'x'].map(
    (value) => (sound: string) => withCard(sound, { expirationDate: value }),
  ),
  // A whole card number must never be taken, wherever it stands.
  ...['4111111111111111', '4111 1111 1111 1111'].map(
    (value) => (sound: string) => changed(sound, { orderNumber: value }),
  ),
  ...['javascript:alert(1)', 'file:///etc/passwd', 'http://', 'data:text/html,x'].map(
    (value) => (sound: string) => changed(sound, { redirectUrl: value }),
  ),
];

/** Addresses of other machines inside a network, and of the metadata of a cloud: nothing may be sent to them. */
export const INSIDE: readonly string[] = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
];

/** Addresses of a receiver that lead inside of the network, or that two readers read in two ways, each of which must be refused; on loopback somebody listens at this port. */
export const addressesOf = (port: number): readonly string[] => [
  ...[
    ...[
      '127.0.0.1',
      'localhost',
      'a.localhost',
      '[::1]',
      '0.0.0.0',
      '[::]',
      '127.1',
      '2130706433',
      '0x7f000001',
    ],
    ...[
      '0177.0.0.1',
      '127.0.0.1.',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      '127。0。0。1',
    ],
    ...['user@127.0.0.1', 'shop.example@127.0.0.1', 'shop.example:443@127.0.0.1', '%31%32%37.0.0.1'],
  ].map((host) => `http://${host}:${port}/`),
  ...[...INSIDE, '224.0.0.1', '255.255.255.255'].map((host) => `http://${host}/latest/meta-data/`),
  ...[
    '[fd00::1]',
    '[fe80::1]',
    '[ff02::1]',
    'shop',
    'shop.example.',
    'shop.example:22',
    'shop.example:6379',
  ].map((host) => `https://${host}/`),
  ...[
    '',
    'shop.example',
    '//shop.example/',
    'https://',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'ftp://shop.example/',
  ],
  ...[
    'https://shop.example\\@127.0.0.1/',
    'https://shop.example/#inside',
    'https://shop.example/\r\nhost: inside',
  ],
];

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;

/** Tokens that must be refused, each made of a sound one without the service's key. */
export function tokensOf(sound: string): string[] {
  const [head = '', claims = '', signature = ''] = sound.split('.');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signed = (header: object, body: object): string => {
    const input = `${encode(header)}.${encode(body)}`;
    const mine = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${input}.${mine.toString('base64url')}`;
  };
  const [header, body] = [decode(head), decode(claims)];
  const zeros = Buffer.alloc(64).toString('base64url');
  return [
    ...[
      '',
      'x',
      '..',
      'null',
      sound.slice(0, -1),
      `${sound}.`,
      `${sound}x`,
      `${head}.${claims}.`,
      `${head}.${claims}`,
    ],
    ...['none', 'None', 'HS256', 'RS256', 'ES384', ''].map(
      (alg) => `${encode({ ...header, alg })}.${claims}.${signature}`,
    ),
    ...['none', 'None'].map((alg) => `${encode({ ...header, alg })}.${claims}.`),
    // A signature of zeros (CVE-2022-21449).
    `${head}.${claims}.${zeros}`,
    `${head}.${encode({ ...body, exp: 9_999_999_999 })}.${signature}`,
    `${head}.${encode({ ...body, sub: 'another' })}.${signature}`,
    signed(header, body),
    signed({ ...header, kid: '../../etc/passwd' }, body),
    signed({ ...header, kid: "' OR 1=1 --" }, body),
    signed({ ...header, jku: 'http://127.0.0.1:1/keys' }, body),
    signed({ ...header, x5u: 'http://127.0.0.1:1/keys' }, body),
    signed({ ...header, jwk: { kty: 'oct', k: 'AA' } }, body),
    signed({ ...header, crit: ['exp'] }, body),
  ];
}

type Lines = (path: string, token: string, body: string) => string;

const withHead =
  (first: (path: string) => string, ...lines: string[]): Lines =>
  (path, token, body) =>
    [
      first(path),
      ...lines,
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      '',
      body,
    ].join('\r\n');

const post = (path: string): string => `POST ${path} HTTP/1.1`;

/** The request that they are made of; it must be taken. */
export const SOUND_HTTP: Lines = (path, token, body) =>
  withHead(post, 'host: x', `content-length: ${Buffer.byteLength(body)}`)(
    path,
    token,
    Buffer.from(body).toString('latin1'),
  );

/** Requests as bytes that must be refused, or left without answer: ends of messages told twice, broken lines, and what is no HTTP. */
export const HTTP: readonly Lines[] = [
  withHead(post, 'host: x', 'content-length: 5', 'content-length: 6'),
  withHead(post, 'host: x', 'content-length: 5', 'transfer-encoding: chunked'),
  withHead(post, 'host: x', 'transfer-encoding: chunked, identity'),
  withHead(post, 'host: x', 'transfer-encoding: xchunked'),
  withHead(post, 'host: x', 'transfer-encoding: chunked'),
  withHead(post, 'host: x', 'content-length: -1'),
  withHead(post, 'host: x', 'content-length: +5'),
  withHead(post, 'host: x', 'content-length: 0x10'),
  withHead(post, 'host: x', 'content-length : 5'),
  withHead(post, 'host: x', ' folded: 1', 'content-length: 5'),
  withHead(post, 'host: x', 'a\u0000b: 1'),
  withHead(post, 'host: x', `x: ${'y'.repeat(100_000)}`),
  withHead(post, 'content-length: 0'),
  withHead((path) => `POST ${path} HTTP/9.9`, 'host: x'),
  withHead((path) => `POST ${path}`, 'host: x'),
  withHead((path) => `BREW ${path} HTTP/1.1`, 'host: x'),
  withHead((path) => `POST ${path}/../../../etc/passwd HTTP/1.1`, 'host: x', 'content-length: 0'),
  withHead((path) => `POST ${path}%00 HTTP/1.1`, 'host: x', 'content-length: 0'),
  () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => '\r\n\r\n\r\n\r\nEHLO x\r\n\r\n',
];
