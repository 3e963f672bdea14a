import { isCnpj, isCpf } from './check-digits.ts';

/** Whom a transaction is about: the kind of register and the normalised value in it. */
export type Identity = { key: string; value: string };

type IdentityKind = {
  normalise: (value: string) => string;
  isSound: (value: string) => boolean;
  rule: string;
  /** Who is registered there: only companies have digits and business signs in their names. */
  holder: 'person' | 'company';
};

/** The kinds of identity the service knows; a new one registers a normaliser and a check. */
export const identityKinds: Readonly<Record<string, IdentityKind>> = {
  cpf: {
    normalise: (value) => value,
    isSound: isCpf,
    rule: 'must be 11 digits without punctuation, with valid check digits',
    holder: 'person',
  },
  cnpj: {
    normalise: (value) => value.toUpperCase(),
    isSound: isCnpj,
    rule: 'must be 14 characters without punctuation, with valid check digits',
    holder: 'company',
  },
};

/** Who a kind of identity is about; a kind that is not known, a person. */
export const holderOf = ({ key }: Pick<Identity, 'key'>): 'person' | 'company' =>
  identityKinds[key]?.holder ?? 'person';

const SHOWN_SIGNS = 3;

/** The identity for the eyes of whoever knows it: its last three characters behind dots, so that nobody learns it from a page. */
export const maskIdentity = ({ value }: Identity): string =>
  '•'.repeat(Math.max(0, value.length - SHOWN_SIGNS)) + value.slice(-SHOWN_SIGNS);

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
