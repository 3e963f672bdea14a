const MAX_LENGTH = 2048;
const MAX_HOST_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;
const MAX_PORT = 65_535;

const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/** What stands between the slashes and the path, as written. */
const authorityOf = (text: string): string => AUTHORITY.exec(text)?.[1] ?? '';

const percentEncoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** The first character that an address never has as itself (RFC 3986, section 2), in words. */
function foreignCharacter(text: string): string | undefined {
  const [character] = /[<>"\\^`{|}]/.exec(text) ?? [];
  return character && `has ${character}, which must be percent-encoded as ${percentEncoded(character)}`;
}

function portProblem(text: string): string | undefined {
  const port = /:([0-9]+)$/.exec(authorityOf(text))?.[1];
  if (port === undefined || (Number(port) >= 1 && Number(port) <= MAX_PORT)) return undefined;
  return `has a port outside 1 to ${MAX_PORT}: leave it out, or name the one that the server listens on`;
}

type Rule = (text: string) => string | undefined;

/** In this order, so that the first thing wrong is told; each says what to do. */
const RULES: readonly Rule[] = [
  (text) => (text.length > MAX_LENGTH ? `is longer than ${MAX_LENGTH} characters` : undefined),
  (text) =>
    /[\0-\x20\x7f-\x9f\p{Z}]/u.test(text)
      ? 'has a space or a control character: percent-encode it (a space is %20), or take it out'
      : undefined,
  (text) =>
    /[^\0-\x7f]/.test(authorityOf(text))
      ? 'has a host with letters outside ASCII: write the host in Punycode, as browsers send it (xn--…)'
      : undefined,
  (text) =>
    /[^\0-\x7f]/.test(text)
      ? 'has letters outside ASCII: percent-encode them as UTF-8 (ã is %C3%A3)'
      : undefined,
  foreignCharacter,
  (text) =>
    /%(?![0-9a-f]{2})/i.test(text)
      ? 'has a % without two hexadecimal digits behind it: a percent sign itself is written %25'
      : undefined,
  (text) =>
    authorityOf(text).includes('@')
      ? 'must not have user information before an @ in front of the host: leave it out'
      : undefined,
  portProblem,
  (text) =>
    URL.canParse(text) ? undefined : 'must be an absolute address, such as https://host.example/back',
];

/** Why a text is not an address that every browser reads alike, in words that continue the field's name; undefined when it is one. */
export function addressProblem(text: string): string | undefined {
  for (const rule of RULES) {
    const problem = rule(text);
    if (problem) return problem;
  }
  return undefined;
}

const UNSPECIFIED = ['0.0.0.0', '[::]'];
const IP_LITERAL = /^(?:\[.*\]|[0-9]+(?:\.[0-9]+){3})$/;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;

/** Why the host of a parsed https address is none that a name server or a browser knows (RFC 1123, section 2.1). */
export function hostProblem(text: string, host: string): string | undefined {
  if (IP_LITERAL.test(host)) {
    const written = authorityOf(text)
      .toLowerCase()
      .replace(/:[0-9]*$/, '');
    if (UNSPECIFIED.includes(host)) return 'names no machine: put the host that people can reach';
    return written === host ? undefined : `must write its IP address in the usual form, ${host}`;
  }
  const name = host.replace(/\.$/, '');
  const labels = name.split('.');
  if (labels.includes('')) return 'has an empty label in its host: take out the dot that is too much';
  if (name.length > MAX_HOST_LENGTH || labels.some((label) => label.length > MAX_LABEL_LENGTH))
    return `has a host that is too long: ${MAX_LABEL_LENGTH} characters between dots, ${MAX_HOST_LENGTH} in all`;
  return labels.every((label) => LABEL.test(label))
    ? undefined
    : 'has a host with characters that no host name has: letters, digits and inner hyphens are taken';
}
