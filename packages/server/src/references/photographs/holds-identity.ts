import type { Reference } from '../../faces/index.ts';
import { identityHash, parseIdentity } from '../../identity/index.ts';
import { decodedForms } from '../../kernel/base/card-numbers/decoded-forms.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import type { TenantKey } from '../../tenants/index.ts';

/** Lengths of an identity in its register, of a person and of a company. */
const VALUE_LENGTHS = [11, 14] as const;
/** Zeros at the front that spreadsheets leave out. */
const MAX_ZEROS = 2;

/** All parts of a text that could be an identity, with the zeros that may be missing in front. */
function partsOf(text: string): string[] {
  const parts = VALUE_LENGTHS.flatMap((length) =>
    Array.from({ length: MAX_ZEROS + 1 }, (_, zeros) => ({ length, size: length - zeros })),
  );
  return parts.flatMap(({ length, size }) =>
    Array.from({ length: Math.max(0, text.length - size + 1) }, (_, at) =>
      text.slice(at, at + size).padStart(length, '0'),
    ),
  );
}

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
  return [...new Set(forms)].flatMap(partsOf).some((part) => {
    const parsed = parseIdentity(identityKey, part);
    return parsed.kind === 'identity' && sameDigest(identityHash(key, parsed.identity), hash);
  });
}
