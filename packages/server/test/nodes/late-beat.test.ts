import type pg from 'pg';
import { expect, test } from 'vitest';
import { startWatch } from './watch-fixture.ts';

type Statement = { text: string; values: unknown[] };

/** Gives renewals of a row up before the server has them, as those whose answers are late; a test has them carried out when it likes. */
function createLateBeats() {
  const given: Statement[] = [];
  const state = { isGivenUp: false };
  const wrap = (client: pg.PoolClient): void => {
    const query = client.query.bind(client) as (...all: unknown[]) => unknown;
    client.query = ((text: unknown, values: unknown[], ...rest: unknown[]) => {
      const isBeat = typeof text === 'string' && text.startsWith('insert into "nodes"');
      if (!state.isGivenUp || !isBeat) return query(text, values, ...rest);
      given.push({ text, values });
      return Promise.reject(new Error('Query read timeout'));
    }) as typeof client.query;
  };
  const watch = (pool: pg.Pool): void => void pool.on('connect', wrap as (client: pg.PoolClient) => void);
  return { state, given, watch };
}

test('a renewal that the server carries out late takes no told name out of the row (S55)', async () => {
  const late = createLateBeats();
  const { main, workNames, nodeId } = await startWatch(late.watch);
  const told = async (): Promise<string[] | undefined> => {
    const row = await main.db
      .selectFrom('nodes')
      .select('work_names')
      .where('node_id', '=', nodeId)
      .executeTakeFirst();
    return row?.work_names;
  };
  late.state.isGivenUp = true;
  await expect(workNames.add('jobs', 'first')).rejects.toThrow('Query read timeout');
  late.state.isGivenUp = false;
  await workNames.add('jobs', 'second');
  expect(await told()).toEqual(['first', 'second']);
  const [beat] = late.given;
  await main.pool.query(String(beat?.text), beat?.values ?? []);
  expect(await told()).toEqual(['first', 'second']);
});
