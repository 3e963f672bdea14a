import { type CompanyId, type EndpointId, newId } from '@titular/server/kernel/base/id.ts';
import { reopenFailed } from '@titular/server/webhooks/deliveries/delivery-store.ts';
import { enableEndpoint, lockEndpoint } from '@titular/server/webhooks/endpoints/endpoint-change-store.ts';
import { recordEvent } from '@titular/server/webhooks/events/record-event.ts';
import { recordEndings } from '@titular/server/webhooks/events/record-events.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fixture, openFixture } from './webhook-fixture.ts';

let fixture: Fixture;
let companyId: CompanyId;
let endpointId: EndpointId;

beforeEach(async () => {
  fixture = await openFixture();
  companyId = await fixture.newCompany();
  ({ endpointId } = await fixture.register(companyId, 'https://receiver.example/'));
  await fixture.database.db
    .updateTable('webhook_endpoints')
    .set({ enabled: false, disabled_reason: 'asked' })
    .execute();
});
afterEach(() => fixture.close());

type Trx = Parameters<typeof recordEvent>[0];

const subject = () => ({ type: 'process.finished', processId: newId() }) as const;
const WAYS: Readonly<Record<string, (trx: Trx) => Promise<void>>> = {
  'one by one': (trx) =>
    recordEvent(trx, { tenantId: fixture.tenantId, companyId, subject: subject(), at: fixture.clock.now() }),
  'in a batch': (trx) => {
    const at = fixture.clock.now();
    return recordEndings(trx, [{ tenantId: fixture.tenantId, companyId, subject: subject(), at }], at);
  },
};

/** Switches the endpoint on, in a commit that waits for `before` once it holds the row. */
const switchOn = (before: Promise<unknown> = Promise.resolve(), onHeld: () => void = () => undefined) =>
  fixture.database.db.transaction().execute(async (trx) => {
    await lockEndpoint(trx, fixture.tenantId, endpointId);
    await enableEndpoint(trx, fixture.tenantId, endpointId);
    onHeld();
    await before;
  });

const isWaiting = (db: Trx) =>
  eventually(async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
    expect(rows).toHaveLength(1);
  });

test.each(Object.keys(WAYS))(
  'whoever switches an endpoint on has each event from before as failed then, also of a commit under way: recorded %s (R45)',
  async (way) => {
    const [recorded, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { db } = fixture.database;
    const recording = db.transaction().execute(async (trx) => {
      await WAYS[way]?.(trx);
      recorded.resolve();
      await release.promise;
    });
    await recorded.promise;
    let isOn = false;
    const switching = switchOn().then(() => {
      isOn = true;
    });
    await isWaiting(db);
    expect(isOn).toBe(false);
    release.resolve();
    await Promise.all([recording, switching]);
    const since = new Date(fixture.clock.now().getTime() - 60_000);
    fixture.clock.advanceSeconds(1);
    const failed = { endpointId, since, limit: 10 };
    expect(await reopenFailed(db, fixture.tenantId, failed, fixture.clock.now())).toBe(1);
  },
);

test.each(Object.keys(WAYS))(
  'an event that meets a switch-on under way is on its way to the endpoint: recorded %s (R45)',
  async (way) => {
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { db } = fixture.database;
    const switching = switchOn(release.promise, held.resolve);
    await held.promise;
    const recording = db.transaction().execute(async (trx) => WAYS[way]?.(trx));
    await isWaiting(db);
    release.resolve();
    await Promise.all([recording, switching]);
    expect(await fixture.listDeliveries()).toMatchObject([{ state: 'pending', attempts: 0 }]);
  },
);

test('whoever switches an endpoint on has what waited for it as failed then, also what a look under way ends (R45)', async () => {
  const { db } = fixture.database;
  await switchOn();
  await fixture.record(companyId);
  await db.updateTable('webhook_endpoints').set({ enabled: false, disabled_reason: 'asked' }).execute();
  const [looked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const looking = db.transaction().execute(async (trx) => {
    await fixture.dispatcher.look(trx);
    looked.resolve();
    await release.promise;
  });
  await looked.promise;
  const switching = switchOn();
  try {
    await isWaiting(db);
  } finally {
    release.resolve();
  }
  await Promise.all([looking, switching]);
  const since = new Date(fixture.clock.now().getTime() - 60_000);
  fixture.clock.advanceSeconds(1);
  const failed = { endpointId, since, limit: 10 };
  expect(await reopenFailed(db, fixture.tenantId, failed, fixture.clock.now())).toBe(1);
});
