import { fetchToken, newTransactionBody, openTenantKey } from '@titular/test-kit';
import { createLazyFaceEngine } from '@titular/test-kit/faces/lazy-face-engine.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCamera, openPhone, perform } from '../../../server/test/captures/phone.ts';
import { type Merchant, newMerchant } from '../../../server/test/transactions/api.ts';
import { runInProcess, startCommandLine } from '../command-fixture.ts';
import { type Cell, countAhead, countRows, listRemains, startCell, writeCellFile } from './cells-fixture.ts';

const LONG_MS = 720_000;
const engine = createLazyFaceEngine();
let one: Cell;
let two: Cell;

beforeAll(async () => {
  [one, two] = await Promise.all([startCell({ engine }), startCell({ engine })]);
}, LONG_MS);

afterAll(async () => {
  await Promise.all([one, two].map((cell) => cell.close()));
  await engine.close();
});

type Answer = { cell: Cell; status: number; retryAfter: string | null; id: string | undefined };

const post = async (cell: Cell, token: string, companyId: string): Promise<Answer> => {
  const response = await fetch(`${cell.service.url}/api/public/v1/walletid/transaction`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(newTransactionBody(companyId)),
  });
  const body = (await response.json()) as { id?: string };
  const retryAfter = response.headers.get('retry-after');
  return { cell, status: response.status, retryAfter, id: body.id };
};

/** Creates without a pause, by some at once, at whichever cell is named, until it is stopped. */
function startLoad({ tenant, token }: Merchant) {
  const answers: Answer[] = [];
  const target = { cell: one, token };
  let isOn = true;
  const client = async (): Promise<void> => {
    while (isOn) answers.push(await post(target.cell, target.token, tenant.companyId));
  };
  const clients = [client(), client()];
  return {
    answers,
    target,
    async stop() {
      isOn = false;
      await Promise.all(clients);
    },
  };
}

const move = (cell: Cell, tenantId: string, ...words: string[]) =>
  startCommandLine(['tenants', 'move', tenantId, '--to', two.file, ...words], cell.environment);

