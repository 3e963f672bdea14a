import type { Identity } from '../../identity/index.ts';
import type { TenantKey } from '../../tenants/index.ts';
import type { CardDigits } from '../transaction.ts';

/** What is sealed of the person of a transaction; empty once they were erased. */
export type SealedOfPerson = {
  transactionId: string;
  sealedIdentity: Buffer;
  sealedStatedIdentity: Buffer | undefined;
  sealedCard: Buffer;
};

/** The person of a transaction in clear; `stated` is the identity under which they say that the card is theirs. */
export type OpenedPerson = { identity: Identity; stated: Identity | undefined; card: CardDigits };

/** Opens the card of a transaction; undefined once its person was erased. */
export const openCard = (
  key: TenantKey,
  { transactionId, sealedCard }: Pick<SealedOfPerson, 'transactionId' | 'sealedCard'>,
): CardDigits | undefined =>
  sealedCard.length === 0
    ? undefined
    : (JSON.parse(
        key.unseal('transactions', transactionId, 'sealed_card', sealedCard).toString('utf8'),
      ) as CardDigits);

/** Opens what is sealed of the person of a transaction; undefined once they were erased. */
export function openPerson(key: TenantKey, person: SealedOfPerson): OpenedPerson | undefined {
  const { transactionId, sealedIdentity, sealedStatedIdentity } = person;
  const card = openCard(key, person);
  if (!card) return undefined;
  const open = <Opened>(field: string, sealed: Buffer): Opened =>
    JSON.parse(key.unseal('transactions', transactionId, field, sealed).toString('utf8')) as Opened;
  return {
    identity: open<Identity>('sealed_identity', sealedIdentity),
    stated: sealedStatedIdentity && open<Identity>('sealed_stated_identity', sealedStatedIdentity),
    card,
  };
}
