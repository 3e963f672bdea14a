import type { AuditActors, SearchAuditActors } from '@titular/contract';
import { listAccountsWithId } from '../../access-tokens/index.ts';
import { listActorsAfter } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { toActors } from './show-entries.ts';

/** Actors that one step looks at, each found in an index. */
const LOOKED_AT = 500;
/** Most actors of an answer. */
const MAX_FOUND = 50;

/** A text without accents and in lower case, as it is compared. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Looks through some actors of a tenant's entries, or of the whole log, for a part of a name or id, or for the account that has an id. */
export async function searchActors(
  { db }: Pick<PortalDeps, 'db'>,
  tenantId: TenantId | undefined,
  { text = '', after }: SearchAuditActors,
  lookedAt: number = LOOKED_AT,
): Promise<AuditActors> {
  const part = fold(text);
  const isOne = tenantId !== undefined && part !== '';
  const accounts = isOne ? await listAccountsWithId(db, tenantId, text.trim()) : [];
  const holders = new Set(accounts.map((account) => `service-account:${account}`));
  const looked = await listActorsAfter(db, tenantId, after, lookedAt);
  const found = (await toActors(db, looked)).filter(
    ({ actor, name = '' }) => holders.has(actor) || fold(actor).includes(part) || fold(name).includes(part),
  );
  const actors = found.slice(0, MAX_FOUND);
  const next = found.length > MAX_FOUND ? actors.at(-1)?.actor : looked.at(-1);
  const isEnd = found.length <= MAX_FOUND && looked.length < lookedAt;
  return { actors, ...(isEnd || next === undefined ? {} : { next }) };
}
