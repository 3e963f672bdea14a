import type { Clock } from '@titular/server/kernel/base/clock.ts';
import { listNodes } from '@titular/server/nodes/node-store.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCamera, perform } from '../captures/phone.ts';
import { checked, type Merchant, newMerchant } from '../transactions/api.ts';

/** The clock of a machine that is so many seconds ahead. */
const skewedBy = (seconds: number): Clock => ({ now: () => new Date(Date.now() + seconds * 1_000) });

const SKEWS = [1.5, -1.5] as const;
let nodes: readonly [TestService, TestService];
let merchant: Merchant;

beforeAll(async () => {
  const one = await startTestService({ machineClock: skewedBy(SKEWS[0]) });
  const other = await startTestService({ machineClock: skewedBy(SKEWS[1]), sharedWith: one });
  nodes = [one, other];
  merchant = await newMerchant(one);
});
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close();
});

/** Both nodes behind an address that leads to one and to the other in turn. */
function inTurn([one, other]: typeof nodes): TestService {
  let calls = 0;
  return {
    ...one,
    get url() {
      calls += 1;
      return calls % 2 === 0 ? one.url : other.url;
    },
  };
}

test('frames that reach two nodes in turn, whose clocks are 3 seconds apart, leave no sign and are approved (F9, S2)', async () => {
  const { phone, attempt, id } = await openCamera(inTurn(nodes), merchant);
  expect(await perform(phone, attempt, 'a')).toMatchObject({ outcome: 'completed' });
  await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
  const { db } = nodes[0].service.database;
  const signs = await db.selectFrom('capture_signs').selectAll().where('subject_id', '=', asId(id)).execute();
  expect(signs).toEqual([]);
});

test('each node tells how far its clock is off, and an operator is warned of it (F9, S2)', async () => {
  const rows = await listNodes(nodes[0].service.database.db);
  expect(rows.map(({ skewSeconds }) => skewSeconds.toFixed(1)).sort()).toEqual(['-1.5', '1.5']);
  for (const { url } of nodes) {
    const { body } = await checked('readReadiness', await fetch(`${url}/readyz`));
    expect(body).toEqual({ status: 'ready', warnings: ['clock_drifting'] });
  }
});

test('readReadiness 500: a node whose clock is more than 2 seconds off wants no requests, and is ready again when it is set (F9, S2, S15)', async () => {
  let seconds = 0;
  const machineClock = { now: () => new Date(Date.now() + seconds * 1_000) };
  const node = await startTestService({ machineClock, sharedWith: nodes[0] });
  const readiness = async () => checked('readReadiness', await fetch(`${node.url}/readyz`));
  try {
    expect((await readiness()).body).toEqual({ status: 'ready' });
    for (const off of [2.5, -2.5]) {
      seconds = off;
      expect((await readiness()).body).toMatchObject({ code: '50001', causes: ['clock_skewed'] });
    }
    seconds = 0;
    expect((await readiness()).status).toBe(200);
  } finally {
    await node.close();
  }
});
