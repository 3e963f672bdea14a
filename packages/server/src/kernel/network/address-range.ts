import ipaddr from 'ipaddr.js';

const PLAIN_IPV4 = /^(0|[1-9][0-9]{0,2})(\.(0|[1-9][0-9]{0,2})){3}$/;
const PREFIX = /^(0|[1-9][0-9]{0,2})$/;
// Of an address with a zone id, the longest there is.
const MAX_ADDRESS = 64;
const MAPPED_PREFIX_BITS = 96;

const isPlainlyMapped = (text: string): boolean =>
  /^::ffff:/i.test(text) && PLAIN_IPV4.test(text.slice('::ffff:'.length));

/** An address as its bytes, an IPv4 address in IPv6 clothing as the IPv4 address; undefined for odd spellings and zone ids. */
function parseAddress(text: string): { bytes: number[]; mapped: boolean } | undefined {
  if (PLAIN_IPV4.test(text)) {
    const bytes = text.split('.').map(Number);
    return bytes.every((byte) => byte <= 255) ? { bytes, mapped: false } : undefined;
  }
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return undefined;
  // With a dot it is an IPv4 address in its one plain clothing, and spelled plainly.
  if (text.includes('.') && !isPlainlyMapped(text)) return undefined;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress()
    ? { bytes: address.toIPv4Address().toByteArray(), mapped: true }
    : { bytes: address.toByteArray(), mapped: false };
}

const isBitSet = (bytes: readonly number[], bit: number): boolean =>
  (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;

/** Takes an address or a CIDR range and writes it in one way. A lone address is the range of itself, host bits that are set are refused so that a slip is seen. */
export function parseAddressRange(text: string): string | undefined {
  const [, addressText = '', prefixText] = /^([^/]+)(?:\/(0|[1-9][0-9]{0,2}))?$/.exec(text) ?? [];
  const address = parseAddress(addressText);
  if (!address) return undefined;
  const bits = address.bytes.length * 8;
  const given =
    prefixText === undefined ? undefined : Number(prefixText) - (address.mapped ? MAPPED_PREFIX_BITS : 0);
  const prefix = given ?? bits;
  if (prefix < 0 || prefix > bits) return undefined;
  for (let bit = prefix; bit < bits; bit += 1) if (isBitSet(address.bytes, bit)) return undefined;
  return `${ipaddr.fromByteArray(address.bytes).toString()}/${prefix}`;
}

/** Whether an address lies in a range that `parseAddressRange` wrote; one that cannot be read lies in none. */
export function isInRange(range: string, address: string): boolean {
  const [base = '', prefixText = ''] = range.split('/');
  const [low, target] = [parseAddress(base)?.bytes, parseAddress(address)?.bytes];
  if (!low || target?.length !== low.length || !PREFIX.test(prefixText)) return false;
  for (let bit = 0; bit < Number(prefixText); bit += 1) {
    if (isBitSet(low, bit) !== isBitSet(target, bit)) return false;
  }
  return true;
}

/** The network a single holder is likely to have to himself: an IPv4 address, or the /64 of an IPv6 one (RFC 6177). A text that is no address is its own. */
export function networkOf(address: string): string {
  const bytes = parseAddress(address)?.bytes;
  if (!bytes) return address.slice(0, MAX_ADDRESS);
  return bytes.length === 4 ? bytes.join('.') : bytes.slice(0, 8).join('.');
}
