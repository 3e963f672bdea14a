import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reply, type ServicePair, type Side, startServicePair } from './service-pair.ts';
import { checkTrail } from './status-oracle.ts';

const ROUNDS = 500;
const LANES = 4;
const READS_MEANWHILE = 4;
const PATIENCE_MS = 300_000;

let pair: ServicePair;

beforeAll(async () => {
  pair = await startServicePair();
}, PATIENCE_MS);
afterAll(() => pair.close());

const other = (side: Side): Side => (side === 0 ? 1 : 0);
const statusOf = ({ status, body }: Reply): unknown => (status === 200 ? body['status'] : status);

/** What one process tells by each of the three ways to read. */
async function tellsAll(side: Side, id: string, orderNumber: string): Promise<unknown[]> {
  const [read, history, list] = await Promise.all([
    pair.read(side, id),
    pair.history(side, id),
    pair.list(side, orderNumber),
  ]);
  const [listed] = list.body['transactions'] as { id: string; status: string }[];
  expect(listed?.id).toBe(id);
  return [statusOf(read), statusOf(history), listed?.status];
}

/** Reads at both sides in turn, one after the other, and gives what they told in that order. */
async function readInTurn(first: Side, id: string): Promise<unknown[]> {
  const told: unknown[] = [];
  let side = first;
  for (let count = 0; count < READS_MEANWHILE; count += 1) {
    told.push(statusOf(await pair.read(side, id)));
    side = other(side);
  }
  return told;
}

/** Creates at one process and cancels at the other; whatever is asked after an answer shows what the answer said. */
async function round(side: Side): Promise<void> {
  const body = pair.newBody();
  const orderNumber = String(body['orderNumber']);
  const created = await pair.create(side, body);
  expect(created.status).toBe(200);
  const id = String(created.body['id']);
  expect(await tellsAll(other(side), id, orderNumber)).toEqual(['waiting', 'waiting', 'waiting']);
  const reading = readInTurn(side, id);
  const canceled = await pair.cancel(other(side), id);
  expect(statusOf(canceled)).toBe('canceled');
  expect(await tellsAll(side, id, orderNumber)).toEqual(['canceled', 'canceled', 'canceled']);
  const told = await reading;
  const changed = told.indexOf('canceled');
  const expected = told.map((_, index) => (changed >= 0 && index >= changed ? 'canceled' : 'waiting'));
  expect(told).toEqual(expected);
  expect((await checkTrail(pair.database.db, id)).status).toBe('canceled');
}

test(
  `readTransaction 200: neither process ever tells an older status than one that was answered at the other, in ${ROUNDS} rounds in turn (R77)`,
  async () => {
    const lane = async (first: number): Promise<void> => {
      for (let index = first; index < ROUNDS; index += LANES)
        await round((Math.floor(index / LANES) % 2) as Side);
    };
    await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));
  },
  PATIENCE_MS,
);
