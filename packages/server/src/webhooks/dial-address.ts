import { lookup } from 'node:dns';
import ipaddr from 'ipaddr.js';

/** Which addresses a dial may reach besides public ones. */
export type DialRules = { loopbackAllowed: boolean };

/** IPv6 prefixes that carry an IPv4 address inside, with the place of its first byte: RFC 4291 section 2.5.5.2, RFC 6052 section 2.1, RFC 3056 section 2. */
const EMBEDDINGS = [
  { prefix: ipaddr.IPv6.parse('::ffff:0:0'), bits: 96, offset: 12 },
  { prefix: ipaddr.IPv6.parse('64:ff9b::'), bits: 96, offset: 12 },
  { prefix: ipaddr.IPv6.parse('2002::'), bits: 16, offset: 2 },
];

/** What counts is where the packet ends up. */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const embedding = EMBEDDINGS.find(({ prefix, bits }) => address.match(prefix, bits));
  return embedding && new ipaddr.IPv4(address.toByteArray().slice(embedding.offset, embedding.offset + 4));
}

const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
const GLOBAL_UNICAST_BITS = 3;

/** Outside 2000::/3 no address is assigned for global use (RFC 4291 section 2.4), though the library calls an unknown one unicast. */
const isAssigned = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS);

/** Whether an address in text form may be dialled: public unicast, or loopback where the rules allow it. */
export function isDialable(text: string, rules: DialRules): boolean {
  if (!ipaddr.isValid(text)) return false;
  const parsed = ipaddr.parse(text);
  const address = parsed instanceof ipaddr.IPv6 ? (embeddedIpv4(parsed) ?? parsed) : parsed;
  const range = address.range();
  return (range === 'unicast' && isAssigned(address)) || (range === 'loopback' && rules.loopbackAllowed);
}

const LOOKUP_TIMEOUT_MS = 5_000;

/** The name did not lead to an address that may be dialled. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Finds the addresses of a name; an `AddressRefused` when there is no answer. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Asks the system's resolver and waits 5 s at most. */
function resolveAll(hostname: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new AddressRefused('the name was not resolved in time')),
      LOOKUP_TIMEOUT_MS,
    );
    lookup(hostname, { all: true }, (error, addresses) => {
      clearTimeout(timer);
      if (error) reject(new AddressRefused(`the name was not resolved (${error.code})`));
      else resolve(addresses.map(({ address }) => address));
    });
  });
}

/** The one address a dial is pinned to; a name with any address that may not be dialled is refused whole, so that no second answer can differ. */
export async function pinAddress(
  hostname: string,
  rules: DialRules,
  resolve: Resolve = resolveAll,
): Promise<{ address: string; family: 4 | 6 }> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const addresses = ipaddr.isValid(bare) ? [bare] : await resolve(bare);
  const [address] = addresses;
  if (!address || !addresses.every((candidate) => isDialable(candidate, rules))) {
    throw new AddressRefused('the address is not a public one');
  }
  return { address, family: ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4 };
}
