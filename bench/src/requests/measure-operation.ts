import type { Child } from '../harness/child.ts';
import type { Harness } from '../harness/harness.ts';
import { inTurn, medianTurn } from '../harness/in-turn.ts';
import { type Costly, type Loaded, measureCostly } from '../harness/measure-cost.ts';
import { measureHttp } from '../harness/measure-http.ts';
import { measureLanes } from '../harness/measure-sql.ts';
import type { LoadPlan, LoadResult, Message } from '../harness/send-load.ts';

/** One operation over HTTP, and its baselines: a minimal service, the statement as `pg` sends it by default, the same prepared, and a bare Fastify; half of its rate, sent steadily; and half of the minimal service's rate, sent to both. */
export type Operation = {
  http: Costly;
  minimal: Costly;
  sql: number;
  prepared: number;
  bare: Costly;
  half: LoadResult;
  minimalHalf: LoadResult;
  atMinimalHalf: LoadResult;
};

/** A server under a load, and the same requests as they are sent at a steady rate. */
export type Served = Loaded & { messages: Message[] };

/** What one operation is measured by. */
export type Subjects = {
  own: Served;
  minimal: Served;
  bare: Loaded;
  /** The statement alone, through `pg` as it comes and prepared. */
  plain: () => Promise<unknown>;
  prepared: () => Promise<unknown>;
  /** The child that sends at a steady rate. */
  sender: Child;
};

const STEADY_CONNECTIONS = 64;
/** Told apart from the rest: sender, connections and those to the database are new or cold. */
const LEAD_SECONDS = 1;

/** Sends half of what a server can take, each request when it is due; times count from then. */
const sendHalf = (
  sender: Child,
  { load, messages }: Served,
  perSecond: number,
  seconds: number,
): Promise<LoadResult> =>
  sender.ask<LoadResult>({
    ...{ port: Number(new URL(load.url).port), messages },
    ...{ leadSeconds: LEAD_SECONDS, seconds: LEAD_SECONDS + seconds },
    ...{ connections: STEADY_CONNECTIONS, ratePerSecond: perSecond / 2 },
  } satisfies LoadPlan);

/** Measures an operation between its baselines. */
export async function measureOperation(
  harness: Harness,
  { own, minimal, bare, plain, prepared, sender }: Subjects,
  seconds: number,
): Promise<Operation> {
  for (const { load } of [own, minimal]) await measureHttp(load, 2);
  const sql = await measureLanes(plain, seconds);
  const preparedRate = await measureLanes(prepared, seconds);
  const turns = await inTurn({
    own: () => measureCostly(harness, own, seconds),
    minimal: () => measureCostly(harness, minimal, seconds),
  });
  const [http, minimalHttp] = [medianTurn(turns.own), medianTurn(turns.minimal)];
  return {
    ...{ http, minimal: minimalHttp, sql, prepared: preparedRate },
    bare: await measureCostly(harness, bare, seconds),
    half: await sendHalf(sender, own, http.perSecond, seconds),
    minimalHalf: await sendHalf(sender, minimal, minimalHttp.perSecond, seconds),
    atMinimalHalf: await sendHalf(sender, own, minimalHttp.perSecond, seconds),
  };
}
