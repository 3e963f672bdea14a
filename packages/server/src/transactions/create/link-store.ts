import { type RawBuilder, sql } from 'kysely';
import type { LinkReason } from '../../decision/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Company } from '../../tenants/index.ts';
import type { CheckedHashes } from './create-signals-store.ts';

/** Steps after which a walk ends: who has come this far was with very many, whenever that was. */
export const MAX_STEPS = 200;

const DAY_SECONDS = 86_400;

/** One end of a link, and the other end, by their columns. */
type Direction = {
  from: 'card_hash' | 'identity_hash';
  to: 'card_hash' | 'identity_hash';
  /** Each walk has an order of its own, which the index of the other cannot serve. */
  order: RawBuilder<unknown>;
  isAfter: RawBuilder<unknown>;
};

const OF_CARD: Direction = { from: 'card_hash', to: 'identity_hash', order: sql`ASC`, isAfter: sql`>` };
const OF_IDENTITY: Direction = { from: 'identity_hash', to: 'card_hash', order: sql`DESC`, isAfter: sql`<` };

/** The next hash at the other end, with its latest transaction: one descent of the index. */
const nextOf = (
  { from, to, order }: Direction,
  tenantId: TenantId,
  hash: Buffer,
  step: RawBuilder<unknown>,
  after: RawBuilder<unknown>,
) => sql`
  SELECT ${sql.ref(to)} AS hash, created_at, ${step} AS step FROM transactions
  WHERE tenant_id = ${tenantId} AND ${sql.ref(from)} = ${hash} AND status <> 'fast-inconclusive' ${after}
  ORDER BY ${sql.ref(to)} ${order}, created_at DESC LIMIT 1`;

/** All hashes at the other end, one after the other. */
const walkOf = (direction: Direction, tenantId: TenantId, hash: Buffer, name: string) => sql`
  ${sql.raw(name)} AS (
    (${nextOf(direction, tenantId, hash, sql`1`, sql``)})
    UNION ALL
    SELECT n.hash, n.created_at, n.step FROM ${sql.raw(name)} AS w CROSS JOIN LATERAL (
      ${nextOf(direction, tenantId, hash, sql`w.step + 1`, sql`AND ${sql.ref(direction.to)} ${direction.isAfter} w.hash`)}) AS n
    WHERE w.step < ${sql.lit(MAX_STEPS)})`;

/** Whether a walk meets as many others as told since then; it ends as soon as it does. */
const isMany = (name: string, own: Buffer, since: Date, most: number) => sql`
  (SELECT count(*) >= ${most} OR coalesce(bool_or(step = ${sql.lit(MAX_STEPS)}), false) FROM (
    SELECT step FROM ${sql.raw(name)}
    WHERE (hash <> ${own} AND created_at > ${since}) OR step = ${sql.lit(MAX_STEPS)} LIMIT ${most}) AS met)`;

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
): Promise<LinkReason[] | undefined> {
  const looked = [
    ...(manyIdentities === 'ignore' ? [] : (['card_of_many_identities'] as const)),
    ...(manyCards === 'ignore' ? [] : (['identity_of_many_cards'] as const)),
  ];
  if (looked.length === 0) return undefined;
  const since = addSeconds(now, -linkDays * DAY_SECONDS);
  const ofCard = walkOf(OF_CARD, tenantId, cardHash, 'identities');
  const ofIdentity = walkOf(OF_IDENTITY, tenantId, identityHash, 'cards');
  const result = await sql<Record<LinkReason, boolean>>`
    WITH RECURSIVE ${ofCard}, ${ofIdentity}
    SELECT ${isMany('identities', identityHash, since, identitiesPerCard)} AS card_of_many_identities,
      ${isMany('cards', cardHash, since, cardsPerIdentity)} AS identity_of_many_cards`.execute(db);
  const [row] = result.rows;
  return looked.filter((reason) => row?.[reason]);
}
