import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../../audit/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import type { ReferenceId } from '../../kernel/base/id.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import type { TenantKey } from '../../tenants/index.ts';
import { insertPhotographs, type NewPhotograph } from './photograph-store.ts';

/** Keeps photographs that a request asked to keep, with an audit entry, in the commit that enrols; does nothing where they are kept already. */
export async function keepPhotographs(
  { clock }: { clock: Clock },
  trx: Kysely<Tables>,
  { tenantId, actor, key, referenceId }: Actor & { key: TenantKey; referenceId: ReferenceId },
  photographs: readonly NewPhotograph[],
): Promise<void> {
  if (photographs.length === 0) return;
  const kept = await insertPhotographs(trx, { tenantId, key, referenceId }, photographs, clock.now());
  if (kept === 0) return;
  const subject = `reference/${referenceId}` as const;
  const after = { photographsKept: kept };
  await insertAuditEntry(
    trx,
    { clock, actor },
    { tenantId, action: 'reference.keep-photographs', subject, after },
  );
}
