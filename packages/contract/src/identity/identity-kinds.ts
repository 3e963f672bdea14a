import { isCnpj, isCpf } from './check-digits.ts';

/** One register of identities. */
export type IdentityKind = {
  normalise: (value: string) => string;
  isSound: (value: string) => boolean;
  rule: string;
  /** Who is registered there: only companies have digits and business signs in their names. */
  holder: 'person' | 'company';
  /** How it is written, `#` for a character that is shown and `•` for one that is hidden. */
  mask: string;
};

/** The kinds of identity the service knows; a new one registers a normaliser and a check. */
export const identityKinds: Readonly<Record<string, IdentityKind>> = {
  cpf: {
    normalise: (value) => value,
    isSound: isCpf,
    rule: 'must be 11 digits without punctuation, with valid check digits',
    holder: 'person',
    mask: '•••.###.•••-••',
  },
  cnpj: {
    normalise: (value) => value.toUpperCase(),
    isSound: isCnpj,
    rule: 'must be 14 characters without punctuation, with valid check digits',
    holder: 'company',
    mask: '••.###.•••/••••-••',
  },
};
