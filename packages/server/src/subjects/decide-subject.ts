import type { JudgeDeps } from '../captures/index.ts';
import type { TenantId } from '../kernel/base/id.ts';
import { withRetries } from '../kernel/database/connect.ts';
import type { SubjectId } from '../kernel/database/subject-ref.ts';
import { changeSubject } from './change-subject.ts';
import { lockSubject } from './subject-store.ts';
import type { SubjectTable, Transition } from './subject-table.ts';

/** Decides a subject that is processing and stores what was decided, in one commit; true when it did, false when the work was done. */
export const decideSubject = (
  { db, clock }: Pick<JudgeDeps, 'db' | 'clock'>,
  of: SubjectTable,
  { tenantId, subjectId }: { tenantId: TenantId; subjectId: SubjectId },
  decide: (trx: JudgeDeps['db']) => Promise<Omit<Transition, 'at'>>,
): Promise<boolean> =>
  withRetries(() =>
    db.transaction().execute(async (trx) => {
      // Held from here on: an erasure in the midst would leave a face behind that nobody is asked about any more.
      const present = await lockSubject(trx, of, tenantId, subjectId);
      if (present?.status !== 'processing') return false;
      const decided = await decide(trx);
      await changeSubject(trx, of, tenantId, subjectId, { ...decided, at: clock.now() });
      return true;
    }),
  );
