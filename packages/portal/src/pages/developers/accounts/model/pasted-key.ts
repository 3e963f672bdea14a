const PEM = /^-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----$/;

/** Members of a public JWK, and what each holds (RFC 7517, section 4; RFC 7518, section 6; RFC 8037). */
const PUBLIC_MEMBERS: Readonly<Record<string, 'text' | 'texts' | 'flag'>> = {
  ...{ kty: 'text', crv: 'text', x: 'text', y: 'text', n: 'text', e: 'text' },
  ...{ kid: 'text', alg: 'text', use: 'text', key_ops: 'texts', ext: 'flag' },
};

/** Members of a JWK that are there in a private or shared key alone (RFC 7518, section 6). */
const SECRET_MEMBERS = ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi', 'oth'];

const HOLDS = {
  text: (value: unknown) => typeof value === 'string',
  texts: (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  flag: (value: unknown) => typeof value === 'boolean',
};

const isPublicMember = ([name, value]: [string, unknown]): boolean => {
  const kind = Object.hasOwn(PUBLIC_MEMBERS, name) ? PUBLIC_MEMBERS[name] : undefined;
  return kind !== undefined && HOLDS[kind](value);
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const holdsSecret = (value: unknown): boolean =>
  isObject(value) &&
  Object.entries(value).some(([name, inner]) => SECRET_MEMBERS.includes(name) || holdsSecret(inner));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is wrong with a pasted key; only what is whole and public alone leaves the browser, and has no fault. */
export function findKeyFault(text: string): 'keyMissing' | 'keyPrivate' | 'keyUnfit' | undefined {
  if (text === '') return 'keyMissing';
  if (PEM.test(text)) return undefined;
  const jwk = parse(text);
  if (text.includes('PRIVATE KEY') || holdsSecret(jwk)) return 'keyPrivate';
  return isObject(jwk) && 'kty' in jwk && Object.entries(jwk).every(isPublicMember) ? undefined : 'keyUnfit';
}
