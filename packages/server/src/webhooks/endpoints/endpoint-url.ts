import { isIP } from 'node:net';
import {
  addressProblem,
  hostProblem as hostFormProblem,
  lengthOf,
  MAX_ENDPOINT_URL_LENGTH,
} from '@titular/contract';
import type { Config, Environment } from '../../config/config.ts';
import { isSafeText } from '../../kernel/base/safe-text.ts';
import { type ConnectionRules, isConnectable, isLoopback } from '../sender/connect-address.ts';

/** Where an endpoint may point to; `ports` are those of public receivers. */
export type EndpointRules = ConnectionRules & { environment: Environment; ports: readonly number[] };

/** The rules for an endpoint of this deployment, by what its row says of loopback. */
export type FindEndpointRules = (loopbackAllowed: boolean) => EndpointRules;

const TEST_PORTS: readonly number[] = [80, 8080];
const SCHEME_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

const INSIDE = 'must not be an address inside the network';
const OWN_MACHINE = `${INSIDE}: for a receiver on your own machine run npx titular listen`;

/** The rules for one endpoint, from what the operator set and from what its row says of loopback. */
export const endpointRules = (
  config: Pick<Config, 'environment' | 'webhookPorts' | 'webhookLoopback'>,
  loopbackAllowed: boolean,
): EndpointRules => ({
  environment: config.environment,
  ports: config.webhookPorts,
  loopbackAllowed: config.environment === 'test' && (loopbackAllowed || config.webhookLoopback),
});

/** Loopback receivers exist for tests and demos; production has none, whatever a row says. */
export const connectionRules = (rules: EndpointRules): ConnectionRules => ({
  loopbackAllowed: rules.loopbackAllowed && rules.environment === 'test',
});

/** The port a `URL` leads to, its scheme's own when it names none. */
export const portOf = (url: URL): number => Number(url.port || SCHEME_PORTS[url.protocol]);

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');
const isOwnMachine = (host: string): boolean => host === 'localhost' || isLoopback(host);

function hostProblem(host: string, rules: EndpointRules): string | undefined {
  if (host === 'localhost') return connectionRules(rules).loopbackAllowed ? undefined : INSIDE;
  if (isIP(host)) return isConnectable(host, connectionRules(rules)) ? undefined : INSIDE;
  if (host.endsWith('.')) return 'must not end its host name with a dot';
  if (host.endsWith('.localhost')) return INSIDE;
  return host.includes('.') ? undefined : 'must have a whole host name, with a dot';
}

function portProblem(url: URL, host: string, rules: EndpointRules): string | undefined {
  if (isOwnMachine(host)) return undefined;
  const allowed = rules.environment === 'test' ? [...rules.ports, ...TEST_PORTS] : rules.ports;
  return allowed.includes(portOf(url)) ? undefined : `must have one of the ports ${allowed.join(', ')}`;
}

/** Two spellings of one host are one too many: whoever reads the address must see what is dialled. */
function isWrittenPlainly(text: string, url: URL): boolean {
  const begin = url.origin.length;
  return (
    text.slice(0, begin).toLowerCase() === url.origin && ['', '/', '?', ':'].includes(text.charAt(begin))
  );
}

/**
 * Explains why an address cannot be an endpoint; undefined if it can. Requires https (http in test), an allowed port,
 * no user information, no internal address, and a canonical host. Only `URL` parses it.
 */
export function endpointUrlProblem(text: string, rules: EndpointRules): string | undefined {
  if (lengthOf(text) > MAX_ENDPOINT_URL_LENGTH || !URL.canParse(text))
    return `must be an absolute address of at most ${MAX_ENDPOINT_URL_LENGTH} characters`;
  if (/[\x00-\x20\x7f]/.test(text) || !isSafeText(text)) return 'must not hold spaces or control characters';
  const url = new URL(text);
  const schemes = rules.environment === 'production' ? ['https:'] : ['https:', 'http:'];
  if (!schemes.includes(url.protocol)) return `must begin with ${schemes.join(' or ')}`;
  if (url.username || url.password || url.hash) return 'must not carry user information or a fragment';
  const host = hostOf(url);
  const problem = hostProblem(host, rules) ?? portProblem(url, host, rules);
  if (problem) return problem;
  return isWrittenPlainly(text, url) ? undefined : `must be written as ${url.origin}`;
}

/** Why an address that is set now cannot be an endpoint: beside the rules that hold for each delivery it must be one that everybody reads alike (RFC 3986). */
export function newEndpointUrlProblem(text: string, rules: EndpointRules): string | undefined {
  const problem = endpointUrlProblem(text, rules);
  if (problem === INSIDE && rules.environment === 'test' && isOwnMachine(hostOf(new URL(text))))
    return OWN_MACHINE;
  return problem ?? addressProblem(text) ?? hostFormProblem(text, new URL(text).hostname);
}
