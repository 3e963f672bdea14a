import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { countChanged, listUnended, type ReadLine } from '../src/load/ends.ts';
import { countInLogs } from '../src/load/invariants.ts';
import type { Line } from '../src/load/journal.ts';
import { judgeLines } from '../src/load/judge.ts';
import { CARDHOLDERS, cardOfOrder, placeOfCardholder } from '../src/load/requests.ts';
import { checkHeads, readHead } from '../src/torture/afterwards/chain.ts';
import { judgeKept } from '../src/torture/afterwards/kept.ts';
import { figuresOfSaid } from '../src/torture/afterwards/told.ts';
import { readLeft } from '../src/torture/drift.ts';
import { type FieldsRow, listUnlike } from '../src/torture/load/judge-fields.ts';
import { checksOfRows, listInvented, listMisled } from '../src/torture/load/judge-rows.ts';
import { checksOfTwins } from '../src/torture/load/judge-twins.ts';
import type { CallLine } from '../src/torture/load/mix.ts';
import { makeDirectory } from './make-directory.ts';
import { openDatabase } from './open-database.ts';

const call = (changes: Partial<CallLine>): CallLine => ({
  ...{ number: 1, kind: 'create', tenant: 0, about: 'a', sentMs: 0, answeredMs: 1, status: 200, body: '{}' },
  ...changes,
});
const told = (found: readonly { what: string; count: number }[]): string[] =>
  found.filter(({ count }) => count > 0).map(({ what }) => what);

describe('creates with the same data, sent at once (I2)', () => {
  const twin = (status: number | undefined, code?: string): CallLine => ({
    ...call({ isTwin: true, body: JSON.stringify(code ? { code } : { id: 'one' }) }),
    status: status as number,
  });
  const found = (...pair: CallLine[]): string[] => told(checksOfTwins(pair));

  test('one is made and the other is told so, in whichever order', () => {
    expect(found(twin(200), twin(400, '40027'))).toEqual([]);
    expect(found(twin(400, '40027'), twin(200))).toEqual([]);
  });

  test.each([
    ['both acknowledged', [twin(200), twin(200)]],
    ['both refused', [twin(400, '40027'), twin(400, '40027')]],
    ['another refusal', [twin(200), twin(400, '40002')]],
  ])('%s is found', (_what, pair) => {
    expect(found(...pair)).toHaveLength(1);
  });

  test.each([
    ['that there was too much to do', twin(429, '42901')],
    ['that it took too long', twin(500, '50001')],
    ['nothing', twin(undefined)],
  ])('where one was told %s, the other may be either', (_what, untold) => {
    expect(found(untold, twin(200))).toEqual([]);
    expect(found(untold, twin(400, '40027'))).toEqual([]);
  });

  test('a load without any shows nothing, and one whose second has no answer yet is none', () => {
    expect(found(call({}))).toEqual(['loads in which no two creates had the same data']);
    expect(found(twin(200))).toHaveLength(1);
  });

  test('count once as sent, and an order with an answer within the contract is not outside of it', () => {
    const sent: Line = { kind: 'sent', order: 'a', node: 0, atMs: 0 };
    const lines: Line[] = [
      ...[sent, { ...sent, node: 1 }],
      { kind: 'answered', order: 'a', atMs: 1, status: 400, body: '{"code":"40027","message":"x"}' },
      { kind: 'answered', order: 'a', atMs: 2, status: 200, body: '{"id":"one"}' },
    ];
    const verdict = judgeLines(lines, new Map([['a', ['one']]]));
    expect(verdict).toMatchObject({ sent: 1, acknowledged: 1, lost: 0, written: 0, outsideContract: 0 });
  });
});

describe('persons of acknowledged creates (I1)', () => {
  const ORDERS = ['a', 'b', 'c', 'd', 'e', 'f'];
  const rowOf = (order: string, person = placeOfCardholder(order)): FieldsRow => ({
    ...{ id: order, order, company: 'shop', identityKey: 'cpf' },
    ...{ identityHash: `identity ${person}`, cardHash: `card ${person}` },
  });
  const sent = ORDERS.map((order) => ({ id: order, order, company: 'shop' }));
  const count = (change: (row: FieldsRow) => FieldsRow): number =>
    listUnlike(
      sent,
      ORDERS.map((order) => change(rowOf(order))),
    ).length;

  test('orders of one load are of several persons, each with one identity and one card', () => {
    expect(new Set(ORDERS.map(placeOfCardholder)).size).toBe(CARDHOLDERS.length);
    const bodies = ORDERS.map((order) => JSON.parse(cardOfOrder('shop', order)) as { identity: object });
    expect(new Set(bodies.map(({ identity }) => JSON.stringify(identity))).size).toBe(CARDHOLDERS.length);
    expect(count((row) => row)).toBe(0);
  });

  test('rows whose persons were exchanged are found, and all of one person too', () => {
    const exchanged = (row: FieldsRow): FieldsRow => {
      const other = { e: 'f', f: 'e' }[row.order];
      return other ? { ...rowOf(other), id: row.id, order: row.order } : row;
    };
    expect(count(exchanged)).toBe(2);
    expect(count((row) => ({ ...row, cardHash: 'card' }))).toBeGreaterThan(0);
    expect(count((row) => ({ ...row, identityHash: 'identity' }))).toBeGreaterThan(0);
  });
});

