import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type BundledProgram, bundleProgram } from '@titular/test-kit/bundle-program.ts';
import { LOCKS_HERE } from '@titular/test-kit/database/locks-here.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Fixture, openFixture } from './webhook-fixture.ts';

let fixture: Fixture;
const closers: (() => unknown)[] = [];

beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await fixture.close();
});

let child: BundledProgram;
beforeAll(async () => {
  child = await bundleProgram(fileURLToPath(new URL('./deliver-child.ts', import.meta.url)));
});
afterAll(() => child.remove());

function startSender(): ChildProcess {
  const sender = spawn(process.execPath, [child.file, fixture.connectionString, fixture.masterKeyText], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closers.push(() => sender.kill('SIGKILL'));
  return sender;
}

async function kill(sender: ChildProcess): Promise<void> {
  const exited = once(sender, 'exit');
  sender.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
}

/** A receiver whose endpoint is the only one of a company; what it was sent is its journal. */
async function receive(answer?: (count: number) => Promise<{ status: number }>) {
  const receiver = await startWebhookReceiver(answer ? { answer: (_delivery, count) => answer(count) } : {});
  closers.push(receiver.close);
  const companyId = await fixture.newCompany();
  receiver.trust((await fixture.register(companyId, receiver.url)).secret);
  return { receiver, companyId };
}

/** What the service does when the claim of a process that died has ended. */
const endClaims = () =>
  sql`UPDATE delivery_claims SET expires_at = '2000-01-01'`.execute(fixture.database.db);

describe('kill -9 of the process that sends loses nothing (R45)', () => {
  /** Holds a table until released, so that the sender stands still at its next use. */
  async function holdTable(table: string): Promise<{ reached(): Promise<void>; release(): Promise<void> }> {
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = fixture.database.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE ${sql.table(table)} IN ACCESS EXCLUSIVE MODE`.execute(trx);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const countWaiting = async (): Promise<number> => {
      const found = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM ${sql.raw(LOCKS_HERE)}
        WHERE NOT granted AND relation = ${table}::regclass`.execute(fixture.database.db);
      return found.rows[0]?.count ?? 0;
    };
    return {
      reached: () => expect.poll(countWaiting).toBeGreaterThan(0),
      release: () => {
        release.resolve();
        return holding;
      },
    };
  }

  async function expectDelivered(receiver: WebhookReceiver, times: number): Promise<void> {
    expect(await fixture.listDeliveries()).toMatchObject([{ state: 'pending', attempts: 0 }]);
    await endClaims();
    await fixture.sendDue();
    expect(receiver.deliveries).toHaveLength(times);
    expect(new Set(receiver.deliveries.map(({ event }) => event?.id)).size).toBe(1);
    expect(await fixture.listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  }

  test('before it sends', async () => {
    const { receiver, companyId } = await receive();
    await fixture.record(companyId);
    const table = await holdTable('webhook_endpoints');
    const sender = startSender();
    await table.reached();
    await kill(sender).finally(table.release);
    await expectDelivered(receiver, 1);
  });

  test('after it sends and before the answer', async () => {
    const silence = new Promise<never>(() => undefined);
    const { receiver, companyId } = await receive((count) =>
      count === 1 ? silence : Promise.resolve({ status: 200 }),
    );
    await fixture.record(companyId);
    const sender = startSender();
    await receiver.next();
    await kill(sender);
    await expectDelivered(receiver, 2);
  });

  test('after the answer and before the commit', async () => {
    const isHeld = Promise.withResolvers<void>();
    const { receiver, companyId } = await receive(async () => {
      await isHeld.promise;
      return { status: 200 };
    });
    await fixture.record(companyId);
    const sender = startSender();
    await receiver.next();
    // Its first look reads attempts too, and is over by now.
    const table = await holdTable('delivery_attempts');
    isHeld.resolve();
    await table.reached();
    await kill(sender).finally(table.release);
    await expectDelivered(receiver, 2);
  });

  test('a hundred times at moments of chance, while events keep coming: each arrives, and twins share an id', async () => {
    const { db } = fixture.database;
    const { receiver, companyId } = await receive();
    for (let round = 0; round < 100; round += 1) {
      const sender = startSender();
      const { stdout } = sender;
      if (!stdout) throw new Error('the sender has an output');
      await once(stdout, 'data');
      const recording = Promise.all(Array.from({ length: 5 }, () => fixture.record(companyId)));
      for (let trips = randomInt(0, 60); trips > 0; trips -= 1) await sql`SELECT 1`.execute(db);
      await kill(sender);
      await recording;
      await endClaims();
    }
    await fixture.sendAll();
    const events = await fixture.database.db.selectFrom('events').select('event_id').execute();
    expect(events).toHaveLength(500);
    const arrived = new Set(receiver.deliveries.map(({ event }) => event?.id));
    expect([...arrived].sort()).toEqual(events.map(({ event_id }) => event_id).sort());
    const states = (await fixture.listDeliveries()).map(({ state }) => state);
    expect(states).toEqual(Array(500).fill('delivered'));
  }, 720_000);
});
