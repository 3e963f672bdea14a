import { insertAuditEntry, OperatorRefusal } from '@titular/server/audit/index.ts';
import { acceptLedger } from '@titular/server/erasure/index.ts';
import { ledgerFile } from '@titular/server/start/open-ledger.ts';
import type { CommandContext, CommandResult } from '../../frame/command.ts';

const ENTRY = { tenantId: undefined, action: 'deployment.accept-ledger', subject: 'deployment' } as const;

/** Binds the database to the ledger in its place, whatever it named before, and records who accepted that. */
export async function acceptLedgerInPlace({ config, operator }: CommandContext): Promise<CommandResult> {
  const file = ledgerFile(config);
  if (file === undefined)
    throw new OperatorRefusal('invalid', 'There is no ledger to accept: TITULAR_ERASURE_LEDGER is off.');
  const id = await operator.db.transaction().execute(async (trx) => {
    const accepted = await acceptLedger(trx, file);
    const after = { ledger: accepted ?? null };
    await insertAuditEntry(trx, operator, { ...ENTRY, after });
    return accepted;
  });
  return {
    kind: 'record',
    record: { ledger: file, id },
    ...(id === undefined ? { note: 'No ledger is there: the next start begins one.' } : {}),
  };
}
