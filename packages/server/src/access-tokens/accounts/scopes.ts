const SCOPE_LIST = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** The scopes to grant out of those allowed (RFC 6749 section 3.3): nothing asked or `*` means all; undefined when more was asked than allowed. */
export function decideScopes(
  asked: string | undefined,
  allowed: readonly string[],
): readonly string[] | undefined {
  if (asked === undefined || asked === '*') return allowed;
  if (!SCOPE_LIST.test(asked)) return undefined;
  const names = [...new Set(asked.split(' '))];
  return names.every((name) => allowed.includes(name)) ? names : undefined;
}
