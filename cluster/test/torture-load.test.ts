import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { describe, expect, test } from 'vitest';
import { TOO_LATE } from '../src/load/calls.ts';
import { openContract } from '../src/load/contract.ts';
import { drawFrom } from '../src/load/creates.ts';
import { EDGES } from '../src/load/invariants.ts';
import { readJournal } from '../src/load/journal.ts';
import {
  checksOfMix,
  figuresOfMix,
  listBackwardReads,
  listLockedOut,
  listOverLimit,
  reachable,
} from '../src/torture/load/judge-mix.ts';
import { type CallLine, cycleOf, drawKind, openMix } from '../src/torture/load/mix.ts';
import { marksIn, surnameOf, type Tenant } from '../src/torture/load/tenant.ts';
import { isSigned, watchWebhooks } from '../src/torture/load/webhook-watch.ts';
import { makeDirectory } from './make-directory.ts';

const tenant = (number: number): Tenant => {
  const mark = `canary000${number}x`;
  return {
    ...{ mark, surname: surnameOf(mark), companyId: 'c', clientId: 'i', clientSecret: 's' },
    ...{ webhookSecret: 'w', ratePerSecond: 10, rateBurst: 10 },
  };
};
const TENANTS = [tenant(0), tenant(1)];

let number = 0;
const call = (changes: Partial<CallLine>): CallLine => ({
  ...{ number: number++, kind: 'status', tenant: 0, about: 'one', sentMs: 0, answeredMs: 10, status: 200 },
  ...changes,
});
const read = (status: string, sentMs: number, answeredMs: number): CallLine =>
  call({ sentMs, answeredMs, body: JSON.stringify({ status }) });

