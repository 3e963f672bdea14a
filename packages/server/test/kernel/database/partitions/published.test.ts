import { randomUUID } from 'node:crypto';
import { asId } from '@titular/test-kit';
import { describe, expect, test } from 'vitest';
import { asSuperuserIn } from '../../../audit/audit-fixture.ts';
import { openAttempts, weekOf } from './attempt-fixture.ts';
import { callAt, dayOf, inDays, insert, midnight, openPartitions } from './partition-fixture.ts';

const STAYS = 'no partition is dropped while a publication has the table: due rows are deleted one by one';

type Published = { connectionString: string };

const publish = ({ connectionString }: Published, publishes: string) =>
  asSuperuserIn(connectionString, (client) => client.query(`CREATE PUBLICATION copies ${publishes}`));

const stop = ({ connectionString }: Published) =>
  asSuperuserIn(connectionString, (client) => client.query('DROP PUBLICATION copies'));

/** Each row with where and in which version it stands: one that was moved or written again has another place. */
const PLACES = 'SELECT tableoid::regclass::text AS partition, ctid::text, xmin::text FROM ';

describe('while a publication has the table, subscribers are told of each change of rows (S29, S63):', () => {
  test.each([
    ['all tables', 'FOR ALL TABLES WITH (publish_via_partition_root = true)'],
    ['the table, as a move does', 'FOR TABLE api_calls WITH (publish_via_partition_root = true)'],
    ['the schema', 'FOR TABLES IN SCHEMA public'],
  ])(
    'a due day of calls keeps its partition, held rows stay untouched, others are deleted, with %s published',
    async (_what, publishes) => {
      const start = midnight(new Date());
      const fixture = await openPartitions(start);
      await fixture.keep();
      const held = randomUUID();
      await fixture.hold(held);
      const day = inDays(start, 1.2);
      await insert(fixture, callAt(day, { transactionId: asId(held) }), callAt(day), callAt(day));
      const places = `${PLACES} api_calls WHERE transaction_id = '${held}'`;
      const before = (await fixture.pool.query(places)).rows;
      expect(before).toMatchObject([{ partition: dayOf(day) }]);
      await publish(fixture, publishes);
      fixture.clock.advanceSeconds(17 * 86_400);
      await fixture.keep();
      expect(await fixture.rows()).toHaveLength(1);
      expect((await fixture.pool.query(places)).rows).toEqual(before);
      expect(fixture.logged).toContainEqual(
        expect.objectContaining({ msg: STAYS, table: 'api_calls', publications: ['copies'] }),
      );
      // Retention catches up by partition once nobody copies any more.
      await stop(fixture);
      await fixture.keep();
      expect(await fixture.names()).not.toContain(dayOf(day));
      expect(await fixture.rows()).toMatchObject([{ partition: 'api_calls_default' }]);
    },
  );

  test('a publication of another table holds nothing up', async () => {
    const start = midnight(new Date());
    const fixture = await openPartitions(start);
    await fixture.keep();
    await publish(fixture, 'FOR TABLE tenants');
    fixture.clock.advanceSeconds(17 * 86_400);
    await fixture.keep();
    expect(await fixture.names()).not.toContain(dayOf(start));
    expect(fixture.logged.filter(({ msg }) => msg === STAYS)).toEqual([]);
  });

  test('rows that came without a partition stay where they are, and days to come get theirs', async () => {
    const start = midnight(new Date());
    const fixture = await openPartitions(start);
    await insert(fixture, callAt(inDays(start, 30.2)));
    await publish(fixture, 'FOR ALL TABLES');
    fixture.clock.advanceSeconds(30.5 * 86_400);
    const before = (await fixture.pool.query(`${PLACES} api_calls`)).rows;
    expect(before).toMatchObject([{ partition: 'api_calls_default' }]);
    await fixture.keep();
    expect((await fixture.pool.query(`${PLACES} api_calls`)).rows).toEqual(before);
    expect(await fixture.names()).toContain(dayOf(inDays(start, 31)));
    await stop(fixture);
    await fixture.keep();
    expect((await fixture.rows())[0]?.partition).toContain(dayOf(inDays(start, 30)));
  });

  test('a due week of attempts keeps its partition and those of deliveries that stay, untouched', async () => {
    const fixture = await openAttempts();
    const held = randomUUID();
    await fixture.hold(held);
    const [stays, goes] = [
      await fixture.plant(inDays(fixture.start, 1), held),
      await fixture.plant(inDays(fixture.start, 1)),
    ];
    for (const one of [stays, goes]) await fixture.attempt(one, 1);
    const places = `${PLACES} delivery_attempts WHERE delivery_id = '${stays.id}'`;
    const before = (await fixture.pool.query(places)).rows;
    await publish(fixture, 'FOR ALL TABLES');
    fixture.clock.advanceSeconds(100 * 86_400);
    await fixture.keep();
    expect(await fixture.attempts()).toMatchObject([{ id: stays.id, partition: weekOf(fixture.start) }]);
    expect((await fixture.pool.query(places)).rows).toEqual(before);
  });
});
