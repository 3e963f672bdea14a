import { randomInt } from 'node:crypto';
import { setImmediate as untilNextPhase } from 'node:timers/promises';
import fc from 'fast-check';
import type { Turn } from './memory/memory-database.ts';

/** The order in which the parts of one run go on, in the hand of the seed. */
export type Order = {
  turn: Turn;
  /** Lets one part after another go on, until none waits for its turn. */
  settle(): Promise<void>;
  /** From here on everybody goes on at once. */
  free(): void;
  /** A number for the order that was taken. */
  trace(): number;
};

const TRACE_MODULUS = 2 ** 45 - 55;
const TRACE_FACTOR = 131;

/** Opens the order of a run on a scheduler of fast-check. */
function openOrder(scheduler: fc.Scheduler): Order {
  let isFree = false;
  let trace = 7;
  const note = (label: string): void => {
    for (let place = 0; place < label.length; place += 1)
      trace = (trace * TRACE_FACTOR + label.charCodeAt(place)) % TRACE_MODULUS;
  };
  return {
    async turn(label) {
      if (isFree) return;
      await scheduler.schedule(Promise.resolve(), label);
      note(label);
    },
    async settle() {
      for (;;) {
        // Whoever went on last has come to its next turn, so that it may be drawn twice in a row.
        await untilNextPhase();
        if (scheduler.count() === 0) return;
        await scheduler.waitOne();
      }
    },
    free: () => {
      isFree = true;
    },
    trace: () => trace,
  };
}

/** What a simulation did: how many orders, how many of them unlike each other, and from which seed. */
export type Simulated = { runs: number; unlike: number; seed: number; seconds: number };

/** Rounds of a tenth of the orders that follow where too many of the first were alike. */
const MAX_MORE = 10;

/** Runs a simulation in so many orders, and in some more until so many were unlike each other; tells of each seed before. With `TITULAR_SIMULATION_SEED`, from that seed. */
export async function simulate<Plan>(
  name: string,
  plans: fc.Arbitrary<Plan>,
  run: (plan: Plan, order: Order) => Promise<void>,
  runs: number,
  leastUnlike = 0,
): Promise<Simulated> {
  // biome-ignore lint/style/noProcessEnv: whoever runs a failed seed again names it, and no file of settings does
  const seed = Number(process.env['TITULAR_SIMULATION_SEED'] ?? randomInt(2 ** 31));
  const traces = new Set<number>();
  const sinceMs = performance.now();
  let count = 0;
  const property = fc.asyncProperty(plans, fc.scheduler(), async (plan, scheduler) => {
    const order = openOrder(scheduler);
    await run(plan, order);
    count += 1;
    traces.add(order.trace());
  });
  for (let more = 0; more === 0 || (traces.size < leastUnlike && more <= MAX_MORE); more += 1) {
    console.info(`${name}: seed ${seed + more}`);
    await fc.assert(property, { seed: seed + more, numRuns: more === 0 ? runs : Math.ceil(runs / MAX_MORE) });
  }
  const seconds = (performance.now() - sinceMs) / 1_000;
  console.info(
    `${name}: ${count} interleavings, ${traces.size} unlike each other, in ${seconds.toFixed(1)} s`,
  );
  return { runs: count, unlike: traces.size, seed, seconds };
}
