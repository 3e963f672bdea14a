import {
  type AuditExport,
  EXPORT_HOURS,
  MAX_EXPORT_ROWS,
  MAX_OWN_EXPORTS,
  MAX_WRITING_EXPORTS,
  type TransactionExport,
} from '@titular/contract';
import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../audit/index.ts';
import { parseTransactionFilter } from '../cases/index.ts';
import { addSeconds, type Clock } from '../kernel/base/clock.ts';
import { newId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { enqueueJob } from '../kernel/database/enqueue.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { parseInstant } from '../kernel/http/body/parse-query.ts';
import type { PortalCaller } from '../kernel/http/portal/portal-route.ts';
import type { TenantKeys } from '../tenants/index.ts';
import { describeFilter } from './describe-filter.ts';
import { countExports, insertExport, lockQuota } from './export-store.ts';
import { type StoredExport, sealFilter, subjectOf } from './stored-export.ts';

/** What asking for files needs. */
export type ExportDeps = { db: Kysely<Tables>; clock: Clock; tenantKeys: TenantKeys };

/** Who asks for a file: rows and file are theirs within this reach. */
export type Exporter = Pick<PortalCaller, 'tenantId' | 'userId' | 'actor' | 'companies'>;

/** The list and its filter; of the audit log, whether the exporter sees their own acts alone. */
export type AskedExport =
  | { kind: 'transactions'; filter: TransactionExport }
  | { kind: 'audit'; filter: AuditExport; isOwn: boolean };

const EXPORT_SECONDS = EXPORT_HOURS * 3_600;

/** When a file goes that is written, or given up, now. */
export const expiryOf = (now: Date): Date => addSeconds(now, EXPORT_SECONDS);

function refuseUnsound(exporter: Exporter, { kind, filter }: AskedExport): void {
  if (kind === 'transactions') parseTransactionFilter(exporter, filter);
  else for (const name of ['from', 'before'] as const) parseInstant(name, filter[name]);
}

/**
 * Begins a file of the list's rows up to now: a job writes it. The entry with the filter is in the same commit. Refuses with 40002 a filter
 * that no list takes, and with 42907 one file too many of the person or the tenant.
 */
export async function startExport(
  { db, clock, tenantKeys }: ExportDeps,
  exporter: Exporter,
  asked: AskedExport,
): Promise<StoredExport> {
  refuseUnsound(exporter, asked);
  const { tenantId, userId, actor, companies } = exporter;
  const { kind, filter } = asked;
  const createdAt = clock.now();
  const exportId = newId(createdAt.getTime());
  const sealedFilter = sealFilter(await tenantKeys(tenantId), { exportId }, filter);
  return db.transaction().execute(async (trx) => {
    await lockQuota(trx, tenantId);
    const { writing, own } = await countExports(trx, tenantId, userId, createdAt);
    if (writing >= MAX_WRITING_EXPORTS || own >= MAX_OWN_EXPORTS) throw new Refusal('42907');
    const begun = await insertExport(trx, {
      ...{ tenantId, exportId, userId, kind, companies, sealedFilter, createdAt },
      isOwn: asked.kind === 'audit' && asked.isOwn,
      // What comes while the file is written is not in it.
      firstId: newId(createdAt.getTime()),
      expiresAt: expiryOf(createdAt),
    });
    const after = { kind, filter: describeFilter(kind, filter, false), maxRows: MAX_EXPORT_ROWS };
    const entry = { tenantId, action: 'export.begin', subject: subjectOf(begun), after };
    await insertAuditEntry(trx, { clock, actor }, entry);
    await enqueueJob(trx, 'write-export', { tenantId, exportId }, { jobKey: exportId, queue: 'exports' });
    return begun;
  });
}