test('creates that a later phase lost are found at the end (I1)', async () => {
  const { url } = await openDatabase();
  const directory = makeDirectory();
  const journal = join(directory, 'steady.journal');
  const lines: Line[] = [
    { kind: 'sent', order: 'trial-1', node: 0, atMs: 0 },
    { kind: 'answered', order: 'trial-1', atMs: 1, status: 200, body: '{"id":"one"}' },
  ];
  writeFileSync(journal, lines.map((line) => JSON.stringify(line)).join('\n'));
  const judged = await judgeKept(url, [journal]);
  expect(judged.map(({ isMet, value }) => [isMet, value])).toEqual([
    [true, '1'],
    [false, '1'],
  ]);
  expect((await judgeKept(url, [])).map(({ isMet }) => isMet)).toEqual([false, true]);
});

describe('links and tokens of creates (I1, I6)', () => {
  const tokenOf = (jti: string): string =>
    `e30.${Buffer.from(JSON.stringify({ jti })).toString('base64url')}.x`;
  const made = (body: object) => call({ body: JSON.stringify({ id: 'one', ...body }) });
  const LINK = 'https://titular.example/c/code';
  const code = createHash('sha256').update('code').digest('hex');

  test.each<[string, object, string, number]>([
    ['its own', { link: LINK, token: tokenOf('one') }, 'one', 0],
    ['a link that is gone', { link: 'https://titular.example/c/gone', token: tokenOf('one') }, 'one', 1],
    ['a token that names nothing', { link: LINK, token: 'a.b.c' }, 'one', 1],
    ['none', {}, 'one', 0],
    ['the link of another', { link: LINK, token: tokenOf('one') }, 'two', 1],
    ['the token of another', { link: LINK, token: tokenOf('two') }, 'one', 1],
  ])('with %s are counted as they should', (_what, body, id, count) => {
    expect(listMisled([made(body)], [{ code, id }])).toHaveLength(count);
  });
});

describe('statuses (I4)', () => {
  const read = (status: string) => call({ kind: 'status', about: 'one', body: JSON.stringify({ status }) });

  test('a read that shows what never was is found, however often it is repeated', () => {
    const rows = [{ id: 'one', statuses: ['waiting', 'canceled'] }];
    expect(listInvented([read('waiting'), read('canceled')], rows)).toHaveLength(0);
    expect(listInvented([read('expired'), read('expired')], rows)).toHaveLength(2);
    expect(listInvented([read('expired')], [])).toHaveLength(0);
  });

  const answer = (acknowledged: ReadLine['acknowledged'], status: number, body: string): ReadLine => ({
    ...{ kind: 'answered', order: 'one', atMs: 1, acknowledged, status, body },
  });

  test.each([
    ['canceled', 'canceled', 0],
    ['approved', 'approved', 0],
    ['waiting', 'waiting', 0],
    ['canceled', 'waiting', 1],
    ['approved', 'waiting', 1],
    ['approved', 'canceled', 1],
  ] as const)(
    'a read after %s was acknowledged that shows %s is counted %i times (R77)',
    (acknowledged, shown, count) => {
      expect(listUnended([answer(acknowledged, 200, JSON.stringify({ status: shown }))])).toHaveLength(count);
    },
  );

  test('a read that knows the transaction no more is found, and one without answer is none', () => {
    expect(listUnended([answer('canceled', 500, '{}')])).toHaveLength(0);
    expect(listUnended([answer('canceled', 404, '{}'), answer('approved', 200, '')])).toHaveLength(2);
  });

  test('a load shows a change where one transaction was read before its end and after it', () => {
    const [before, after] = [answer('waiting', 200, '{}'), answer('canceled', 200, '{}')];
    expect(countChanged([before, after, after])).toBe(1);
    expect(countChanged([before, { ...after, order: 'two' }])).toBe(0);
    expect(countChanged([before, answer('canceled', 500, '{}')])).toBe(0);
  });

  test('links and histories are read from the database', async () => {
    const { url } = await openDatabase();
    const found = await checksOfRows(url, [call({ body: '{"id":"one"}' })]);
    expect(told(found)).toEqual([]);
  });
});

