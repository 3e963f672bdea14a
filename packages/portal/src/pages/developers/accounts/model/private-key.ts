/** Members of a JWK that are there in a private or shared key alone (RFC 7518, section 6). */
const SECRET_MEMBERS = ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi', 'oth'];

const holdsMember = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([name, inner]) => SECRET_MEMBERS.includes(name) || holdsMember(inner));

/** Whether a text holds a private or shared key, which must not leave the browser. */
export function holdsPrivateKey(text: string): boolean {
  if (text.includes('PRIVATE KEY')) return true;
  try {
    return holdsMember(JSON.parse(text));
  } catch {
    return false;
  }
}
