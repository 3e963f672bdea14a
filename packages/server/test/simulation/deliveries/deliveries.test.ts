import { beforeAll, expect, test } from 'vitest';
import { type Order, simulate } from '../interleave.ts';
import { type KnownStatements, knowStatements } from '../memory/memory-database.ts';
import { type Mutation, mutate } from '../memory/mutate.ts';
import { type ClaimRow, type DeliveryRow, QUEUE_STATEMENTS } from '../memory/queue-statements.ts';
import { SET_BACK_STATEMENTS } from '../memory/set-back-statements.ts';
import { EVENT_STATEMENTS } from '../memory/webhook-statements.ts';
import { ORDERS } from '../orders.ts';
import { findBadEnd, findBadStart, findIdleClaims } from './delivery-checks.ts';
import { deliveryPlans } from './delivery-plans.ts';
import { type DeliveryPlan, openDeliveryWorld } from './delivery-world.ts';

const { runs: RUNS, unlike: LEAST } = ORDERS.deliveries;
/** Orders within which a wrong rule has to be found. */
const MUTATED_RUNS = 8_000;
const STATEMENTS = { ...QUEUE_STATEMENTS, ...SET_BACK_STATEMENTS, ...EVENT_STATEMENTS };

let known: KnownStatements;
beforeAll(async () => {
  known = await knowStatements(STATEMENTS);
});

async function run(statements: KnownStatements, plan: DeliveryPlan, order: Order): Promise<void> {
  const world = openDeliveryWorld(statements, plan, order.turn);
  const bad: string[] = [];
  world.watch = (send) => void bad.push(...findBadStart(world, plan, send));
  const acting = async (): Promise<void> => {
    for (const act of plan.acts) {
      await order.turn(act.kind);
      world.act(act);
    }
  };
  void acting();
  await order.settle();
  order.free();
  await world.rest();
  bad.push(...findIdleClaims(world));
  await world.drain();
  expect([...bad, ...findBadEnd(world, plan)]).toEqual([]);
}

test(`in ${RUNS} orders of two processes that send, die, stop and fail, and whose clocks are apart by seconds, each event reaches each endpoint or is given up as its schedule says, with one id and the same bytes, and none is sent by two within a lease (I1, I3, I5)`, async () => {
  const { unlike } = await simulate(
    'deliveries',
    deliveryPlans,
    (plan, order) => run(known, plan, order),
    RUNS,
    LEAST,
  );
  expect(unlike).toBeGreaterThanOrEqual(LEAST);
});

const MUTATIONS: readonly Mutation[] = [
  {
    what: 'a claim of another process is not heeded',
    found: /made twice within a lease|at once where/,
    of: 'claimDeliveries',
    wrong: (right) => (view, parameters) => {
      for (const { tenant_id, delivery_id } of view.list<ClaimRow>('delivery_claims'))
        if (!view.isHeldElsewhere('delivery_claims', `${tenant_id}/${delivery_id}`))
          view.remove('delivery_claims', `${tenant_id}/${delivery_id}`);
      return right(view, parameters);
    },
  },
  {
    what: 'a failure is due again at once',
    found: /s after a failure/,
    of: 'recordOutcomes',
    wrong:
      (right) =>
      (view, [rows, process]) => {
        const outcomes = (JSON.parse(String(rows)) as Record<string, unknown>[]).map((outcome) =>
          outcome['state'] === 'pending' ? { ...outcome, next_attempt_at: outcome['started_at'] } : outcome,
        );
        return right(view, [JSON.stringify(outcomes), process]);
      },
  },
  {
    what: 'whatever was answered counts as delivered',
    found: /delivered by an attempt|never taken/,
    of: 'recordOutcomes',
    wrong:
      (right) =>
      (view, [rows, process]) => {
        const outcomes = (JSON.parse(String(rows)) as object[]).map((outcome) => ({
          ...{ ...outcome, state: 'delivered', next_attempt_at: null },
        }));
        return right(view, [JSON.stringify(outcomes), process]);
      },
  },
  {
    what: 'whoever comes late after its lease has its outcome counted beside that of who came next',
    found:
      /attempts are counted|begins -?[\d.]+ s after|delivered by an attempt|attempts where|still waits|nothing was prepared/,
    of: 'recordOutcomes',
    wrong:
      (right) =>
      (view, [rows, process]) => {
        const outcomes = (JSON.parse(String(rows)) as Record<string, unknown>[]).map((outcome) => {
          const key = `${outcome['tenant_id']}/${outcome['delivery_id']}`;
          const row = view.lock<DeliveryRow>('deliveries', key);
          if (row) view.put('deliveries', key, { ...row, state: 'pending' });
          return { ...outcome, number: Number(row?.attempts ?? 0) + 1 };
        });
        return right(view, [JSON.stringify(outcomes), process]);
      },
  },
  {
    what: 'one endpoint of an event is left out',
    found: /an event has \d deliveries/,
    of: 'insertDeliveries',
    wrong:
      (right) =>
      (view, [tenant, event, at, deliveryIds, endpointIds, channel]) =>
        right(view, [
          tenant,
          event,
          at,
          (deliveryIds as unknown[]).slice(1),
          (endpointIds as unknown[]).slice(1),
          channel,
        ]),
  },
  {
    what: 'what was claimed by a commit without an answer is left',
    found: /does nothing for it/,
    of: 'releaseUnknownClaims',
    wrong: () => () => [],
  },
  {
    what: 'a claim never ends',
    found: /still waits/,
    of: 'claimDeliveries',
    wrong: (right) => (view, parameters) =>
      right(
        view,
        parameters.map((value, place) =>
          place === 4 ? (value as string[]).map(() => '2200-01-01T00:00:00Z') : value,
        ),
      ),
  },
];

test.each(MUTATIONS)('finds within the orders of a run that $what', async (mutation) => {
  const wrong = await mutate(STATEMENTS, mutation);
  const found = simulate(
    mutation.what,
    deliveryPlans,
    (plan, order) => run(wrong, plan, order),
    MUTATED_RUNS,
  );
  await expect(found).rejects.toMatchObject({
    cause: expect.objectContaining({ message: expect.anything() }),
  });
  const { cause } = (await found.catch((error: unknown) => error)) as { cause: { actual: string[] } };
  expect(cause.actual.join('\n')).toMatch(mutation.found);
});