describe('webhooks, whose bodies name no tenant (I5, I6)', () => {
  const due = {
    ...{ event: 'event', url: 'http://127.0.0.1:9/webhook/canary0001x', type: 'transaction.finished' },
    ...{ transactionId: 'one', status: 'canceled', sequence: 2 },
  };
  const { url: _, ...about } = due;
  const said = { path: '/webhook/canary0001x', ...about };
  const missed = (one: object): string[] =>
    figuresOfSaid([{ ...said, ...one }], [due]).flatMap(({ isMet, what }) =>
      isMet === false ? [what.slice(0, 2)] : [],
    );

  test('each leads where its delivery does, and says what its event says', () => {
    expect(missed({})).toEqual([]);
  });

  test.each([
    ['one that came to another tenant', { path: '/webhook/canary0002x' }, 'I6'],
    ['one that nobody knows', { event: 'other' }, 'I6'],
    ['one with another status', { status: 'approved' }, 'I5'],
    ['one of another transaction', { transactionId: 'two' }, 'I5'],
    ['one with another place', { sequence: 3 }, 'I5'],
  ])('%s is found', (_what, one, name) => {
    expect(missed(one)).toEqual([name]);
  });
});

test('a secret that a log has in base64 or hexadecimal is found (I7)', () => {
  const directory = makeDirectory();
  const coded = [0, 1, 2].map((before) =>
    Buffer.from(`${'x'.repeat(before)}Maria da Silva!`).toString('base64'),
  );
  const lines = [...coded, Buffer.from('Maria da Silva').toString('hex'), 'sound'];
  writeFileSync(join(directory, 'node.log'), lines.join('\n'));
  expect(countInLogs(directory, ['Maria da Silva']).broken).toBe(4);
});

test('a chain of the audit log that is cut off at its end is found by the ends that were seen before (I10)', async () => {
  const { url, run } = await openDatabase();
  const insert = (position: number): Promise<unknown> =>
    run(`INSERT INTO audit_chain (position, entry_id, previous_hash, hash)
      VALUES (${position}, gen_random_uuid(), decode(repeat('00', 32), 'hex'), decode(repeat('0${position}', 32), 'hex'))`);
  await run('DELETE FROM audit_chain');
  expect(await readHead(url)).toBeUndefined();
  await insert(1);
  const first = await readHead(url);
  await insert(2);
  const heads = [undefined, first, await readHead(url)];
  expect(told([await checkHeads(url, heads)])).toEqual([]);
  await run('DELETE FROM audit_chain WHERE position = 2');
  expect((await checkHeads(url, heads)).count).toBe(1);
});

test('a job that a process which lives holds for ever, or that nobody takes, is found (I11)', async () => {
  const { url, run } = await openDatabase();
  await run(`INSERT INTO nodes (node_id, name, version, work_names, master_key_ids, skew_seconds, answers_calls, causes, settings)
    VALUES (gen_random_uuid(), 'node', '1', '{pool}', '{}', 0, false, '{}', '{}')`);
  await run("SELECT graphile_worker.add_job('decide')");
  const jobs = async (change: string): Promise<number> => {
    await run(`UPDATE graphile_worker._private_jobs SET ${change}`);
    return (await readLeft(url)).jobs;
  };
  expect(await jobs("locked_by = 'pool', locked_at = now()")).toBe(0);
  expect(await jobs("locked_at = now() - interval '61 s'")).toBe(1);
  expect(await jobs("locked_by = 'gone', locked_at = now()")).toBe(1);
  expect(await jobs('locked_by = NULL, locked_at = NULL')).toBe(0);
  expect(await jobs("run_at = now() - interval '61 s'")).toBe(1);
  expect(await jobs("run_at = now() + interval '1 hour', attempts = 3")).toBe(0);
});

test('a session that somebody left within a transaction is found (I11)', async () => {
  const { url } = await openDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const idle = async (seconds: number): Promise<number> => (await readLeft(url, seconds)).idle;
  await client.query('BEGIN');
  expect([await idle(0), await idle(60)]).toEqual([1, 0]);
  await client.query('COMMIT');
  expect(await idle(0)).toBe(0);
  await client.end();
});

test('a capture that was finished and that no job decides is found (I3)', async () => {
  const { url, run } = await openDatabase();
  await run(`
    INSERT INTO transactions (tenant_id, transaction_id, company_id, status, module, order_number, identity_key, identity_hash,
      sealed_identity, card_hash, sealed_card, replica_hash, created_at, expires_at)
    SELECT id, id, id, 'processing', 'post', 'one', 'cpf', '\\x01', '\\x01', '\\x01', '\\x01', '\\x01', now(), now() FROM gen_random_uuid() AS id;
    INSERT INTO transaction_history (tenant_id, transaction_id, version, event, to_status, actor, at)
    SELECT tenant_id, transaction_id, 1, 'create', 'processing', 'service', now() FROM transactions`);
  const undecided = async (change: string): Promise<number> => {
    await run(change);
    return (await readLeft(url)).undecided;
  };
  expect(await undecided('SELECT 1')).toBe(0);
  expect(await undecided("UPDATE transaction_history SET at = now() - interval '3 minutes'")).toBe(1);
  expect(
    await undecided(`SELECT graphile_worker.add_job('decide-transaction', json_build_object('transactionId', transaction_id))
      FROM transactions`),
  ).toBe(0);
});
