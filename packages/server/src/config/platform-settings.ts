import { numberBetween, oneOf, parseWebhookSecrets, serviceAddress, webAddress } from './config-values.ts';
import type { Config, Setting } from './setting.ts';

/** Where the operator's identity platform is, and what each side knows the other by. */
export type PlatformAccess = {
  url: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  webhookSecrets: readonly string[];
};

const TOGETHER = 'Set all five TITULAR_IDENTITY_PLATFORM settings or none.';

/** The settings of an identity platform of the operator's (docs/identity-platform.md); they are set together. */
const identitySettings: readonly Setting[] = [
  {
    key: 'identityPlatformUrl',
    variable: 'TITULAR_IDENTITY_PLATFORM_URL',
    fallback: '',
    bounds: 'an http or https address without a path; https in production',
    purpose: `Your own identity platform with the same interface, used instead of the built-in one (docs/identity-platform.md). ${TOGETHER} Default: the built-in platform.`,
    parse: webAddress,
  },
  {
    key: 'identityPlatformTokenUrl',
    variable: 'TITULAR_IDENTITY_PLATFORM_TOKEN_URL',
    fallback: '',
    bounds: 'an http or https address without credentials, query or fragment; https in production',
    purpose: 'Token endpoint of that platform, for OAuth 2.0 client credentials.',
    parse: serviceAddress,
  },
  {
    key: 'identityPlatformClientId',
    variable: 'TITULAR_IDENTITY_PLATFORM_CLIENT_ID',
    fallback: '',
    bounds: '1 to 200 printable ASCII characters',
    purpose: 'Client id of this service on that platform.',
    parse: (text) => (/^[\x20-\x7e]{1,200}$/.test(text) ? text : undefined),
  },
  {
    key: 'identityPlatformClientSecret',
    variable: 'TITULAR_IDENTITY_PLATFORM_CLIENT_SECRET',
    fallback: '',
    bounds: '8 to 512 printable ASCII characters',
    purpose: 'Client secret of this service on that platform.',
    parse: (text) => (/^[\x20-\x7e]{8,512}$/.test(text) ? text : undefined),
    secret: true,
  },
  {
    key: 'identityPlatformWebhookSecrets',
    variable: 'TITULAR_IDENTITY_PLATFORM_WEBHOOK_SECRETS',
    fallback: '',
    bounds: 'a Standard Webhooks secret, `whsec_` and 24 to 64 bytes in base64, or two separated by a comma',
    purpose: 'Secret that signs the events of that platform; two during a rotation.',
    parse: parseWebhookSecrets,
    secret: true,
  },
];

/** Why the settings of the platform cannot be used together, in one sentence that begins with one of them; undefined when they can, or when none is set. */
function identityProblem(config: Config): string | undefined {
  const given = identitySettings.filter(({ key }) => config[key] !== undefined);
  const missing = identitySettings.filter(({ key }) => config[key] === undefined);
  const [first] = given;
  if (!first) return undefined;
  if (missing.length > 0)
    return `${first.variable} must be set together with ${missing.map(({ variable }) => variable).join(', ')}.`;
  if (config.environment !== 'production') return undefined;
  const open = given.find(({ key }) => String(config[key]).startsWith('http://'));
  return open && `${open.variable} must be an https address in production.`;
}

/** How the operator's platform is reached; undefined where the platform inside is used. */
export function platformAccess(config: Config): PlatformAccess | undefined {
  const { identityPlatformUrl: url, identityPlatformTokenUrl: tokenUrl } = config;
  const { identityPlatformClientId: clientId, identityPlatformClientSecret: clientSecret } = config;
  const { identityPlatformWebhookSecrets: webhookSecrets } = config;
  return url && tokenUrl && clientId && clientSecret && webhookSecrets
    ? { url, tokenUrl, clientId, clientSecret, webhookSecrets }
    : undefined;
}

/** The settings of an operator's service for card evidence (docs/card-evidence.md); address and secret are set together. */
const cardEvidenceSettings: readonly Setting[] = [
  {
    key: 'cardEvidenceUrl',
    variable: 'TITULAR_CARD_EVIDENCE_URL',
    fallback: '',
    bounds: 'an http or https address without credentials, query or fragment; https in production',
    purpose:
      'Your own service that says what issuer or gateway know of a card (docs/card-evidence.md). Set it together with TITULAR_CARD_EVIDENCE_SECRETS. Default: nobody is asked.',
    parse: serviceAddress,
  },
  {
    key: 'cardEvidenceSecrets',
    variable: 'TITULAR_CARD_EVIDENCE_SECRETS',
    fallback: '',
    bounds: 'a Standard Webhooks secret, `whsec_` and 24 to 64 bytes in base64, or two separated by a comma',
    purpose: 'Secret by which the questions to that service are signed; two during a rotation.',
    parse: parseWebhookSecrets,
    secret: true,
  },
  {
    key: 'cardEvidenceIdentity',
    variable: 'TITULAR_CARD_EVIDENCE_IDENTITY',
    fallback: 'omit',
    bounds: '`omit` or `send`',
    purpose:
      'Whether that service is told the identity of the person. `omit`: it can tell whose the card is by the order number alone.',
    parse: oneOf('omit', 'send'),
  },
  {
    key: 'cardEvidenceMs',
    variable: 'TITULAR_CARD_EVIDENCE_MS',
    fallback: '2000',
    bounds: '100 to 10000',
    purpose: 'Milliseconds within which the whole answer of that service must come.',
    parse: numberBetween(100, 10_000),
  },
];

/** Why these settings cannot be used together, in one sentence; undefined when they can, or when none is set. */
function cardEvidenceProblem(config: Config): string | undefined {
  const { cardEvidenceUrl: url, cardEvidenceSecrets: secrets } = config;
  if ((url === undefined) !== (secrets === undefined))
    return 'TITULAR_CARD_EVIDENCE_URL must be set together with TITULAR_CARD_EVIDENCE_SECRETS.';
  if (config.environment === 'production' && url?.startsWith('http://'))
    return 'TITULAR_CARD_EVIDENCE_URL must be an https address in production.';
  return undefined;
}

/** The settings of what an operator runs beside this service and is asked for more than faces. */
export const platformSettings: readonly Setting[] = [...identitySettings, ...cardEvidenceSettings];

/** Why these settings cannot be used together, in one sentence that begins with one of them; undefined when they can. */
export const platformProblem = (config: Config): string | undefined =>
  identityProblem(config) ?? cardEvidenceProblem(config);