test(
  'a tenant moves under load: nothing acknowledged is lost, one cell at a time serves it, and nothing of it is left (S59)',
  async () => {
    const merchant = await newMerchant(one.service);
    const other = await newMerchant(one.service);
    const { tenantId } = merchant.tenant;
    const { phone, attempt, id: captured } = await openCamera(one.service, merchant);
    await perform(phone, attempt, 'a');
    await eventually(async () => expect((await merchant.read(captured)).body['status']).toBe('approved'));
    await sql`INSERT INTO capture_devices
      SELECT tenant_id, subject_id, subject_kind, attempt_id, '\\x01', identity_hash, started_at
      FROM capture_attempts WHERE tenant_id = ${tenantId}`.execute(one.service.service.database.db);
    let isOpen = false;
    const receiver = await startWebhookReceiver({ answer: () => ({ status: isOpen ? 204 : 500 }) });
    const endpoint = await merchant.call('createWebhookEndpoint', {
      body: { company: merchant.tenant.companyId, url: receiver.url },
    });
    expect(endpoint.status).toBe(200);
    receiver.trust(String(endpoint.body['secret']));
    const waiting = await merchant.create();
    const waitingId = String(waiting.body['id']);
    expect((await merchant.cancel(waitingId)).status).toBe(200);
    await receiver.next();
    await one.service.service.database.pool.query(
      "SELECT graphile_worker.add_job('decide-transaction', $1, run_at => now() + interval '1 day')",
      [{ tenantId, transactionId: waitingId }],
    );
    const body = JSON.stringify(newTransactionBody(merchant.tenant.companyId));
    const once = await merchant.createRaw(body, { 'idempotency-key': 'order-7' });
    const before = await countRows(one, tenantId);

    const load = startLoad(merchant);
    const besides = startLoad(other);
    const command = move(one, tenantId);
    await eventually(() => expect(command.lines().join('\n')).toContain('serves the tenant'));
    const token = await fetchToken(two.service, merchant.tenant);
    load.target.cell = two;
    load.target.token = token;
    expect({ code: await command.ended, errors: command.errors() }).toEqual({ code: 0, errors: '' });
    await Promise.all([load.stop(), besides.stop()]);

    const acknowledged = load.answers.filter(({ status }) => status === 200);
    expect(
      acknowledged.some(({ cell }) => cell === one) && acknowledged.some(({ cell }) => cell === two),
    ).toBe(true);
    const refused = load.answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect(refused.every(({ retryAfter }) => retryAfter === '2')).toBe(true);
    // From the first refusal on, the cell that was left serves nothing.
    const atOne = load.answers.filter(({ cell }) => cell === one).map(({ status }) => status);
    expect(atOne.slice(atOne.indexOf(503) + 2)).not.toContain(200);
    expect(new Set(besides.answers.map(({ status }) => status))).toEqual(new Set([200]));

    const known = await two.service.service.database.db
      .selectFrom('transactions')
      .select('transaction_id')
      .where('tenant_id', '=', tenantId)
      .execute();
    const ids = new Set(known.map((row) => row.transaction_id as string));
    expect(acknowledged.filter(({ id }) => !ids.has(String(id)))).toEqual([]);
    expect(ids.size).toBe(acknowledged.length + 3);

    const moved = { ...merchant, token };
    for (const id of [captured, waitingId, acknowledged[0]?.id, acknowledged.at(-1)?.id]) {
      const response = await fetch(`${two.service.url}/api/public/v1/walletid/transactions/${id}`, {
        headers: { authorization: `Bearer ${moved.token}` },
      });
      expect(response.status).toBe(200);
    }
    const sealed = await two.service.service.database.db
      .selectFrom('transactions')
      .select(['transaction_id', 'sealed_identity'])
      .where('transaction_id', '=', captured as never)
      .executeTakeFirstOrThrow();
    const key = await openTenantKey(two.service, tenantId);
    expect(
      key.unseal('transactions', sealed.transaction_id, 'sealed_identity', sealed.sealed_identity).length,
    ).toBeGreaterThan(0);

    const repeated = await fetch(`${two.service.url}/api/public/v1/walletid/transaction`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        'idempotency-key': 'order-7',
      },
      body,
    });
    expect(await repeated.json()).toEqual(once.body);

    isOpen = true;
    await two.service.service.database.pool.query('UPDATE deliveries SET next_attempt_at = now()');
    await eventually(async () => {
      const { rows } = await two.service.service.database.pool.query(
        `SELECT d.state FROM deliveries d JOIN events e USING (tenant_id, event_id) WHERE e.transaction_id = '${waitingId}'`,
      );
      expect(rows).toEqual([{ state: 'delivered' }]);
    });
    expect(receiver.deliveries.filter(({ refusal }) => refusal !== undefined)).toEqual([]);
    await receiver.close();

    expect(await listRemains(one)).toEqual([]);
    expect(await listRemains(two)).toEqual([]);
    expect(await countRows(one, tenantId)).toEqual({ audit_log: expect.any(Number), tenant_moves: 1 });
    const after = await countRows(two, tenantId);
    for (const [table, count] of Object.entries(before))
      if (!['delivery_claims', 'rate_budgets', 'tenant_moves'].includes(table))
        expect({ table, count: after[table] ?? 0 }).toEqual({
          table,
          count: expect.toSatisfy((n) => n >= count),
        });
    expect(after['tenant_moves']).toBeUndefined();
    expect((await other.read(String(besides.answers[0]?.id))).status).toBe(200);
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM object_dues`.execute(
      one.service.service.database.db,
    );
    expect(rows).toEqual([{ n: 0 }]);
    expect((await post(one, merchant.token, merchant.tenant.companyId)).status).toBe(503);
  },
  LONG_MS,
);

const listPositions = async (cell: Cell, tenantId: string): Promise<number[]> => {
  const { rows } = await cell.service.service.database.pool.query<{ position: string }>(
    'SELECT position FROM events WHERE tenant_id = $1 ORDER BY created_at',
    [tenantId],
  );
  return rows.map(({ position }) => Number(position));
};

const viewAt = (cell: Cell, cookie: string | undefined): Promise<Response> =>
  fetch(`${cell.service.url}/capture/session`, { headers: { cookie: cookie ?? '' } });

test(
  'a page goes on where the tenant is, later events come after earlier ones, and a tenant can move back (S59)',
  async () => {
    const merchant = await newMerchant(one.service);
    const { tenantId } = merchant.tenant;
    // The other deployment has given fewer places than this one.
    await one.service.service.database.pool.query("SELECT setval('event_positions', 1000000)");
    const { phone, id } = await openPhone(one.service, merchant);
    const first = await merchant.create();
    await merchant.cancel(String(first.body['id']));
    const counted = await countAhead(one, tenantId);
    const kept = move(one, tenantId, '--keep-source');
    expect({ code: await kept.ended, errors: kept.errors() }).toEqual({ code: 0, errors: '' });

    expect((await viewAt(one, phone.cookie)).status).toBe(503);
    expect((await viewAt(two, phone.cookie)).status).toBe(200);
    const late = await fetch(`${one.service.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: merchant.tenant.clientId,
        client_secret: merchant.tenant.clientSecret,
      }),
    });
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '2']);
    const token = await fetchToken(two.service, merchant.tenant);
    const canceled = await fetch(`${two.service.url}/api/public/v1/walletid/transactions/${id}/cancel`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(canceled.status).toBe(200);
    const positions = await listPositions(two, tenantId);
    expect(positions).toEqual([expect.any(Number), expect.toSatisfy((place) => place > counted)]);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));

    // What is left here may be there for a while: the clean-up of this deployment passes it by.
    await one.service.service.database.pool.query(
      'UPDATE transactions SET expires_at = now() WHERE tenant_id = $1',
      [tenantId],
    );
    const ended = move(one, tenantId);
    expect({ code: await ended.ended, errors: ended.errors() }).toEqual({ code: 0, errors: '' });
    expect(await countRows(one, tenantId)).toEqual({ audit_log: expect.any(Number), tenant_moves: 1 });

    const back = startCommandLine(['tenants', 'move', tenantId, '--to', one.file], two.environment);
    expect({ code: await back.ended, errors: back.errors() }).toEqual({ code: 0, errors: '' });
    expect(await listPositions(one, tenantId)).toEqual(positions);
    expect((await countRows(one, tenantId))['tenant_moves']).toBeUndefined();
    expect((await countRows(two, tenantId))['transactions']).toBeUndefined();
    expect((await viewAt(one, phone.cookie)).status).toBe(200);
    expect((await viewAt(two, phone.cookie)).status).toBe(403);
    for (const cell of [one, two])
      expect(await runInProcess(['audit', 'verify'], cell.environment)).toMatchObject({ code: 0 });
  },
  LONG_MS,
);

