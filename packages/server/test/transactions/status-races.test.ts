import { randomInt } from 'node:crypto';
import { changeStatus } from '@titular/server/transactions/change/change-status.ts';
import type { TransactionEvent } from '@titular/server/transactions/transaction.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reply, type ServicePair, type Side, startServicePair } from './service-pair.ts';
import { checkTrail, expectedAfter } from './status-oracle.ts';

const ROUNDS = 200;
const PATIENCE_MS = 300_000;

const seed = randomInt(2 ** 31);
let pair: ServicePair;

beforeAll(async () => {
  console.info(`seed ${seed}`);
  pair = await startServicePair();
}, PATIENCE_MS);
afterAll(() => pair.close());

/** One that races: the merchant's cancel or a read after the end of its time at either process, or the person's event in this one, which with a detour over HTTP has as long a way as the others. */
type Racer =
  | { kind: 'cancel'; side: Side }
  | { kind: 'read'; side: Side }
  | { kind: 'event'; event: TransactionEvent; detour: boolean };

/** How a race went for one; `status` is what it was told. */
type Finish = { event: TransactionEvent; told: 'changed' | 'unmoved'; status: unknown };

const side = fc.constantFrom<Side>(0, 1);
const personal = fc.constantFrom<TransactionEvent>(
  'capture-finished',
  'attempts-exhausted',
  'share',
  'disown',
  'approve',
  'reject',
);
// Each race has the three that the graph lets lead to different ends; what comes on top is twice, late or early.
const races = fc
  .record({
    extra: fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('cancel' as const), side }),
        fc.record({ kind: fc.constant('read' as const), side }),
        fc.record({ kind: fc.constant('event' as const), event: personal, detour: fc.boolean() }),
      ),
      { maxLength: 5 },
    ),
    cancelAt: side,
    detour: fc.boolean(),
  })
  .chain(({ extra, cancelAt, detour }) => {
    const expireAt: Side = cancelAt === 0 ? 1 : 0;
    const racers: Racer[] = [
      { kind: 'cancel', side: cancelAt },
      { kind: 'read', side: expireAt },
      { kind: 'event', event: 'capture-finished', detour },
      ...extra,
    ];
    return fc.shuffledSubarray(racers, { minLength: racers.length, maxLength: racers.length });
  });

/** A transaction whose time has passed, so that any read ends it. */
async function newDue(): Promise<string> {
  const { body } = await pair.create(0, pair.newBody());
  const id = String(body['id']);
  await pair.database.db
    .updateTable('transactions')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('transaction_id', '=', asId(id))
    .execute();
  return id;
}

function ofCancel({ status, body }: Reply): Finish {
  expect([200, 400]).toContain(status);
  if (status === 400) expect(body['code']).toBe('40046');
  return { event: 'cancel', told: status === 200 ? 'changed' : 'unmoved', status: body['status'] };
}

async function run(racer: Racer, id: string): Promise<Finish> {
  if (racer.kind === 'cancel') return ofCancel(await pair.cancel(racer.side, id));
  if (racer.kind === 'read') {
    const { status, body } = await pair.read(racer.side, id);
    expect(status).toBe(200);
    return {
      event: 'expire',
      told: body['status'] === 'expired' ? 'changed' : 'unmoved',
      status: body['status'],
    };
  }
  const { event } = racer;
  if (racer.detour) await pair.list(0, 'no such order');
  const outcome = await pair.database.db
    .transaction()
    .execute((trx) => changeStatus(trx, pair.tenantId, asId(id), { event, actor: 'person', at: new Date() }));
  if (outcome.kind === 'unknown') throw new Error('the transaction is there');
  return { event, told: outcome.kind, status: outcome.status };
}

/** Lets all start at once, then gives each that was told of a change a step in the history, and the other way round. */
async function race(racers: readonly Racer[], wins: Record<string, number>): Promise<void> {
  const id = await newDue();
  const finishes = await Promise.all(racers.map((racer) => run(racer, id)));
  const { db } = pair.database;
  const { status, history } = await checkTrail(db, id);
  wins[status] = (wins[status] ?? 0) + 1;
  const passed = new Set<unknown>(history.map(({ to }) => to));
  for (const finish of finishes) {
    // A status once answered is one that the transaction went through, and a final one is where it stands.
    if (finish.status !== undefined) expect(passed).toContain(finish.status);
    if (finish.event === 'cancel') expect(finish.told === 'changed').toBe(status === 'canceled');
    // A read ends what is due, so it never tells a status that waits.
    if (finish.event === 'expire') expect(['waiting', 'shared']).not.toContain(finish.status);
  }
  for (const { event } of history.slice(1)) {
    expect(finishes.some((finish) => finish.event === event && finish.told === 'changed')).toBe(true);
  }
  const moved = finishes.filter(
    ({ event, told }) => told === 'changed' && !['cancel', 'expire'].includes(event),
  );
  const personalSteps = history.filter(({ event }) => !['create', 'cancel', 'expire'].includes(event));
  expect(moved.map(({ event }) => event).sort()).toEqual(personalSteps.map(({ event }) => event).sort());
  // Whatever comes after the race moves it along the graph or not at all.
  const late = await Promise.all([
    run({ kind: 'cancel', side: 0 }, id),
    run({ kind: 'cancel', side: 1 }, id),
  ]);
  const expected = expectedAfter(status, 'cancel') ?? status;
  expect((await checkTrail(db, id)).status).toBe(expected);
  for (const { told } of late) expect(told === 'changed').toBe(expected === 'canceled');
}

test(
  `keeps ${ROUNDS} races of cancel, end of time and capture over three processes on the written graph, and tells each what became of it (R75)`,
  async () => {
    const wins: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(races, (racers) => race(racers, wins)),
      { seed, numRuns: ROUNDS },
    );
    console.info(wins);
    // Each of the three won at least once, or it was no race.
    const { canceled = 0, expired = 0, ...others } = wins;
    const captured = Object.values(others).reduce((sum, count) => sum + count, 0);
    for (const count of [canceled, expired, captured]) expect(count).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
