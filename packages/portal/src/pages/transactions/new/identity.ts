import { identityKinds } from '@titular/contract/identity-kinds';

/** Kinds of identity that can be chosen. */
export const IDENTITY_KINDS = Object.keys(identityKinds);

const PUNCTUATION = /[\s./-]/g;

/** The identity as the server takes it, without what registers write between its characters. */
export const plainIdentity = (kind: string, typed: string): string => {
  const bare = typed.replace(PUNCTUATION, '');
  return identityKinds[kind]?.normalise(bare) ?? bare;
};

/** Whether the check digits of a typed identity are right. */
export const isSoundIdentity = (kind: string, typed: string): boolean =>
  identityKinds[kind]?.isSound(plainIdentity(kind, typed)) ?? false;