test('of many calls each tenant makes as many, and kinds come in the shares of the table', () => {
  const draw = drawFrom(1);
  const next = cycleOf(120, draw);
  const counts = new Map<number, number>();
  const kinds: Record<string, number> = {};
  for (let count = 0; count < 12_000; count += 1) {
    const place = next();
    counts.set(place, (counts.get(place) ?? 0) + 1);
    const kind = drawKind(draw());
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  expect(new Set(counts.values())).toEqual(new Set([100]));
  for (const [kind, share] of [
    ['status', 0.7],
    ['create', 0.25],
    ['token', 0.05],
  ] as const)
    expect(Math.abs((kinds[kind] ?? 0) / 12_000 - share)).toBeLessThan(0.02);
});

test('statuses are reached over the published graph, and final ones lead nowhere (I4)', () => {
  const later = reachable(EDGES);
  expect(later.get('waiting')).toContain('approved');
  expect(later.get('shared')).not.toContain('waiting');
  expect(later.get('canceled')).toBeUndefined();
});

test.each<[string, CallLine[], number]>([
  ['that goes on', [read('waiting', 0, 10), read('canceled', 20, 30)], 0],
  ['that is final and changes', [read('canceled', 0, 10), read('expired', 20, 30)], 1],
  ['that goes back', [read('canceled', 0, 10), read('waiting', 20, 30)], 1],
  ['that overlaps another', [read('canceled', 0, 25), read('waiting', 20, 30)], 0],
  ['of another one', [read('canceled', 0, 10), { ...read('waiting', 20, 30), about: 'other' }], 0],
])('of reads, one %s is counted as it should (I4, R77)', (_name, calls, expected) => {
  expect(listBackwardReads(calls, EDGES)).toHaveLength(expected);
});

describe('limits of tenants (I8, R67)', () => {
  const passed = (count: number, everyMs: number): CallLine[] =>
    Array.from({ length: count }, (_, place) => call({ answeredMs: place * everyMs }));
  const refused = (answeredMs: number): CallLine =>
    call({ answeredMs, status: 429, body: JSON.stringify({ code: '42901' }) });

  test('rate and burst may pass, and three times the rate may not', () => {
    expect(listOverLimit(passed(100, 100), TENANTS)).toHaveLength(0);
    expect(listOverLimit(passed(100, 33), TENANTS)).toHaveLength(1);
  });

  test('a budget that was empty after a step of a clock fills, and a tenant that stays refused is locked out', () => {
    expect(listLockedOut([refused(0), refused(1_500), call({ answeredMs: 3_000 })], TENANTS)).toHaveLength(0);
    expect(listLockedOut([refused(0), call({ answeredMs: 1_500 }), refused(4_000)], TENANTS)).toHaveLength(0);
    expect(listLockedOut([refused(0), refused(1_500), refused(4_000)], TENANTS)).toHaveLength(1);
  });

  test('two refusals with a step of the clock between them lock nobody out, and those that follow do', () => {
    const unsettled = [{ fromMs: 3_000, untilMs: 4_500 }];
    const twice = [refused(0), refused(4_800)];
    expect(listLockedOut(twice, TENANTS, { unsettled })).toHaveLength(0);
    expect(listLockedOut(twice, TENANTS, { unsettled: [{ fromMs: 5_000, untilMs: 6_500 }] })).toHaveLength(1);
    expect(listLockedOut([...twice, refused(7_000)], TENANTS, { unsettled })).toHaveLength(1);
  });
});

describe('what tenants are told (I1, I6, I9)', () => {
  const foreign = call({ kind: 'foreign', status: 404, body: '{"code":"40401","message":"No."}' });
  const sound = call({
    kind: 'token',
    body: '{"access_token":"kept out","token_type":"Bearer","expires_in":3600,"scope":"one"}',
  });
  const eager = call({
    isEager: true,
    status: 429,
    retryAfter: '1',
    body: '{"code":"42901","message":"No."}',
  });
  const twin = call({ kind: 'create', about: 'twice', isTwin: true, body: '{"id":"one"}' });
  const refused = { ...twin, status: 400, body: '{"code":"40027","message":"No."}' };
  const missed = (...calls: CallLine[]): string[] =>
    checksOfMix(openContract(), [sound, eager, foreign, twin, refused, ...calls], TENANTS)
      .filter(({ count }) => count > 0)
      .map(({ what }) => what.slice(0, 2));

  test('nothing is missed of a sound load', () => {
    expect(missed()).toEqual([]);
  });

  test.each<[string, CallLine, string]>([
    ['a create that is unknown later', { ...foreign, kind: 'status' }, 'I1'],
    ['the mark of another tenant', { ...foreign, body: '{"code":"40401","message":"canary0001x"}' }, 'I6'],
    ['the transaction of another tenant', call({ kind: 'foreign', body: '{}' }), 'I6'],
    ['a status that the contract does not name', call({ status: 418, body: '{}' }), 'I9'],
    ['a refused token in another form', call({ kind: 'token', status: 401, body: '{"code":"40301"}' }), 'I9'],
    [
      'a refusal that does not say how long to wait',
      call({ status: 429, body: '{"code":"42901","message":"No."}', retryAfter: 'soon' }),
      'I9',
    ],
    ['a fault that does not say it', call({ status: 500, body: '{"code":"50001","message":"No."}' }), 'I9'],
    ['a call that hung', { ...call({ error: TOO_LATE }), status: undefined } as unknown as CallLine, 'I9'],
  ])('%s is found', (_name, line, expected) => {
    expect(missed(line)).toContain(expected);
  });

  test('a load in which nobody was refused for asking too much shows nothing (I8)', () => {
    const found = checksOfMix(openContract(), [sound, foreign, twin, refused], TENANTS);
    expect(found.filter(({ count }) => count > 0).map(({ what }) => what)).toEqual([
      'I8: loads in which the tenant that asks for more than its limit was never refused',
    ]);
  });

  test('a load in which nobody asked for what is of another shows nothing', () => {
    const found = checksOfMix(openContract(), [sound, eager, twin, refused], TENANTS).filter(
      ({ count }) => count > 0,
    );
    expect(found.map(({ what }) => what)).toEqual([
      'loads in which no tenant asked for a transaction of another',
    ]);
  });
});

test('a mark is known in orders, paths and companies, and in names of persons, which have no digits (I6)', () => {
  expect(surnameOf('canary0120x')).toBe('canaryabcax');
  expect(marksIn('Maria CANARYABCAX, order-canary0007x, canaryz')).toEqual(['canary0120x', 'canary0007x']);
});

test('a load is told by its shares, and missed where it was too slow or too little was served', () => {
  const calls = Array.from({ length: 101 }, (_, place) =>
    call({ sentMs: place * 10, answeredMs: place * 10 + 40 }),
  );
  const met = (perSecond: number, maxP99Ms: number) =>
    figuresOfMix('load', calls, 2, { perSecond, maxP99Ms, warmSeconds: 0 }).flatMap(
      ({ isMet }) => isMet ?? [],
    );
  expect(met(100, 50)).toEqual([true, true]);
  expect(met(200, 30)).toEqual([false, false]);
});

test('what is slow while processes are new is told apart, and no target rules it', () => {
  const slowAt = (slowMs: number) =>
    Array.from({ length: 101 }, (_, place) =>
      call({ sentMs: place * 10, answeredMs: place * 10 + (place * 10 === slowMs ? 900 : 40) }),
    );
  const target = { perSecond: 100, maxP99Ms: 50, warmSeconds: 0.5 };
  const told = (slowMs: number) =>
    figuresOfMix('load', [...slowAt(slowMs), ...slowAt(slowMs)], 2, target)
      .slice(-2)
      .map(({ value, isMet }) => [value, isMet]);
  expect(told(200)).toEqual([
    ['40 ms, 900 ms, 900 ms', undefined],
    ['40 ms, 40 ms, 40 ms', true],
  ]);
  expect(told(700)).toEqual([
    ['40 ms, 40 ms, 40 ms', undefined],
    ['40 ms, 900 ms, 900 ms', false],
  ]);
});

test('a load of as many calls as a full run sends is told', () => {
  const one = call({ sentMs: 0, answeredMs: 10 });
  const calls = Array.from({ length: 200_000 }, (_, place) => ({ ...one, sentMs: place }));
  const [, served] = figuresOfMix('load', calls, 2, { perSecond: 1_000, maxP99Ms: 50, warmSeconds: 0 });
  expect(served?.value).toBe('1000 of 1000');
});

test('what is due and finds too many calls under way is not sent, and counted', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const directory = makeDirectory();
  const mix = openMix([`http://127.0.0.1:${(server.address() as AddressInfo).port}`], TENANTS);
  const [creates, calls] = ['creates', 'calls'].map((name) => join(directory, name)) as [string, string];
  const load = mix.start({ creates, calls }, 2_000, 1);
  await eventually(() => expect(load.unsent()).toBeGreaterThan(100));
  server.closeAllConnections();
  server.close();
  await load.stop();
  mix.close();
  const sent = readJournal<CallLine>(calls).filter(({ answeredMs }) => answeredMs === undefined);
  expect(sent.length).toBeGreaterThanOrEqual(4_000);
});