test(
  'Ctrl-C in the midst of a switch takes it back, and the deployment that was to be left serves on (S59)',
  async () => {
    const merchant = await newMerchant(one.service);
    const { tenantId } = merchant.tenant;
    const command = move(one, tenantId);
    await eventually(() => expect(command.lines().join()).toContain('closed in'));
    const second = move(one, tenantId);
    expect(await second.ended).toBe(4);
    expect(second.errors()).toContain('Another command is moving this tenant');
    command.interrupt();
    expect(await command.ended).toBe(130);
    expect((await merchant.create()).status).toBe(200);
    const undone = move(one, tenantId, '--abort');
    expect({ code: await undone.ended, errors: undone.errors() }).toEqual({ code: 0, errors: '' });
    expect(await countRows(two, tenantId)).toEqual({});
    expect([await listRemains(one), await listRemains(two)]).toEqual([[], []]);
    expect((await merchant.create()).status).toBe(200);
  },
  LONG_MS,
);

test(
  'a tenant that is there already, has pictures in a bucket of its own, or is served by an earlier release, stays (S59)',
  async () => {
    const merchant = await newMerchant(one.service);
    const { tenantId } = merchant.tenant;
    const { pool } = one.service.service.database;
    await pool.query(
      "INSERT INTO object_dues (object_name, tenant_id, due_at) VALUES ('titular/pictures/x', $1, 'infinity')",
      [tenantId],
    );
    const bucket = {
      TITULAR_OBJECTS_URL: 'http://127.0.0.1:9/pictures',
      TITULAR_OBJECTS_ACCESS_KEY: 'key',
      TITULAR_OBJECTS_SECRET_KEY: 'secret-key',
    };
    const words = ['tenants', 'move', tenantId, '--to', two.file];
    expect(await runInProcess(words, { ...one.environment, ...bucket })).toMatchObject({
      code: 4,
      errors: expect.stringContaining('titular pictures move --to database'),
    });
    await pool.query('DELETE FROM object_dues WHERE tenant_id = $1', [tenantId]);
    await pool.query(
      "INSERT INTO nodes (node_id, name, version, master_key_ids) VALUES (gen_random_uuid(), 'old', '0.0.1', '{}')",
    );
    expect(await runInProcess(words, one.environment)).toMatchObject({
      code: 4,
      errors: expect.stringContaining('The node old on '),
    });
    await pool.query("DELETE FROM nodes WHERE name = 'old'");
    await two.service.service.database.pool.query(
      "INSERT INTO tenants (tenant_id, name, wrapped_data_key, master_key_id) SELECT $1, 'x', '', master_key_id FROM deployment",
      [tenantId],
    );
    expect(await runInProcess(words, one.environment)).toMatchObject({
      code: 4,
      errors: expect.stringContaining(`has a tenant ${tenantId} already`),
    });
    await two.service.service.database.pool.query('DELETE FROM tenants WHERE tenant_id = $1', [tenantId]);
    expect((await countRows(one, tenantId))['tenant_moves']).toBeUndefined();
  },
  LONG_MS,
);

