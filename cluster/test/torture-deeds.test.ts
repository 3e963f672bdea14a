import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { figuresOfDeliveries, readDeliveries } from '../src/torture/afterwards/deliveries.ts';
import { type ActLine, checksOfActs, codeOf, listActs, listErased } from '../src/torture/load/judge-acts.ts';
import { openDatabase } from './open-database.ts';

const ID = '019aa3c5-2b10-7d01-9f2d-0c4e5a6b7c01';
const TRANSACTION = '/api/public/v1/walletid/transaction';
const ENDPOINTS = '/api/public/v1/webhook-endpoints';

const act = (method: string, path: string, changes: Partial<ActLine> = {}): ActLine => ({
  ...{ number: 1, method, path, status: 200, ...changes },
});

describe('acknowledged acts of flows (I1)', () => {
  test('are what was answered with 2xx, each with its object', () => {
    const lines = [
      act('POST', TRANSACTION, { id: ID }),
      act('POST', `${TRANSACTION}s/${ID}/cancel`),
      act('POST', `${TRANSACTION}s/${ID}/cancel`, { status: 500 }),
      act('GET', `${TRANSACTION}s/${ID}`),
      { number: 2, method: 'DELETE', path: `${ENDPOINTS}/${ID}` },
    ];
    expect(listActs(lines).map(({ kind, id }) => [kind.name, id])).toEqual([
      ['create', ID],
      ['cancel', ID],
    ]);
  });

  test('persons are erased whose erasure was acknowledged', () => {
    const erasure = act('POST', '/api/public/v1/persons/erasures', { about: ID });
    expect(listErased([erasure])).toEqual([ID]);
    expect(listErased([{ ...erasure, status: 500 }, act('POST', TRANSACTION, { about: ID })])).toEqual([]);
  });

  test('none before the phase that makes them', async () => {
    const { url } = await openDatabase();
    expect(await checksOfActs(url, [])).toEqual([]);
  });

  test.each<[string, ActLine, string]>([
    [
      'create',
      act('POST', TRANSACTION, { id: ID }),
      `INSERT INTO transactions (tenant_id, transaction_id, company_id, status, module, order_number, identity_key, identity_hash,
         sealed_identity, card_hash, sealed_card, replica_hash, created_at, expires_at)
       VALUES ('${ID}', '${ID}', '${ID}', 'waiting', 'post', 'one', 'cpf', '\\x01', '\\x01', '\\x01', '\\x01', '\\x01', now(), now())`,
    ],
    [
      'cancel',
      act('POST', `${TRANSACTION}s/${ID}/cancel`),
      `INSERT INTO transactions (tenant_id, transaction_id, company_id, status, module, order_number, identity_key, identity_hash,
         sealed_identity, card_hash, sealed_card, replica_hash, created_at, expires_at, finished_at)
       VALUES ('${ID}', '${ID}', '${ID}', 'canceled', 'post', 'one', 'cpf', '\\x01', '\\x01', '\\x01', '\\x01', '\\x01', now(), now(), now())`,
    ],
    [
      'link',
      act('POST', `${TRANSACTION}s/${ID}/link`, { code: codeOf('https://titular.example/c/code') }),
      `INSERT INTO capture_links (tenant_id, code_hash, subject_kind, subject_id, expires_at, created_at)
       VALUES ('${ID}', decode('${createHash('sha256').update('code').digest('hex')}', 'hex'), 'transaction', '${ID}', now(), now())`,
    ],
    [
      'rotation',
      act('POST', `${ENDPOINTS}/${ID}/rotate-secret`),
      `INSERT INTO audit_log (entry_id, tenant_id, at, actor, action, subject)
       VALUES ('${ID}', NULL, now(), 'one', 'webhook-endpoint.rotate-secret', 'webhook-endpoint/${ID}')`,
    ],
  ])('%s is missed until it stands', async (name, line, standing) => {
    const { url, run } = await openDatabase();
    const count = async (): Promise<number | undefined> =>
      (await checksOfActs(url, [line])).find(({ what }) => what.endsWith(`: ${name}`))?.count;
    expect(await count()).toBe(1);
    await run(standing);
    expect(await count()).toBe(0);
  });

  test('a deletion is missed while the endpoint is there, and kinds of which none was acknowledged are counted', async () => {
    const { url, run } = await openDatabase();
    await run(`INSERT INTO webhook_endpoints (tenant_id, endpoint_id, company_id, url, sealed_secret, created_at)
      VALUES ('${ID}', '${ID}', '${ID}', 'https://shop.example', '\\x01', now())`);
    const missed = async (): Promise<[string, number][]> =>
      (await checksOfActs(url, [act('DELETE', `${ENDPOINTS}/${ID}`)]))
        .filter(({ count }) => count > 0)
        .map(({ what, count }) => [what.replace(/.*: /, ''), count]);
    const none: [string, number] = ['kinds of acts of flows of which none was acknowledged', 10];
    expect(await missed()).toEqual([['deletion of an endpoint', 1], none]);
    await run('UPDATE webhook_endpoints SET deleted_at = now()');
    expect(await missed()).toEqual([none]);
  });
});

describe('deliveries of all ends, acknowledged or not (I5)', () => {
  const URL_OF = 'http://127.0.0.1:9/webhook';

  test('one that nobody looks for any more is found, and one that has none is lost', async () => {
    const { url, run } = await openDatabase();
    await run(`INSERT INTO webhook_endpoints (tenant_id, endpoint_id, company_id, url, sealed_secret, created_at)
        VALUES ('${ID}', '${ID}', '${ID}', '${URL_OF}/canary0001x', '\\x01', now() - interval '1 hour');
      INSERT INTO events (tenant_id, event_id, company_id, transaction_id, type, status, sequence, created_at)
        VALUES ('${ID}', '${ID}', '${ID}', '${ID}', 'transaction.finished', 'canceled', 2, now())`);
    const found = async (change: string) => {
      await run(change);
      const figures = figuresOfDeliveries(await readDeliveries(url, URL_OF));
      return [figures[0]?.value, ...figures.map(({ isMet }) => isMet)];
    };
    expect(await found('SELECT 1')).toEqual(['1 / 0 / 0 / 0 / 1', false, true]);
    expect(
      await found(`INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, next_attempt_at)
        VALUES ('${ID}', '${ID}', '${ID}', '${ID}', 'pending', now() - interval '59 s')`),
    ).toEqual(['1 / 0 / 0 / 1 / 0', true, true]);
    expect(await found("UPDATE deliveries SET next_attempt_at = now() - interval '61 s'")).toEqual([
      ...['1 / 0 / 0 / 1 / 0', true, false],
    ]);
    expect(await found('UPDATE webhook_endpoints SET enabled = false')).toEqual([
      '0 / 0 / 0 / 0 / 0',
      false,
      true,
    ]);
    await run('UPDATE webhook_endpoints SET enabled = true');
    expect(await found("UPDATE deliveries SET state = 'delivered', next_attempt_at = NULL")).toEqual([
      ...['1 / 1 / 0 / 0 / 0', true, true],
    ]);
    expect(await found("UPDATE deliveries SET state = 'failed'")).toEqual(['1 / 0 / 1 / 0 / 0', true, true]);
  });
});
