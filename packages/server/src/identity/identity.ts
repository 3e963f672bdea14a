import { identityKinds } from '@titular/contract';

/** Whom a transaction is about: the kind of register and the normalised value in it. */
export type Identity = { key: string; value: string };

/** Who a kind of identity is about; a kind that is not known, a person. */
export const holderOf = ({ key }: Pick<Identity, 'key'>): 'person' | 'company' =>
  identityKinds[key]?.holder ?? 'person';

const SHOWN_SIGNS = 3;

const maskEnd = (value: string): string => {
  const hidden = value.length > 2 * SHOWN_SIGNS ? value.length - SHOWN_SIGNS : value.length;
  return '•'.repeat(hidden) + value.slice(hidden);
};

/**
 * The identity for the eyes of whoever knows it: three characters in the place where the register writes them, such as `•••.456.•••-••`.
 * Six of a CPF would leave a thief a thousand numbers to try, since two are check digits; three leave a million.
 */
export function maskIdentity({ key, value }: Identity): string {
  const mask = Object.hasOwn(identityKinds, key) ? identityKinds[key]?.mask : undefined;
  if (mask?.replace(/[^#•]/g, '').length !== value.length) return maskEnd(value);
  const left = value[Symbol.iterator]();
  return mask.replace(/[#•]/g, (place) => {
    const next = left.next().value ?? place;
    return place === '#' ? next : place;
  });
}

/** Either the identity, or which field is wrong and the rule it breaks. */
export type ParsedIdentity =
  | { kind: 'identity'; identity: Identity }
  | { kind: 'refused'; field: 'identity.key' | 'identity.value'; rule: string };

/** Normalises an identity and verifies its check digits. */
export function parseIdentity(key: string, value: string): ParsedIdentity {
  const kind = Object.hasOwn(identityKinds, key) ? identityKinds[key] : undefined;
  if (!kind) {
    return {
      kind: 'refused',
      field: 'identity.key',
      rule: `must be one of ${Object.keys(identityKinds).join(', ')}`,
    };
  }
  const normal = kind.normalise(value);
  if (!kind.isSound(normal)) return { kind: 'refused', field: 'identity.value', rule: kind.rule };
  return { kind: 'identity', identity: { key, value: normal } };
}
