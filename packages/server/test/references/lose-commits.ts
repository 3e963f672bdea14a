import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';

/** The same database, whose commits of a transaction with that statement are done and never answered; `lost` counts them. */
export function loseCommits(pool: pg.Pool, statement: string): { db: Kysely<Tables>; lost(): number } {
  let lost = 0;
  const lend = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    let isMet = false;
    // biome-ignore lint/suspicious/noExplicitAny: the overloads of the library
    const query = async (text: any, ...rest: any[]): Promise<unknown> => {
      const answer: unknown = await (client.query as (...given: unknown[]) => Promise<unknown>)(
        text,
        ...rest,
      );
      if (typeof text === 'string' && text.startsWith(statement)) isMet = true;
      if (text !== 'commit' || !isMet) return answer;
      lost += 1;
      isMet = false;
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' });
    };
    return new Proxy(client, {
      get: (target, name) => (name === 'query' ? query : Reflect.get(target, name, target)),
    });
  };
  const losing = { connect: lend, end: async () => undefined } as unknown as pg.Pool;
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: losing }) }), lost: () => lost };
}
