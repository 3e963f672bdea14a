import { insertAuditEntry, type Operator, OperatorRefusal } from '../../audit/index.ts';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import { withRetries } from '../../kernel/database/connect.ts';
import type { RecordAct } from '../../module.ts';
import {
  countHeldPictures,
  deleteHold,
  insertHold,
  lockHoldReference,
} from '../retention/legal-hold-store.ts';

/** Who holds or releases, and the erasure ledger, which keeps it over a restore; undefined where there is none. */
type HoldingOperator = Operator & { recordAct?: RecordAct | undefined };

/**
 * Holds a transaction with its captures until it is released: what `retentionClasses` says of holds stays whatever an erasure or a time says.
 * Answers how many pictures it keeps, 0 where they had gone. One that is held already is refused, and stands in the ledger once more: a
 * release that failed may be the last that it tells.
 */
export async function placeLegalHold(
  { db, clock, actor, recordAct }: HoldingOperator,
  tenantId: TenantId,
  transactionId: TransactionId,
  reference: string,
): Promise<{ pictures: number }> {
  return withRetries(() =>
    db.transaction().execute(async (trx) => {
      const heldAt = clock.now();
      const told = { tenant: tenantId, at: heldAt.toISOString(), about: transactionId };
      if (!(await insertHold(trx, tenantId, { transactionId, heldAt, reference }))) {
        const held = await lockHoldReference(trx, tenantId, transactionId);
        if (held !== undefined) await recordAct?.(trx, { act: 'hold', ...told, reference: held });
        throw new OperatorRefusal(
          'not-found',
          'No transaction with this id can be held: it is already held, was erased, or never existed.',
        );
      }
      const entry = {
        action: 'hold.place',
        subject: `transaction/${transactionId}`,
        after: { reference },
      } as const;
      await insertAuditEntry(trx, { clock, actor }, { tenantId, ...entry });
      const pictures = await countHeldPictures(trx, tenantId, transactionId);
      await recordAct?.(trx, { act: 'hold', ...told, reference });
      return { pictures };
    }),
  );
}

/** Releases a transaction: what is due goes with the next run, and an erasure has to be asked for again. */
export async function releaseLegalHold(
  { db, clock, actor, recordAct }: HoldingOperator,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await deleteHold(trx, tenantId, transactionId)))
      throw new OperatorRefusal('not-found', 'The transaction is not held.');
    const entry = { action: 'hold.release', subject: `transaction/${transactionId}` } as const;
    await insertAuditEntry(trx, { clock, actor }, { tenantId, ...entry });
    const told = { tenant: tenantId, at: clock.now().toISOString(), about: transactionId };
    await recordAct?.(trx, { act: 'release', ...told });
  });
}
