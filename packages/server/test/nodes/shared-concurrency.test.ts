import { randomUUID } from 'node:crypto';
import { createConcurrencyGate } from '@titular/server/kernel/http/admission/concurrency-gate.ts';
import { newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';

const LIMIT = 12;
const SENT = 10;
const NODES = 3;

test.each([
  [100, 1, 100],
  [100, 4, 25],
  [100, 3, 34],
  [2, 4, 1],
])('of a limit of %i, one of %i processes gives %i places (S3)', (concurrency, processes, places) => {
  const gate = createConcurrencyGate(() => processes);
  const enter = () => gate.enter(asId('a'), { concurrency, ratePerSecond: 1, burst: 1 });
  for (let taken = 0; taken < places; taken += 1) enter();
  expect(enter).toThrow(expect.objectContaining({ code: '42902' }));
});

/** Sends creates to each node at once, while nobody can write a transaction, and counts those that were refused for want of a place. Each has a key, and so a statement of its own that waits. */
async function countRefused(nodes: readonly TestService[], merchant: Merchant): Promise<number> {
  const [first] = nodes;
  if (!first) throw new Error('no node');
  let refused = 0;
  const send = async ({ url }: TestService): Promise<void> => {
    const response = await fetch(`${url}/api/public/v1/walletid/transaction`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${merchant.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(newTransactionBody(merchant.tenant.companyId)),
    });
    if (((await response.json()) as { code?: string }).code === '42902') refused += 1;
  };
  let answers: Promise<unknown> = Promise.resolve();
  await first.service.database.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE transactions IN ACCESS EXCLUSIVE MODE`.execute(trx);
    answers = Promise.all(nodes.flatMap((node) => Array.from({ length: SENT }, () => send(node))));
    const waiting = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::integer AS count FROM pg_locks WHERE NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(trx);
      return rows[0]?.count ?? 0;
    };
    await eventually(async () => expect(refused + (await waiting())).toBe(nodes.length * SENT));
  });
  await answers;
  return refused;
}

test('a tenant has as many requests under way over three processes as it may have, and as over two once one has gone (S3)', async () => {
  const env = { TITULAR_DATABASE_POOL: '40' };
  const one = await startTestService({ env });
  const two = await startTestService({ sharedWith: one, env });
  const three = await startTestService({ sharedWith: one, env });
  const worker = await startTestService({ sharedWith: one, env: { ...env, TITULAR_ROLE: 'worker' } });
  onTestFinished(async () => {
    for (const node of [worker, two, one]) await node.close();
  });
  const merchant = await newMerchant(one, {
    concurrencyLimit: LIMIT,
    ratePerSecond: 1_000,
    rateBurst: 1_000,
  });
  await eventually(async () => {
    expect(await countRefused([one, two, three], merchant)).toBe(NODES * SENT - LIMIT);
  });
  await three.close();
  await eventually(async () => {
    expect(await countRefused([one, two], merchant)).toBe((NODES - 1) * SENT - LIMIT);
  });
});
