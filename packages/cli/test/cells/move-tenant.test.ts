import { fetchToken, newTransactionBody, openTenantKey } from '@titular/test-kit';
import { createLazyFaceEngine } from '@titular/test-kit/faces/lazy-face-engine.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCamera, perform } from '../../../server/test/captures/phone.ts';
import { type Merchant, newMerchant } from '../../../server/test/transactions/api.ts';
import { startCommandLine } from '../command-fixture.ts';
import { type Cell, countRows, listRemains, startCell } from './cells-fixture.ts';

const LONG_MS = 240_000;
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
    const before = await countRows(one, tenantId);

    const load = startLoad(merchant);
    const besides = startLoad(other);
    const command = move(one, tenantId);
    await eventually(() => expect(command.lines().join('\n')).toContain('serves the tenant'));
    const token = await fetchToken(two.service, merchant.tenant);
    load.target.cell = two;
    load.target.token = token;
    expect({ code: await command.ended, errors: command.errors() }).toEqual({ code: 0, errors: '' });
    console.log(command.lines().join('\n'));
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
    expect(ids.size).toBe(acknowledged.length + 2);

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
