import { API_CALL_DAYS } from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';
import { newId, type TenantId, type TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { type CallRow, insertCalls } from '../../request-log/index.ts';
import { between, choose, createDraw, type Draw } from './draws.ts';
import type { Fill } from './fill-store.ts';
import type { Plan } from './plan.ts';

const BASE = '/api/public/v1/walletid';
/** An address of the documentation (RFC 5737). */
const SOURCE = '203.0.113.24';
/** The name of the shops' account; it exists in the log alone. */
const ACCOUNT = 'sandbox-shops';
const DAY_SECONDS = 86_400;
/** A busy hour sends some reads twice as fast as its limit allows. */
const REFUSED_READS = 0.04;
const TWICE_CREATED = 0.03;

type Called = Pick<CallRow, 'at' | 'operation' | 'method' | 'path' | 'status' | 'code'>;

const read = (id: string, at: Date): Called => ({
  ...{ at, operation: 'readTransaction', method: 'GET', path: `${BASE}/transactions/${id}` },
  ...{ status: 200, code: undefined },
});

function callsOf(id: string, { at, openedAt, course }: Plan, draw: Draw): Called[] {
  const create: Called = {
    ...{ at, operation: 'createTransaction', method: 'POST', path: `${BASE}/transaction` },
    ...{ status: 200, code: undefined },
  };
  const calls = [create];
  if (draw() < TWICE_CREATED) calls.push({ ...create, at: addSeconds(at, 2), status: 400, code: '40027' });
  const reads = between(draw, 0, 3);
  for (let place = 0; place < reads; place += 1) {
    const one = read(id, addSeconds(openedAt, between(draw, 5, 120)));
    calls.push(draw() < REFUSED_READS ? { ...one, status: 429, code: '42901' } : one);
  }
  const [first] = course.steps;
  if (first?.event === 'cancel')
    calls.push({
      ...{ at: addSeconds(openedAt, first.afterSeconds), operation: 'cancelTransaction', method: 'POST' },
      ...{ path: `${BASE}/transactions/${id}/cancel`, status: 200, code: undefined },
    });
  return calls;
}

/** Writes the calls that a shop would have made about a transaction, as far back as calls are kept. Each names it, and goes with it. */
export async function makeCalls(
  trx: Db,
  { tenantId, transactionId, plan }: { tenantId: TenantId; transactionId: TransactionId; plan: Plan },
  { begunAt, seed }: Fill,
): Promise<void> {
  if (plan.at < addSeconds(begunAt, (1 - API_CALL_DAYS) * DAY_SECONDS)) return;
  const draw = createDraw(`${seed} ${plan.request.orderNumber} calls`);
  const weights = [
    [between(draw, 12, 60), 90],
    [between(draw, 60, 400), 10],
  ] as const;
  const rows = callsOf(transactionId, plan, draw)
    .filter(({ at }) => at < begunAt)
    .map((called) => ({
      ...called,
      ...{ tenantId, transactionId, account: ACCOUNT, sourceAddress: SOURCE, repeated: 0 },
      ...{ requestId: newId(called.at.getTime()), durationMs: choose(draw, weights) },
      ...{ processId: undefined, orderHash: undefined, request: undefined },
    }));
  await insertCalls(trx, rows);
}
