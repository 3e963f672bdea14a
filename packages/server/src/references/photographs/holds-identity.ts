import { identityKinds } from '@titular/contract';
import type { Reference } from '../../faces/index.ts';
import { identityHash, parseIdentity } from '../../identity/index.ts';
import { decodedForms } from '../../kernel/base/card-numbers/decoded-forms.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import type { TenantKey } from '../../tenants/index.ts';

/** Zeros at the front that spreadsheets leave out. */
const MAX_ZEROS = 2;

/** All parts of a text that could be an identity of so many characters, with the zeros that may be missing in front. */
const partsOf = (text: string, length: number): string[] =>
  Array.from({ length: MAX_ZEROS + 1 }, (_, zeros) => length - zeros).flatMap((size) =>
    Array.from({ length: Math.max(0, text.length - size + 1) }, (_, at) =>
      text.slice(at, at + size).padStart(length, '0'),
    ),
  );

/** Whether a text holds the identity of a reference, which is known by its keyed hash alone; neither punctuation, words nor encoding hide it. */
export function holdsIdentity(
  key: TenantKey,
  { identityKey, identityHash: hash }: Pick<Reference, 'identityKey' | 'identityHash'>,
  text: string,
): boolean {
  const forms = decodedForms(text).flatMap((form) => [
    form.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase(),
    form.replace(/[^0-9]/g, ''),
  ]);
  const length = identityKinds[identityKey]?.mask.replace(/[^#•]/g, '').length ?? 0;
  const parts = [...new Set(forms)].flatMap((form) => partsOf(form, length));
  return parts.some((part) => {
    const parsed = parseIdentity(identityKey, part);
    return parsed.kind === 'identity' && sameDigest(identityHash(key, parsed.identity), hash);
  });
}
