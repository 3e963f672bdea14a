import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fixture, openFixture } from './webhook-fixture.ts';

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture();
  const { db } = fixture.database;
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the database system is starting up' USING ERRCODE = '57P03'; END $$`.execute(db);
});
afterEach(async () => {
  await fixture.close();
});

const refuse = () =>
  sql`CREATE TRIGGER refuse BEFORE INSERT ON delivery_attempts FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(
    fixture.database.db,
  );
const heal = () => sql`DROP TRIGGER refuse ON delivery_attempts`.execute(fixture.database.db);

/** A delivery that was sent while the database took no outcomes. */
async function sendRefused() {
  const receiver = await fixture.receive();
  const companyId = await fixture.newCompany();
  const { secret } = await fixture.register(companyId, receiver.url);
  receiver.trust(secret);
  await fixture.record(companyId);
  await refuse();
  await fixture.sendDue();
  expect(receiver.deliveries).toHaveLength(1);
  expect(await fixture.listDeliveries()).toMatchObject([{ state: 'pending', attempts: 0 }]);
  return receiver;
}

test('an outcome that the database refused is kept as soon as it takes outcomes again, and nothing is told twice (R80)', async () => {
  const receiver = await sendRefused();
  await heal();
  await fixture.sendDue();
  expect(receiver.deliveries).toHaveLength(1);
  expect(await fixture.listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});

test('a process that never sweeps keeps what was refused as soon as the database answers it, and nothing is told twice (R80)', async () => {
  const receiver = await sendRefused();
  await heal();
  const other = fixture.newDispatcher();
  await other.sweep();
  fixture.dispatcher.retry();
  await fixture.dispatcher.idle();
  fixture.clock.advanceSeconds(46);
  await other.sweep();
  await other.idle();
  await other.stop();
  expect(receiver.deliveries).toHaveLength(1);
  expect(await fixture.listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});

test('a database that is away while deliveries are prepared costs them no attempt, and they go out once it answers (R80)', async () => {
  const receiver = await fixture.receive();
  const companyId = await fixture.newCompany();
  receiver.trust((await fixture.register(companyId, receiver.url)).secret);
  let outages = 5;
  const dispatcher = fixture.newDispatcher({
    sandbox: {
      async beforeSign(_claimed, secrets) {
        outages -= 1;
        if (outages >= 0) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
        return secrets;
      },
    },
  });
  await fixture.record(companyId);
  await dispatcher.sweep();
  await dispatcher.idle();
  for (let answered = 0; answered < 5; answered += 1) {
    expect(receiver.deliveries).toHaveLength(0);
    expect(await fixture.listDeliveries()).toMatchObject([{ state: 'pending', attempts: 0 }]);
    dispatcher.retry();
    await dispatcher.idle();
  }
  expect(receiver.deliveries).toHaveLength(1);
  expect(await fixture.listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  await dispatcher.stop();
});

test('an attempt that could not be prepared by a fault of ours, while the database took no outcomes, is made after its pause, and not once its claim has ended (R80)', async () => {
  const receiver = await fixture.receive();
  const companyId = await fixture.newCompany();
  const { secret } = await fixture.register(companyId, receiver.url);
  receiver.trust(secret);
  let isAway = true;
  const dispatcher = fixture.newDispatcher({
    sandbox: {
      async beforeSign(_claimed, secrets) {
        if (isAway) throw new Error('the secret cannot be opened');
        return secrets;
      },
    },
  });
  const sendDue = async (): Promise<void> => {
    await dispatcher.sweep();
    await dispatcher.idle();
  };
  await fixture.record(companyId);
  await refuse();
  await sendDue();
  isAway = false;
  await heal();
  await sendDue();
  expect(receiver.deliveries).toHaveLength(0);
  fixture.clock.advanceSeconds(5);
  await sendDue();
  expect(receiver.deliveries).toHaveLength(1);
  await dispatcher.stop();
});

test('an outcome that is refused until its claim has ended is forgotten, and the delivery is made again (R80)', async () => {
  const receiver = await sendRefused();
  fixture.clock.advanceSeconds(46);
  await heal();
  await fixture.sendDue();
  expect(receiver.deliveries).toHaveLength(2);
  expect(await fixture.listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});

test('a process that stops keeps what was refused, if it can by then', async () => {
  const receiver = await sendRefused();
  await heal();
  await fixture.dispatcher.stop();
  expect(receiver.deliveries).toHaveLength(1);
  expect(await fixture.listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});
