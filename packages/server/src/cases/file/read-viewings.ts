import { accountOf } from '../../audit/index.ts';
import type { CaseDeps, CaseReader } from '../read/case-deps.ts';
import { countViewings, listViewings, type ViewingQuery } from './viewing-store.ts';

/** Most viewings of a case file: the newest. */
const MAX_VIEWINGS = 100;

/** Somebody's look at a picture of a case. */
export type Viewing = {
  at: Date;
  actor: string;
  actorName?: string;
  reason: string;
  /** The process whose picture it was; undefined for one of the transaction's own. */
  processId: string | undefined;
};

/** Viewings, newest first, and how many older ones there are. */
export type Viewings = { shown: Viewing[]; leftOut: number };

const PROCESS = /^process\/(.*)$/;

/** Reads who looked at the pictures of a transaction, as far as the reader may read the audit log; undefined where they may not. */
export async function readViewings(
  { db, findNames }: Pick<CaseDeps, 'db' | 'findNames'>,
  { tenantId, actor, extent }: Pick<CaseReader, 'tenantId' | 'actor' | 'extent'>,
  transactionId: ViewingQuery['transactionId'],
): Promise<Viewings | undefined> {
  const seen = extent('audit:read');
  if (seen === undefined) return undefined;
  const query = { tenantId, transactionId, actor: seen === 'all' ? undefined : actor };
  const entries = await listViewings(db, query, MAX_VIEWINGS);
  const count = entries.length < MAX_VIEWINGS ? entries.length : await countViewings(db, query);
  const userIds = [...new Set(entries.flatMap((entry) => accountOf(entry.actor) ?? []))];
  const names = userIds.length === 0 ? new Map<string, string>() : await findNames(db, userIds);
  const shown = entries.map((entry): Viewing => {
    const name = names.get(accountOf(entry.actor) ?? '');
    const { reason } = { reason: '', ...entry.after } as { reason: unknown };
    return {
      ...{ at: entry.at, actor: entry.actor, reason: String(reason) },
      ...(name === undefined ? {} : { actorName: name }),
      processId: PROCESS.exec(entry.subject)?.[1],
    };
  });
  return { shown, leftOut: Math.max(0, count - shown.length) };
}
