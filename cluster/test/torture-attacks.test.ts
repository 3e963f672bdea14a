import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openContract } from '../src/load/contract.ts';
import type { Line } from '../src/load/journal.ts';
import type { Offered } from '../src/load/offered.ts';
import { figuresOfBeside } from '../src/torture/acts/rates.ts';
import { figuresOfEndpoints } from '../src/torture/afterwards/deliveries.ts';
import { figuresOfNeighbour } from '../src/torture/afterwards/neighbour.ts';
import {
  checkOfEnded,
  listCreated,
  listEnded,
  listOtherwise,
  listToldOfOthers,
  listUndone,
} from '../src/torture/load/judge-ends.ts';
import { checksOfMix } from '../src/torture/load/judge-mix.ts';
import type { CallLine } from '../src/torture/load/mix.ts';
import { collectHeard, type HeardLine } from '../src/torture/load/webhook-watch.ts';
import type { Figure } from '../src/trial.ts';
import { makeDirectory } from './make-directory.ts';
import { openDatabase } from './open-database.ts';

const ID = '019aa3c5-2b10-7d01-9f2d-0c4e5a6b7c01';
const answered = (order: string, status: number, body: string): Line => ({
  ...{ kind: 'answered', order, atMs: 1, status, body },
});
const missed = (figures: readonly Figure[]): string[] =>
  figures.filter(({ isMet }) => isMet === false).map(({ what }) => what);

