import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { AddressRefused, type Resolve, resolveName } from './resolve-name.ts';

/** Which addresses a dial may reach besides public ones. */
export type ConnectionRules = { loopbackAllowed: boolean };

/** An address that was checked, in the form the system dials it. */
export type PinnedAddress = { address: string; family: 4 | 6 };

const MAX_ADDRESSES = 64;
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
const GLOBAL_UNICAST_BITS = 3;

/** Outside 2000::/3 no address is assigned for global use (RFC 4291 section 2.4), though the library calls an unknown one unicast. */
const isAssigned = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS);

/** Of the public range, yet answered by the host below a virtual machine. */
const HOST_PLATFORM = new Set(['168.63.129.16']);

/** An address as the system would read it: no zone, and none of the spellings that only some parsers know. */
const parsePlain = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
  isIP(text) && !text.includes('%') ? ipaddr.parse(text) : undefined;

/** Whether the text is an address of this machine itself: 127.0.0.0/8 or ::1. */
export const isLoopback = (text: string): boolean => parsePlain(text)?.range() === 'loopback';

/** Whether an address in text form may be dialled: public unicast, or loopback where the rules allow it. What carries an IPv4 address inside (mapped, translated, 6to4, Teredo) is refused whatever it carries. */
export function isConnectable(text: string, rules: ConnectionRules): boolean {
  const address = parsePlain(text);
  if (!address || HOST_PLATFORM.has(text)) return false;
  const range = address.range();
  return (range === 'unicast' && isAssigned(address)) || (range === 'loopback' && rules.loopbackAllowed);
}

async function listAddresses(
  host: string,
  rules: ConnectionRules,
  resolve: Resolve,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  if (isIP(host)) return [host];
  if (host === 'localhost' && rules.loopbackAllowed) return ['127.0.0.1'];
  return resolve(host, signal);
}

/** The one address a dial is pinned to, of the host name of a `URL`. A name with any address that may not be dialled, or with more than 64, is refused whole, so that no second answer can differ. */
export async function pinAddress(
  hostname: string,
  rules: ConnectionRules,
  resolve: Resolve = resolveName,
  signal?: AbortSignal,
): Promise<PinnedAddress> {
  const addresses = await listAddresses(hostname.replace(/^\[|\]$/g, ''), rules, resolve, signal);
  const [address] = addresses;
  if (!address) throw new AddressRefused('the name has no address');
  if (addresses.length > MAX_ADDRESSES) throw new AddressRefused('the name has too many addresses');
  if (!addresses.every((candidate) => isConnectable(candidate, rules)))
    throw new AddressRefused('the address is not a public one');
  return { address, family: isIP(address) === 6 ? 6 : 4 };
}
