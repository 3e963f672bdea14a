import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectId } from '../../kernel/database/subject-ref.ts';
import type { SealedOfPerson } from './open-person.ts';

/** Whom a transaction is about, still sealed. */
export type SealedPerson = {
  transactionId: TransactionId;
  isErased: boolean;
  sealedIdentity: Buffer;
  sealedStatedIdentity: Buffer | undefined;
  sealedCard: Buffer;
  /** What the captures were made for: the transaction, or the process that it used. */
  capturedFor: SubjectId;
};

/** Whom transactions are about, still sealed, by id; erased ones are empty. */
export async function listSealedPersons(
  db: Db,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<Map<string, SealedOfPerson>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('transactions')
    .select(['transaction_id', 'sealed_identity', 'sealed_stated_identity', 'sealed_card'])
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', 'in', ids as TransactionId[])
    .execute();
  return new Map(
    rows.map((row) => [
      row.transaction_id,
      {
        transactionId: row.transaction_id,
        sealedIdentity: row.sealed_identity,
        sealedStatedIdentity: row.sealed_stated_identity ?? undefined,
        sealedCard: row.sealed_card,
      },
    ]),
  );
}

/** The person of a transaction; an erasure waits until this database transaction ends, or is over already. */
export async function lockPerson(
  db: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<SealedPerson | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select([
      'transaction_id',
      'erased_at',
      'sealed_identity',
      'sealed_stated_identity',
      'sealed_card',
      'reference_process_id',
    ])
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .forShare()
    .executeTakeFirst();
  return (
    row && {
      transactionId: row.transaction_id,
      isErased: row.erased_at !== null,
      sealedIdentity: row.sealed_identity,
      sealedStatedIdentity: row.sealed_stated_identity ?? undefined,
      sealedCard: row.sealed_card,
      capturedFor: row.reference_process_id ?? row.transaction_id,
    }
  );
}
