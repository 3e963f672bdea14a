import { signWebhook } from '@titular/server/webhooks/sender/sign-webhook.ts';

/** Secrets of the cases: of this endpoint, from before its rotation, and of somebody else. */
const [PRESENT, FORMER, FOREIGN] = ['p', 'f', 'x'].map(
  (letter) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`,
) as [string, string, string];

/** Seconds since 1970 at which the cases were sent. */
const SENT_AT = 1_767_268_800;
const EVENT = {
  id: '0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f',
  type: 'transaction.finished',
  time: '2026-01-01T12:00:00.000Z',
  environment: 'production',
  transactionId: '0197c1ef-01d2-7aa1-8d09-5b1f6e0a7c11',
  status: 'approved',
  sequence: 3,
};

/** A delivery as it arrives: `code` is why it is refused, and nothing where it is genuine. */
export type WebhookCase = {
  name: string;
  payload: string;
  headers: Readonly<Record<string, string | readonly string[]>>;
  secrets: readonly string[];
  nowSeconds: number;
  code?: string;
};

const sign = (payload: string, ...secrets: string[]): Record<string, string> =>
  signWebhook(EVENT.id, new Date(SENT_AT * 1000), payload, secrets);

const genuine = {
  payload: JSON.stringify(EVENT),
  headers: sign(JSON.stringify(EVENT), PRESENT),
  secrets: [PRESENT],
  nowSeconds: SENT_AT,
};
const without = (name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(genuine.headers).filter(([key]) => key !== name));
const changed = (name: string, value: string): Record<string, string> => ({
  ...genuine.headers,
  [name]: value,
});
const signature = genuine.headers['webhook-signature'] ?? '';
const capitals = Object.fromEntries(
  Object.entries(genuine.headers).map(([name, value]) => [name.toUpperCase(), value]),
);
const signed = (payload: string): Pick<WebhookCase, 'payload' | 'headers'> => ({
  payload,
  headers: sign(payload, PRESENT),
});
/** A genuine delivery whose signature is written in another way. */
const respelled = (spell: (base64: string) => string): Record<string, string> =>
  changed('webhook-signature', `v1,${spell(signature.slice('v1,'.length))}`);
const listed = Object.fromEntries(Object.entries(genuine.headers).map(([name, value]) => [name, [value]]));
const behind = (count: number): string => [...Array<string>(count).fill('v1,AAAA'), signature].join(' ');

/** What every client does alike (R40, R41). */
export const WEBHOOK_CASES: readonly WebhookCase[] = [
  { ...genuine, name: 'signed by the service' },
  { ...genuine, name: 'with headers in capitals', headers: capitals },
  { ...genuine, name: 'with headers as lists', headers: listed },
  {
    ...genuine,
    name: 'with an id that is there twice in a list',
    headers: { ...listed, 'webhook-id': [EVENT.id, EVENT.id] },
    code: 'missing_header',
  },
  {
    ...genuine,
    name: 'with an id that is there twice in two spellings',
    headers: { ...genuine.headers, 'Webhook-Id': EVENT.id },
    code: 'missing_header',
  },
  ...Object.entries(genuine.headers).flatMap(([name, value]) =>
    [', ', ','].map((comma) => ({
      ...genuine,
      name: `with ${name} that is there twice, joined by ${JSON.stringify(comma)}`,
      headers: changed(name, `${value}${comma}${value}`),
      code: 'missing_header',
    })),
  ),
  {
    ...genuine,
    name: 'with an empty signature joined to the true one',
    headers: changed('webhook-signature', `, ${signature}`),
    code: 'missing_header',
  },
  {
    ...genuine,
    name: 'with a list of no signature',
    headers: { ...listed, 'webhook-signature': [] },
    code: 'missing_header',
  },
  {
    ...genuine,
    name: 'with members whose names differ in capitals alone',
    ...signed('{"id":"x","type":"shop.moved","ID":"y","Type":"z"}'),
  },
  {
    ...genuine,
    name: 'with signs beyond ASCII',
    ...signed('{"id":"x","type":"shop.moved","note":"São João 😀"}'),
  },
  {
    ...genuine,
    name: 'signed by both secrets of a rotation, of which the receiver has the old one',
    headers: sign(genuine.payload, PRESENT, FORMER),
    secrets: [FORMER],
  },
  { ...genuine, name: 'signed by the old secret, while the receiver has both', secrets: [FORMER, PRESENT] },
  {
    ...genuine,
    name: 'of a type that is newer than the client',
    ...signed('{"id":"x","type":"shop.moved"}'),
  },
  { ...genuine, name: '300 s old', nowSeconds: SENT_AT + 300 },
  { ...genuine, name: '301 s old, as when it is played back', nowSeconds: SENT_AT + 301, code: 'too_old' },
  { ...genuine, name: '301 s early', nowSeconds: SENT_AT - 301, code: 'too_new' },
  { ...genuine, name: 'signed by somebody else', secrets: [FOREIGN], code: 'no_matching_signature' },
  {
    ...genuine,
    name: 'with another body',
    payload: genuine.payload.replace('"sequence":3', '"sequence":4'),
    code: 'no_matching_signature',
  },
  {
    ...genuine,
    name: 'with half of a character, which no bytes stand for',
    payload: `${genuine.payload}\ud800`,
    code: 'no_matching_signature',
  },
  { ...genuine, name: 'with another id', headers: changed('webhook-id', 'x'), code: 'no_matching_signature' },
  {
    ...genuine,
    name: 'played back with a new time',
    headers: changed('webhook-timestamp', String(SENT_AT + 1)),
    code: 'no_matching_signature',
  },
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    ...genuine,
    name: `without ${name}`,
    headers: without(name),
    code: 'missing_header',
  })),
  ...['now', '1e9', '-5'].map((time) => ({
    ...genuine,
    name: `at the time ${time}`,
    headers: changed('webhook-timestamp', time),
    code: 'bad_timestamp',
  })),
  ...['v1', 'v1,', 'v1,%%%', 'v1a,AAAA'].map((one) => ({
    ...genuine,
    name: `with the signature ${one}`,
    headers: changed('webhook-signature', one),
    code: 'no_matching_signature',
  })),
  { ...genuine, name: 'signed without padding', headers: respelled((one) => one.replace('=', '')) },
  ...(
    [
      ['too much padding', (one: string) => `${one}=`],
      ['a line end', (one: string) => `${one.slice(0, 5)}\n${one.slice(5)}`],
      ['a tab', (one: string) => `${one.slice(0, 5)}\t${one.slice(5)}`],
      ['the alphabet of addresses', () => 'w-_9'.repeat(10)],
    ] as const
  ).map(([what, spell]) => ({
    ...genuine,
    name: `signed with ${what}`,
    headers: respelled(spell),
    code: 'no_matching_signature',
  })),
  {
    ...genuine,
    name: 'behind fifteen bad signatures',
    headers: changed('webhook-signature', behind(15)),
  },
  {
    ...genuine,
    name: 'behind sixteen bad signatures',
    headers: changed('webhook-signature', behind(16)),
    code: 'no_matching_signature',
  },
  ...[
    ...['', 'null', '[]', '{}', '{"id":1,"type":"x"}', '{', '{"id":"","type":"x"}', '{"id":"x","type":""}'],
    ...['{"ID":"x","Type":"x"}', '\ufeff{"id":"x","type":"x"}', '{"id":"x","type":"x","sequence":NaN}'],
  ].map((payload) => ({
    ...genuine,
    name: `signed, but no event: ${JSON.stringify(payload)}`,
    ...signed(payload),
    code: 'bad_payload',
  })),
  { ...genuine, name: 'held against a secret without padding', secrets: [PRESENT.replace(/=+$/, '')] },
  ...[
    ...[PRESENT.slice('whsec_'.length), 'whsec_c2hvcnQ=', 'whsec_%'],
    ...[`${PRESENT} `, `${PRESENT}\n`, `${PRESENT}=`, PRESENT.toUpperCase()],
    // One sign of two that make its padding.
    `whsec_${Buffer.alloc(25, 'p').toString('base64').slice(0, -1)}`,
  ].map((secret) => ({
    ...genuine,
    name: `held against ${JSON.stringify(secret)}, which is no secret`,
    secrets: [secret],
    code: 'bad_secret',
  })),
  {
    ...genuine,
    name: 'held against a secret and another that is none',
    secrets: [PRESENT, 'whsec_%'],
    code: 'bad_secret',
  },
  {
    ...genuine,
    name: 'without an id, held against what is no secret',
    headers: without('webhook-id'),
    secrets: ['whsec_%'],
    code: 'bad_secret',
  },
];
