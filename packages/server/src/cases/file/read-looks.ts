import type { CaseDeps, CaseReader } from '../read/case-deps.ts';
import { countLooks, type LookQuery, listLooks } from './look-store.ts';

/** Most looks of a case file: the newest. */
const MAX_LOOKS = 100;

/** Somebody's look at a picture of a case. */
export type Look = {
  at: Date;
  actor: string;
  actorName?: string;
  reason: string;
  /** The process whose picture it was; undefined for one of the transaction's own. */
  processId: string | undefined;
};

/** Looks, newest first, and how many older ones there are. */
export type Looks = { shown: Look[]; leftOut: number };

const USER = /^user:(.*)$/;
const PROCESS = /^process\/(.*)$/;

/** Reads who looked at the pictures of a transaction, as far as the reader may read the audit log; undefined where they may not. */
export async function readLooks(
  { db, findNames }: Pick<CaseDeps, 'db' | 'findNames'>,
  { tenantId, actor, extent }: Pick<CaseReader, 'tenantId' | 'actor' | 'extent'>,
  transactionId: LookQuery['transactionId'],
): Promise<Looks | undefined> {
  const seen = extent('audit:read');
  if (seen === undefined) return undefined;
  const query = { tenantId, transactionId, actor: seen === 'all' ? undefined : actor };
  const entries = await listLooks(db, query, MAX_LOOKS);
  const count = entries.length < MAX_LOOKS ? entries.length : await countLooks(db, query);
  const userIds = [...new Set(entries.flatMap((entry) => USER.exec(entry.actor)?.[1] ?? []))];
  const names = userIds.length === 0 ? new Map<string, string>() : await findNames(db, userIds);
  const shown = entries.map((entry): Look => {
    const name = names.get(USER.exec(entry.actor)?.[1] ?? '');
    const { reason } = { reason: '', ...entry.after } as { reason: unknown };
    return {
      ...{ at: entry.at, actor: entry.actor, reason: String(reason) },
      ...(name === undefined ? {} : { actorName: name }),
      processId: PROCESS.exec(entry.subject)?.[1],
    };
  });
  return { shown, leftOut: Math.max(0, count - shown.length) };
}
