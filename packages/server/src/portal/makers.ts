import { accountOf } from '../audit/index.ts';
import type { Db } from '../kernel/database/connect.ts';
import { listNames } from '../users/index.ts';

/** Who made a link, as the audit log names them, with the sign-in name of one who has an account. */
export type Maker = { madeBy: string; madeByName?: string };

/** Looks up who made links, all at once; the answer tells the maker by the name of the audit log. */
export async function findMakers(db: Db, actors: readonly string[]): Promise<(actor: string) => Maker> {
  const userIds = [...new Set(actors.flatMap((actor) => accountOf(actor) ?? []))];
  const names = userIds.length === 0 ? undefined : await listNames(db, userIds);
  return (madeBy) => {
    const madeByName = names?.get(accountOf(madeBy) ?? '');
    return { madeBy, ...(madeByName === undefined ? {} : { madeByName }) };
  };
}
