import { sql } from 'kysely';
import type { CardLinkReason } from '../../decision/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { meetsMany, type Walk, walkOthers } from '../../kernel/database/walks/walk-others.ts';
import type { Company } from '../../tenants/index.ts';
import type { CheckedHashes } from './create-signals-store.ts';

const DAY_SECONDS = 86_400;

// What the checks ended asked nobody.
const asked = { table: 'transactions', at: 'created_at', where: sql`status <> 'fast-inconclusive'` };

// Each walk has an order of its own, which the index of the other cannot serve.
const OF_CARD: Walk = { ...asked, from: 'card_hash', to: 'identity_hash' };
const OF_IDENTITY: Walk = { ...asked, from: 'identity_hash', to: 'card_hash', isBackwards: true };

/** The rules of a company about links. */
export type LinkRules = Pick<
  Company,
  'linkDays' | 'identitiesPerCard' | 'manyIdentities' | 'cardsPerIdentity' | 'manyCards'
>;

/**
 * Finds whether the card was with more identities than the company allows, this one counted, and the identity with more cards. Counts every
 * transaction that asked somebody and is committed, of all processes, in one statement of at most 200 steps each way. Undefined where the
 * company looks for neither.
 */
export async function findLinks(
  db: Db,
  tenantId: TenantId,
  { identityHash, cardHash }: CheckedHashes,
  { linkDays, identitiesPerCard, manyIdentities, cardsPerIdentity, manyCards }: LinkRules,
  now: Date,
): Promise<CardLinkReason[] | undefined> {
  const looked = [
    ...(manyIdentities === 'ignore' ? [] : (['card_of_many_identities'] as const)),
    ...(manyCards === 'ignore' ? [] : (['identity_of_many_cards'] as const)),
  ];
  if (looked.length === 0) return undefined;
  const since = addSeconds(now, -linkDays * DAY_SECONDS);
  const ofCard = walkOthers('identities', OF_CARD, tenantId, cardHash);
  const ofIdentity = walkOthers('cards', OF_IDENTITY, tenantId, identityHash);
  const result = await sql<Record<CardLinkReason, boolean>>`
    WITH RECURSIVE ${ofCard}, ${ofIdentity}
    SELECT ${meetsMany('identities', identityHash, since, identitiesPerCard)} AS card_of_many_identities,
      ${meetsMany('cards', cardHash, since, cardsPerIdentity)} AS identity_of_many_cards`.execute(db);
  const [row] = result.rows;
  return looked.filter((reason) => row?.[reason]);
}
