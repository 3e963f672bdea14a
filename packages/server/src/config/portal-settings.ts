import { isIP } from 'node:net';
import { oneOf, type Parse, serviceAddress, webAddress } from './config-values.ts';
import type { Config, Setting } from './setting.ts';

const addressOrOff: Parse = (text) => oneOf('off')(text) ?? webAddress(text);

const placeSettings: readonly Setting[] = [
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

const PROVIDER_TOGETHER = 'Set all four TITULAR_OIDC settings or none.';

/** The settings of the identity provider of single sign-on (docs/guides/single-sign-on.md); they are set together. */
const providerSettings: readonly Setting[] = [
  {
    key: 'oidcIssuer',
    variable: 'TITULAR_OIDC_ISSUER',
    fallback: '',
    bounds: 'an http or https address without credentials, query or fragment; https in production',
    purpose: `Issuer of your OpenID provider, with which staff sign in to the portal (docs/guides/single-sign-on.md). Its metadata is read below \`/.well-known/openid-configuration\`. Links of people belong to the issuer, so a change makes them unusable. ${PROVIDER_TOGETHER} Default: no single sign-on.`,
    parse: serviceAddress,
  },
  {
    key: 'oidcClientId',
    variable: 'TITULAR_OIDC_CLIENT_ID',
    fallback: '',
    bounds: '1 to 200 printable ASCII characters',
    purpose: 'Client id of the portal at that provider.',
    parse: (text) => (/^[\x20-\x7e]{1,200}$/.test(text) ? text : undefined),
  },
  {
    key: 'oidcClientSecret',
    variable: 'TITULAR_OIDC_CLIENT_SECRET',
    fallback: '',
    bounds: '8 to 512 printable ASCII characters',
    purpose: 'Client secret of the portal at that provider.',
    parse: (text) => (/^[\x20-\x7e]{8,512}$/.test(text) ? text : undefined),
    secret: true,
  },
  {
    key: 'oidcName',
    variable: 'TITULAR_OIDC_NAME',
    fallback: '',
    bounds: '1 to 40 characters',
    purpose: 'What people call that provider; it stands on the button.',
    parse: (text) => (/^[^\p{C}]{1,40}$/u.test(text) ? text : undefined),
  },
];

/** What the provider is asked for beyond an identity; of no use without the others. */
const providerAcr: Setting = {
  key: 'oidcAcr',
  variable: 'TITULAR_OIDC_ACR',
  fallback: '',
  bounds: '1 to 200 printable ASCII characters without a space',
  purpose:
    'Authentication context class that the provider is asked for in `acr_values`, and that `acr` of each ID token has to be: the one by which your provider asks for a second factor. Requires the four other TITULAR_OIDC settings. Default: none is asked for, and the provider has to enforce a second factor for this client.',
  parse: (text) => (/^[\x21-\x7e]{1,200}$/.test(text) ? text : undefined),
};

/** Where the portal is, and with which identity provider staff sign in. */
export const portalSettings: readonly Setting[] = [...placeSettings, ...providerSettings, providerAcr];

/** What the portal knows of the identity provider; the secret may change while the service runs. */
export type ProviderAccess = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** The authentication context class that it takes. */
  acr: string | undefined;
};

/** How the identity provider is used; undefined where there is none. */
export function providerAccess(config: Config): ProviderAccess | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: given, oidcName: name } = config;
  if (!issuer || !clientId || !given || !name) return undefined;
  return {
    ...{ issuer, clientId, name, acr: config.oidcAcr },
    get clientSecret() {
      return config.oidcClientSecret ?? given;
    },
  };
}

/** Why the settings of the identity provider cannot be used together, in one sentence; undefined when they can, or when none is set. */
function providerProblem(config: Config): string | undefined {
  const [first] = providerSettings.filter(({ key }) => config[key] !== undefined);
  if (!first)
    return config.oidcAcr === undefined
      ? undefined
      : 'TITULAR_OIDC_ACR must be set together with TITULAR_OIDC_ISSUER.';
  const missing = providerSettings.filter(({ key }) => config[key] === undefined);
  if (missing.length > 0)
    return `${first.variable} must be set together with ${missing.map(({ variable }) => variable).join(', ')}.`;
  if (config.environment === 'production' && config.oidcIssuer?.startsWith('http://'))
    return 'TITULAR_OIDC_ISSUER must be an https address in production.';
  return undefined;
}

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

/** Why the portal cannot be where it was set to be, or use its identity provider, in one sentence; undefined when it can, or is off. */
export function portalProblem(config: Config): string | undefined {
  const { portalUrl } = config;
  const broken = portalUrl && RULES.find(([isBroken]) => isBroken({ ...config, portalUrl }))?.[1];
  return broken || providerProblem(config);
}