test(
  'pictures in a bucket that both use stay where they are, and the deployment that was left deletes none of them (S59)',
  async () => {
    const merchant = await newMerchant(one.service);
    const { tenantId } = merchant.tenant;
    const { pool } = one.service.service.database;
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO capture_attempts (tenant_id, attempt_id, session_id, subject_id, subject_kind, number, poses, started_at, step_started_at)
       VALUES ($1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'process', 1, '{front}', now(), now()) RETURNING attempt_id AS id`,
      [tenantId],
    );
    await pool.query(
      `INSERT INTO capture_frames (tenant_id, attempt_id, step, position, pose, image_digest, sealed_measure, received_at, object_name)
       VALUES ($1, $2, 0, 0, 'front', '', '', now(), 'titular/pictures/kept')`,
      [tenantId, rows[0]?.id],
    );
    const bucket = {
      TITULAR_OBJECTS_URL: 'http://127.0.0.1:9/pictures',
      TITULAR_OBJECTS_ACCESS_KEY: 'access-key',
      TITULAR_OBJECTS_SECRET_KEY: 'secret-key',
    };
    const file = await writeCellFile({ ...two.environment, ...bucket });
    const words = ['tenants', 'move', tenantId, '--to', file];
    const moved = await runInProcess(words, { ...one.environment, ...bucket });
    expect({ code: moved.code, errors: moved.errors }).toEqual({ code: 0, errors: '' });
    const kept = await two.service.service.database.pool.query(
      'SELECT object_name FROM capture_frames WHERE tenant_id = $1',
      [tenantId],
    );
    expect(kept.rows).toEqual([{ object_name: 'titular/pictures/kept' }]);
    for (const cell of [one, two])
      expect((await cell.service.service.database.pool.query('SELECT FROM object_dues')).rows).toEqual([]);
  },
  LONG_MS,
);
