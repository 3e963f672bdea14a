import ipaddr from 'ipaddr.js';
import type { Environment } from '../config.ts';
import { type DialRules, isDialable } from './dial-address.ts';

/** Where an endpoint may point to. */
export type EndpointRules = DialRules & { environment: Environment };

const MAXIMUM_LENGTH = 2048;

/** Loopback receivers exist for tests and demos; production has none, whatever a row says. */
export const dialRules = (rules: EndpointRules): DialRules => ({
  loopbackAllowed: rules.loopbackAllowed && rules.environment === 'test',
});

/** Why an address cannot be an endpoint, or undefined: https (http in test), no user information, no address inside the network. */
export function endpointUrlProblem(text: string, rules: EndpointRules): string | undefined {
  if (text.length > MAXIMUM_LENGTH || !URL.canParse(text))
    return 'must be an absolute address of at most 2048 characters';
  const url = new URL(text);
  const schemes = rules.environment === 'production' ? ['https:'] : ['https:', 'http:'];
  if (!schemes.includes(url.protocol)) return `must begin with ${schemes.join(' or ')}`;
  if (url.username || url.password || url.hash) return 'must not carry user information or a fragment';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host) && !isDialable(host, dialRules(rules)))
    return 'must not be an address inside the network';
  if (/(^|\.)localhost\.?$/i.test(host) && !dialRules(rules).loopbackAllowed)
    return 'must not be an address inside the network';
  return undefined;
}