describe('webhooks (I5, I6)', () => {
  const key = randomBytes(32);
  const secret = `whsec_${key.toString('base64')}`;
  const webhook = (body: string, path = '/webhook/canary0001x') => {
    const signature = createHmac('sha256', key).update(`id.1700000000.${body}`).digest('base64');
    const headers = {
      'webhook-id': 'id',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,AAAA v1,${signature}`,
    };
    return { path, headers, body: Buffer.from(body) };
  };
  const missed = (...all: ReturnType<typeof webhook>[]): string[] => {
    const watch = watchWebhooks(new Map([['/webhook/canary0001x', secret]]));
    for (const one of all) watch.look(one);
    return watch.figures().flatMap(({ isMet, what }) => (isMet === false ? [what] : []));
  };

  test('are signed over id, time and bytes', () => {
    expect(isSigned(secret, webhook('{}'))).toBe(true);
    expect(isSigned(secret, { ...webhook('{}'), body: Buffer.from('{ }') })).toBe(false);
  });

  test('come again with the same bytes, signed, and tell of their own tenant alone', () => {
    expect(missed(webhook('canary0001x'), webhook('canary0001x'))).toEqual([]);
    expect(missed(webhook('a'), webhook('b'))).toEqual(['I5: webhooks that came again with other bytes']);
    expect(missed(webhook('canary0002x'))).toEqual(['I6: webhooks that tell of another tenant']);
    expect(missed({ ...webhook('a'), body: Buffer.from('b') })).toEqual([
      'I5: webhooks not signed as Standard Webhooks say',
    ]);
    expect(missed(webhook('a', '/elsewhere'))).toHaveLength(1);
  });
});