describe('ends that were acknowledged (I1, I4)', () => {
  test.each<[string, string | undefined, number]>([
    ['the status that was acknowledged', 'canceled', 0],
    ['an open one', 'waiting', 1],
    ['another final one', 'approved', 1],
    ['none, because it is gone', undefined, 1],
  ])('whose transaction has %s are counted as they should', (_what, status, count) => {
    const rows = new Map<string, string>(status === undefined ? [] : [['one', status]]);
    expect(listUndone([{ id: 'one', status: 'canceled' }], rows)).toHaveLength(count);
  });

  test('are those of a journal that were answered with 200, and are compared with their rows', async () => {
    const { url, run } = await openDatabase();
    const journal = join(makeDirectory(), 'kill-loop.journal-ends');
    const write = (end: string, lines: readonly Line[]): void =>
      writeFileSync(`${journal}-${end}`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    write('cancels', [answered(ID, 200, '{}'), answered('two', 500, '{}')]);
    write('approvals', []);
    expect(listEnded(journal)).toEqual([{ id: ID, status: 'canceled' }]);
    const count = async (): Promise<number> => (await checkOfEnded(url, [journal])).count;
    expect(await count()).toBe(1);
    await run(`INSERT INTO transactions (tenant_id, transaction_id, company_id, status, module, order_number, identity_key,
        identity_hash, sealed_identity, card_hash, sealed_card, replica_hash, created_at, expires_at, finished_at)
      VALUES ('${ID}', '${ID}', '${ID}', 'approved', 'post', 'one', 'cpf', '\\x01', '\\x01', '\\x01', '\\x01', '\\x01', now(), now(), now())`);
    expect(await count()).toBe(1);
    await run("UPDATE transactions SET status = 'canceled'");
    expect(await count()).toBe(0);
  });
});

test('an end that is answered with another status than was asked for is found (I4)', () => {
  const journal = join(makeDirectory(), 'steady-load.journal-ends');
  const write = (end: string, line: Line): void => writeFileSync(`${journal}-${end}`, JSON.stringify(line));
  const told = (status: string): string => JSON.stringify({ status });
  write('cancels', answered('one', 200, told('canceled')));
  write('approvals', answered('two', 200, told('approved')));
  expect(listOtherwise(journal)).toEqual([]);
  write('cancels', answered('one', 200, told('expired')));
  write('approvals', answered('two', 500, told('waiting')));
  expect(listOtherwise(journal).map(({ about }) => about)).toEqual(['one']);
});

test('creates of ends are those of the owner whose turn it is (I1)', () => {
  const owners = [{ companyId: 'first' }, { companyId: 'second' }];
  const lines = [answered('trial-ends-7-3', 200, '{"id":"one"}'), answered('trial-ends-7-4', 500, '{}')];
  expect(listCreated(lines, owners)).toEqual([{ id: 'one', order: 'trial-ends-7-3', company: 'second' }]);
});

describe('answers to ends that tell of another tenant (I6)', () => {
  const OWNERS = [{ mark: 'canary0000x' }, { mark: 'canary0001x' }];
  const created = (number: number, more = ''): Line =>
    answered(`trial-ends-7-${number}`, 200, JSON.stringify({ id: `id-${number}`, more }));

  test('an owner may read its own mark, and that of nobody else', () => {
    const own = [created(0, 'canary0000x'), created(3, 'canary0001x')];
    const reads = [answered('id-0', 200, 'Shop canary0000x'), answered('id-3', 200, 'Shop canary0001x')];
    expect(listToldOfOthers(own, reads, OWNERS)).toEqual([]);
    expect(listToldOfOthers([created(0, 'canary0001x')], [], OWNERS)).toHaveLength(1);
    expect(listToldOfOthers(own, [answered('id-3', 200, 'Shop canary0000x')], OWNERS)).toHaveLength(1);
  });

  test('a transaction that nobody is known to own names nobody', () => {
    expect(listToldOfOthers([], [answered('strange', 200, 'canary0000x')], OWNERS)).toHaveLength(1);
  });
});

test.each<[string, Parameters<typeof figuresOfNeighbour>[0], number]>([
  ['all unknown', { reads: [404, 404], changes: [404], changed: 0 }, 0],
  ['a read that is answered', { reads: [404, 200], changes: [404], changed: 0 }, 1],
  ['a cancel that is carried out', { reads: [404], changes: [404, 200], changed: 1 }, 2],
  ['one that is refused and carried out all the same', { reads: [404], changes: [404], changed: 1 }, 1],
  ['nothing that was tried', { reads: [], changes: [], changed: 0 }, 2],
])('what a neighbour asks of others shows %s (I6)', (_what, asked, count) => {
  expect(missed(figuresOfNeighbour(asked))).toHaveLength(count);
});

test('a receiver of the ground that is switched off, deleted or gone excuses no end, and neither does one that was passed over (I5)', async () => {
  const { url, run } = await openDatabase();
  const OWN = 'http://127.0.0.1:9/webhook';
  await run(`INSERT INTO webhook_endpoints (tenant_id, endpoint_id, company_id, url, sealed_secret) VALUES
    ('${ID}', '${ID}', '${ID}', '${OWN}', '\\x01'), ('${ID}', gen_random_uuid(), '${ID}', '${OWN}/canary0001x', '\\x01'),
    ('${ID}', gen_random_uuid(), '${ID}', 'https://shop.example', '\\x01')`);
  const found = async (change: string, made = 2): Promise<string[]> => {
    await run(change);
    return missed(await figuresOfEndpoints(url, OWN, made)).map((what) => what.slice(0, 30));
  };
  const GONE = 'I5: endpoints of the ground tha';
  expect(await found('SELECT 1')).toEqual([]);
  expect(await found('SELECT 1', 3)).toEqual([GONE.slice(0, 30)]);
  expect(await found(`UPDATE webhook_endpoints SET enabled = false WHERE url = '${OWN}'`)).toHaveLength(1);
  expect(await found('UPDATE webhook_endpoints SET enabled = true, deleted_at = now()')).toHaveLength(1);
  expect(
    await found(`UPDATE webhook_endpoints SET deleted_at = NULL;
      INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, skipped)
      VALUES ('${ID}', '${ID}', '${ID}', '${ID}', 'failed', true)`),
  ).toEqual(['I5: deliveries to endpoints of']);
});

describe('answers to credentials (I9)', () => {
  const WHAT = 'I9: answers to credentials, good or bad, that are not those of the published contract';
  const count = (status: number, body: object): number | undefined => {
    const line: CallLine = {
      ...{ number: 1, kind: 'token', tenant: 0, about: '', sentMs: 0, answeredMs: 1 },
      ...{ status, body: JSON.stringify(body) },
    };
    return checksOfMix(openContract(), [line], []).find(({ what }) => what === WHAT)?.count;
  };
  const good = { access_token: 'kept out', token_type: 'Bearer', expires_in: 3_600, scope: 'one' };

  test('a good one is judged as well, without its token', () => {
    expect(count(200, good)).toBe(0);
    expect(count(200, { ...good, expires_in: 0 })).toBe(1);
    expect(count(200, { ...good, refresh_token: 'one' })).toBe(1);
    expect(count(418, good)).toBe(1);
  });
});

describe('what receivers heard, from their journal (I5, I6)', () => {
  const line: HeardLine = {
    ...{ path: '/webhook/canary0001x', event: 'event', digest: 'a', isSigned: true },
    ...{ type: 'transaction.finished', transactionId: ID, status: 'canceled', sequence: 2 },
  };
  const found = (...lines: HeardLine[]): string[] => {
    const hearing = collectHeard();
    for (const one of lines) hearing.add(one);
    return hearing.checks().flatMap(({ found: own = [] }) => own.map(({ about, why }) => `${about} ${why}`));
  };

  test('one that comes again with the same bytes is sound', () => {
    expect(found(line, line)).toEqual([]);
  });

  test.each<[string, Partial<HeardLine>, string]>([
    ['other bytes', { digest: 'b' }, 'other bytes than before'],
    ['no signature', { isSigned: false }, 'no signature of its secret'],
    ['the mark of another', { strange: ['canary0002x'] }, 'it names canary0002x'],
  ])('one with %s is told by its transaction', (_what, changes, why) => {
    expect(found(line, { ...line, ...changes })).toEqual([`${ID} ${line.path}, event: ${why}`]);
  });
});

describe('another tenant beside one that asks for too much (R68)', () => {
  const offered = (writtenP99Ms: number, answers: Record<number, number> = { 200: 10 }): Offered => ({
    ...{ perSecond: 25, answers, goodput: 25, p99Ms: 1, writtenP99Ms, unsent: 0, samples: [] },
    ...{ acknowledged: [], unwaited: 0, ownLagMs: 1, ownProcessors: 0.1 },
  });

  test('none of its creates may fail', () => {
    expect(missed(figuresOfBeside([offered(10)]))).toEqual([]);
    expect(missed(figuresOfBeside([offered(10, { 200: 10, 500: 1 })]))).toHaveLength(1);
    expect(missed(figuresOfBeside([offered(10, { 200: 10, 0: 1 })]))).toHaveLength(1);
  });

  test('its slowest hundredth may be a fifth slower, and 10 ms', () => {
    expect(missed(figuresOfBeside([offered(500), offered(130)], offered(100)))).toEqual([]);
    expect(missed(figuresOfBeside([offered(500), offered(131)], offered(100)))).toHaveLength(1);
  });
});
