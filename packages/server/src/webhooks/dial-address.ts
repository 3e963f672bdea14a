import { lookup } from 'node:dns';
import ipaddr from 'ipaddr.js';

/** Which addresses a dial may reach besides public ones. */
export type DialRules = { loopbackAllowed: boolean };

/** IPv6 ranges that carry an IPv4 address inside: what counts is where the packet ends up. */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  const bytes = address.toByteArray();
  const range = address.range();
  if (range === 'rfc6052') return new ipaddr.IPv4(bytes.slice(12, 16));
  if (range === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6));
  return undefined;
}

/** Whether an address in text form may be dialled: public unicast, or loopback where the rules allow it. */
export function isDialable(text: string, rules: DialRules): boolean {
  if (!ipaddr.isValid(text)) return false;
  const parsed = ipaddr.parse(text);
  const address = parsed instanceof ipaddr.IPv6 ? (embeddedIpv4(parsed) ?? parsed) : parsed;
  const range = address.range();
  return range === 'unicast' || (range === 'loopback' && rules.loopbackAllowed);
}

const LOOKUP_TIMEOUT_MS = 5_000;

/** The name did not lead to an address that may be dialled. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

function resolveAll(hostname: string): Promise<{ address: string; family: number }[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new AddressRefused('the name was not resolved in time')),
      LOOKUP_TIMEOUT_MS,
    );
    lookup(hostname, { all: true }, (error, addresses) => {
      clearTimeout(timer);
      if (error) reject(new AddressRefused(`the name was not resolved (${error.code})`));
      else resolve(addresses);
    });
  });
}

/** The one address a dial is pinned to; a name with any address that may not be dialled is refused whole, so that no second answer can differ. */
export async function pinAddress(
  hostname: string,
  rules: DialRules,
): Promise<{ address: string; family: 4 | 6 }> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const addresses = ipaddr.isValid(bare) ? [{ address: bare }] : await resolveAll(bare);
  const [first] = addresses;
  if (!first || !addresses.every(({ address }) => isDialable(address, rules))) {
    throw new AddressRefused('the address is not a public one');
  }
  return { address: first.address, family: ipaddr.parse(first.address).kind() === 'ipv6' ? 6 : 4 };
}
