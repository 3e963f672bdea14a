import type { SearchAudit } from '@titular/contract';
import { type AuditFilter, insertAuditEntry } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { UserActor } from '../../kernel/http/portal/portal-route.ts';
import type { PortalDeps } from '../portal-deps.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ID = new RegExp(`^[a-z-]{2,40}[:/]${UUID}$`);

/** Stands for a word that no entry was found by: it may be what somebody typed, and the log is for ever. */
const UNKNOWN = 'no value of the log';

/** What an export was narrowed to; filters are exact, so a word that found an entry stands in the log already. */
function describeFilter({ actor, action, subject, from, before }: AuditFilter, hasFound: boolean): object {
  const words = Object.entries({ actor, action, subject }).flatMap(([name, word]) =>
    word === undefined ? [] : [[name, hasFound || ID.test(word) ? word : UNKNOWN]],
  );
  return {
    ...Object.fromEntries(words),
    ...(from === undefined ? {} : { from: from.toISOString() }),
    ...(before === undefined ? {} : { before: before.toISOString() }),
  };
}

/** Writes down an export with filter and bound, committed before its first page is answered; other pages leave no entry. */
export async function recordExport(
  { db, clock }: PortalDeps,
  actor: UserActor,
  { exporting }: SearchAudit,
  asked: AuditFilter & { tenantId: TenantId | undefined },
  hasFound: boolean,
): Promise<void> {
  if (exporting === undefined) return;
  const { tenantId } = asked;
  const subject = tenantId === undefined ? 'deployment' : `tenant/${tenantId}`;
  const after = { ...describeFilter(asked, hasFound), most: exporting };
  await insertAuditEntry(db, { clock, actor }, { tenantId, action: 'audit.export', subject, after });
}
