import type { MaskedField } from '@titular/contract';
import { type Identity, maskIdentity } from '../../identity/index.ts';
import type { OpenedProcess } from '../../processes/index.ts';
import { maskCard, type OpenedPerson } from '../../transactions/index.ts';

const ofIdentity = (field: 'identity' | 'stated_identity', identity: Identity): MaskedField => ({
  field,
  kind: identity.key,
  masked: maskIdentity(identity),
});

/** The first name, as the hosted page greets the person; as many marks whatever the length of the others. */
const ofName = (name: string): MaskedField => ({ field: 'name', masked: `${name.split(' ')[0] ?? ''} •••` });

/** Each field of the person of a transaction, masked as the hosted page masks it; none once they were erased. */
export function maskPerson(person: OpenedPerson | undefined): MaskedField[] {
  if (!person) return [];
  const { identity, stated, card } = person;
  return [
    ofIdentity('identity', identity),
    ...(stated ? [ofIdentity('stated_identity', stated)] : []),
    ofName(card.name),
    { field: 'card', masked: maskCard(card) },
    ...(card.expirationDate === undefined ? [] : [{ field: 'expiration' as const, masked: '••/••' }]),
  ];
}

/** The same of a process. */
export function maskProcessPerson(person: OpenedProcess | undefined): MaskedField[] {
  if (!person) return [];
  const { identity, friendlyName } = person;
  return [ofIdentity('identity', identity), ...(friendlyName === undefined ? [] : [ofName(friendlyName)])];
}
