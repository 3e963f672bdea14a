import type { DeleteReferenceResponse } from '@titular/contract';
import { insertAuditEntry } from '../audit/index.ts';
import { deleteReference, findReference, lockIdentity } from '../faces/index.ts';
import type { Clock } from '../kernel/base/clock.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { withRetries } from '../kernel/database/connect.ts';
import { parsePathId } from '../kernel/http/body/parse-query.ts';
import type { Actor } from '../kernel/http/service-actor.ts';
import type { RecordAct } from '../module.ts';
import type { ReadReferenceDeps } from './read-reference.ts';

/** Withdraws a reference with the faces of its photographs, in one commit with the audit entry; refuses with 40006 and 40413. */
export async function withdrawReference(
  {
    db,
    clock,
    tenantKeys,
    recordAct,
  }: ReadReferenceDeps & { clock: Clock; recordAct?: RecordAct | undefined },
  { tenantId, actor }: Actor,
  id: string,
): Promise<DeleteReferenceResponse> {
  const by = { referenceId: parsePathId(id) };
  const key = await tenantKeys(tenantId);
  const known = await findReference(db, tenantId, key, by);
  if (!known) throw new Refusal('40413');
  return withRetries(() =>
    db.transaction().execute(async (trx) => {
      await lockIdentity(trx, tenantId, known.identityHash);
      const found = await findReference(trx, tenantId, key, by);
      if (!found) throw new Refusal('40413');
      const at = clock.now();
      const faces = await deleteReference(trx, tenantId, found);
      const subject = `reference/${found.referenceId}` as const;
      const before = { photographs: found.photographs, faces };
      await insertAuditEntry(
        trx,
        { clock, actor },
        { tenantId, action: 'reference.delete', subject, before },
      );
      const told = { tenant: tenantId, at: at.toISOString(), about: found.referenceId };
      await recordAct?.(trx, { act: 'withdraw', ...told });
      return { id: found.referenceId, deletedAt: at.toISOString() };
    }),
  );
}
