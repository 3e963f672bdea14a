import type { CardNameResult } from '@titular/contract';
import { type RawBuilder, sql } from 'kysely';
import { compareNames } from '../../decision/index.ts';
import { holderOf } from '../../identity/index.ts';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Company, TenantKey } from '../../tenants/index.ts';
import { openCard } from '../read/open-person.ts';

/** Latest transactions of an identity that are looked through for approved ones, and how many of those count. */
const LOOKED_THROUGH = 100;
const MAX_APPROVED = 5;
const MAX_ENROLLING = 5;

type KnownCard = { transactionId: TransactionId; sealedCard: Buffer };

const isKnown: RawBuilder<boolean> = sql`status = 'approved' AND has_identity_changed IS NOT TRUE AND erased_at IS NULL`;

/** The cards, still sealed, of transactions that were approved for the identity lately or enrolled its faces; reads 110 rows at most. */
async function listKnownCards(db: Db, tenantId: TenantId, identityHash: Buffer): Promise<KnownCard[]> {
  const result = await sql<{ transaction_id: TransactionId; sealed_card: Buffer }>`
    (SELECT transaction_id, sealed_card FROM (
        SELECT transaction_id, sealed_card, status, has_identity_changed, erased_at FROM transactions
        WHERE tenant_id = ${tenantId} AND identity_hash = ${identityHash}
        ORDER BY created_at DESC LIMIT ${LOOKED_THROUGH}) AS latest
      WHERE ${isKnown} LIMIT ${MAX_APPROVED})
    UNION
    (SELECT t.transaction_id, t.sealed_card FROM (
        SELECT tenant_id, subject_id FROM face_templates
        WHERE tenant_id = ${tenantId} AND identity_hash = ${identityHash} LIMIT ${MAX_ENROLLING}) AS f
      JOIN transactions AS t ON t.tenant_id = f.tenant_id AND t.transaction_id = f.subject_id
      WHERE ${isKnown})`.execute(db);
  return result.rows.map((row) => ({ transactionId: row.transaction_id, sealedCard: row.sealed_card }));
}

/** A card by the name on it, and the identity that it should be of. */
export type NamedCard = { identityKey: string; identityHash: Buffer; cardName: string };

/**
 * Compares the name on a card with those on cards that were approved for the identity; undefined where the company ignores it. A company's
 * card may have the name of anybody who works there, so names of companies are not compared.
 */
export async function compareCardName(
  db: Db,
  tenantId: TenantId,
  key: TenantKey,
  company: Pick<Company, 'cardName'> | undefined,
  { identityKey, identityHash, cardName }: NamedCard,
): Promise<CardNameResult | undefined> {
  if (!company || company.cardName === 'ignore') return undefined;
  if (holderOf({ key: identityKey }) === 'company') return 'not_performed';
  const cards = await listKnownCards(db, tenantId, identityHash);
  return compareNames(
    cardName,
    cards.flatMap((card) => openCard(key, card)?.name ?? []),
  );
}
