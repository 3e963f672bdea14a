import { randomUUID } from 'node:crypto';
import { insertMove, updatePhase } from '@titular/server/cells/move-store.ts';
import { raiseFences } from '@titular/server/cells/replication/fences.ts';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fixture, openFixture } from './webhook-fixture.ts';

const HOUR_SECONDS = 3_600;

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture.close();
});

/** As a command leaves a tenant that was killed in the middle of its switch. */
async function freezeTenant(tenantId: TenantId): Promise<void> {
  const { db } = fixture.database;
  const move = { moveId: randomUUID(), phase: 'frozen', peer: 'elsewhere' } as const;
  await insertMove(db, { tenantId, side: 'source', ...move });
  await raiseFences({ db }, tenantId);
}

/** A company of the fixture's tenant with a delivery waiting. */
async function queueOne() {
  const companyId = await fixture.newCompany();
  const { endpointId } = await fixture.register(companyId, (await fixture.receive()).url);
  await fixture.record(companyId);
  return endpointId;
}

/** A neighbour, and how many deliveries it has received after a sweep. */
async function openNeighbour() {
  const receiver = await fixture.receive();
  const neighbour = await fixture.newTenant();
  receiver.trust((await neighbour.register(receiver.url)).secret);
  return {
    receive: async () => {
      await neighbour.record();
      await fixture.sendDue();
      return receiver.deliveries.length;
    },
  };
}

const statesOf = async (): Promise<string[]> => {
  const rows = await fixture.database.db
    .selectFrom('deliveries')
    .select('state')
    .where('tenant_id', '=', fixture.tenantId)
    .execute();
  return rows.map(({ state }) => state);
};

test('what waits for an endpoint that is off, of a tenant frozen for its move, keeps no other tenant from being sent (S55, S59)', async () => {
  const neighbour = await openNeighbour();
  const endpointId = await queueOne();
  await fixture.database.db
    .updateTable('webhook_endpoints')
    .set({ enabled: false })
    .where('endpoint_id', '=', endpointId)
    .execute();
  await freezeTenant(fixture.tenantId);
  expect(await neighbour.receive()).toBe(1);
  expect(await statesOf()).toEqual(['pending']);
  const row = { tenantId: fixture.tenantId, side: 'source' } as const;
  await updatePhase(fixture.database.db, row, ['frozen'], 'aborting');
  expect(await neighbour.receive()).toBe(2);
  expect(await statesOf()).toEqual(['failed']);
});

test('nor does what such a tenant recorded under a clock that has been set back since (R84, S59)', async () => {
  const neighbour = await openNeighbour();
  await fixture.sendDue();
  fixture.clock.advanceSeconds(HOUR_SECONDS);
  await fixture.sendDue();
  await queueOne();
  await freezeTenant(fixture.tenantId);
  fixture.clock.advanceSeconds(-HOUR_SECONDS);
  expect(await neighbour.receive()).toBe(1);
  expect(await statesOf()).toEqual(['pending']);
});
