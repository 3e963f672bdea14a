import { isIP } from 'node:net';
import { oneOf, type Parse, webAddress } from './config-values.ts';
import type { Config, Setting } from './setting.ts';

const addressOrOff: Parse = (text) => oneOf('off')(text) ?? webAddress(text);

/** Where the portal is. */
export const portalSettings: readonly Setting[] = [
  {
    key: 'portalUrl',
    variable: 'TITULAR_PORTAL_URL',
    fallback: '',
    bounds:
      '`off`, or an https address without a path, on another host than TITULAR_PUBLIC_URL; http for `localhost` in `test`',
    purpose:
      'Address of the portal, where staff sign in and find transactions. It is a host of its own at the same service: neither host answers anything of the other. Passkeys belong to this host, so a change makes them unusable. Adds four database connections per process. Default: `off` in `production`, `http://localhost:<PORT>` in `test`.',
    parse: addressOrOff,
  },
];

const hostOf = (address: string): string => new URL(address).hostname;

/** Whether browsers take an address for one of this machine, and so allow passkeys over http (Secure Contexts, section 3.1). */
const isLocal = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

type Given = Config & { portalUrl: string };

const RULES: readonly (readonly [(config: Given) => boolean, string])[] = [
  [
    ({ portalUrl, publicUrl }) => hostOf(portalUrl) === hostOf(publicUrl),
    'TITULAR_PORTAL_URL must be on another host than TITULAR_PUBLIC_URL: a second name for the same proxy is enough.',
  ],
  [
    ({ portalUrl }) => isIP(hostOf(portalUrl).replace(/^\[|\]$/g, '')) !== 0,
    'TITULAR_PORTAL_URL must name a host, not an IP address: browsers allow no passkey on an address.',
  ],
  [
    ({ portalUrl, environment }) =>
      !portalUrl.startsWith('https://') && (environment === 'production' || !isLocal(hostOf(portalUrl))),
    'TITULAR_PORTAL_URL must be an https address, or http on localhost in test: browsers allow passkeys nowhere else.',
  ],
];

/** Settles where the portal is: as it was set, or in `test` on the other name of this machine, where that is not the public one. */
export function settlePortal(config: Config): void {
  const local = `http://localhost:${config.port}`;
  const isFree = hostOf(config.publicUrl) !== hostOf(local);
  if (config.portalUrl === 'off') config.portalUrl = undefined;
  else if (config.portalUrl === undefined && config.environment === 'test' && isFree)
    config.portalUrl = local;
}

/** Why the portal cannot be where it was set to be, in one sentence; undefined when it can, or is off. */
export function portalProblem(config: Config): string | undefined {
  const { portalUrl } = config;
  if (portalUrl === undefined) return undefined;
  return RULES.find(([isBroken]) => isBroken({ ...config, portalUrl }))?.[1];
}
