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

/** Opens what is sealed of the person of a transaction; undefined once they were erased. */
export function openPerson(key: TenantKey, person: SealedOfPerson): OpenedPerson | undefined {
  const { transactionId, sealedIdentity, sealedStatedIdentity, sealedCard } = person;
  if (sealedCard.length === 0) return undefined;
  const open = <Opened>(field: string, sealed: Buffer): Opened =>
    JSON.parse(key.unseal('transactions', transactionId, field, sealed).toString('utf8')) as Opened;
  return {
    identity: open<Identity>('sealed_identity', sealedIdentity),
    stated: sealedStatedIdentity && open<Identity>('sealed_stated_identity', sealedStatedIdentity),
    card: open<CardDigits>('sealed_card', sealedCard),
  };
}
