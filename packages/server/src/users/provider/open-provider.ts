import { PROVIDER_RETURN_PATH } from '@titular/contract';
import type { Configuration, ExportedJWKSCache, IDToken, ServerMetadata } from 'openid-client';
import type { ProviderAccess } from '../../config/portal-settings.ts';
import { type Clock, systemClock } from '../../kernel/base/clock.ts';
import { createLog, type Log } from '../../kernel/base/log.ts';
import { createAskProvider, toLibraryFetch } from './ask-provider.ts';
import { ProviderFault, type ProviderFaultReason, toProviderFault } from './provider-fault.ts';
import { createProviderMetadata, isPlain } from './provider-metadata.ts';

/** Seconds that the clocks of provider and service may differ. */
export const TOLERANCE_SECONDS = 10;
/** The longest subject (OpenID Connect Core 1.0, section 2). */
const MAX_SUBJECT = 255;

/** What one visit is proven by. */
export type VisitSecrets = { state: string; nonce: string; verifier: string };

/** Who came back: the subject, and when the provider last saw them authenticate, where it says so. */
export type ProviderIdentity = { subject: string; authenticatedAt: Date | undefined };

/** The operator's identity provider. */
export type IdentityProvider = {
  issuer: string;
  /** What people call it. */
  name: string;
  /** Makes new secrets for a visit to a purpose, whose name begins the state. */
  newSecrets(purpose: string): Promise<VisitSecrets>;
  /** The address that a browser visits; `isAgain` asks the provider to authenticate the person anew. */
  visitUrl(secrets: VisitSecrets, isAgain: boolean): Promise<string>;
  /** Redeems the code in the query of a return; throws `ProviderFault` where it proves nothing. */
  readReturn(query: string, secrets: VisitSecrets): Promise<ProviderIdentity>;
};

const ONLY_ONCE = ['state', 'iss', 'code', 'error'];

/** Refuses an answer of another provider (RFC 9207, section 2.4), and one that says anything twice. */
function judgeQuery(query: string, issuer: string): void {
  const params = new URLSearchParams(query);
  if (ONLY_ONCE.some((name) => params.getAll(name).length > 1)) throw new ProviderFault('claims');
  const from = params.get('iss');
  if (from !== null && from !== issuer) throw new ProviderFault('issuer');
}

/** Checks what the library leaves open, and keeps subject and time alone. */
function toIdentity(
  claims: IDToken | undefined,
  { clientId, acr }: Pick<ProviderAccess, 'clientId' | 'acr'>,
  now: Date,
): ProviderIdentity {
  if (!claims) throw new ProviderFault('claims');
  const latest = now.getTime() / 1_000 + TOLERANCE_SECONDS;
  const { sub, azp, iat, auth_time: authTime } = claims;
  if (sub === '' || sub.length > MAX_SUBJECT) throw new ProviderFault('claims');
  if (azp !== undefined && azp !== clientId) throw new ProviderFault('audience');
  if (acr !== undefined && claims['acr'] !== acr) throw new ProviderFault('authentication-class');
  if (iat > latest || (authTime !== undefined && authTime > latest)) throw new ProviderFault('time');
  return {
    subject: sub,
    authenticatedAt: authTime === undefined ? undefined : new Date(Math.min(authTime * 1_000, now.getTime())),
  };
}

/** Keys of the provider with their age by the service's clock, which the library does not know. */
type Keys = { cache: ExportedJWKSCache; readAtMs: number } | undefined;

const epochSeconds = (): number => Math.floor(Date.now() / 1_000);

/** Opens the provider: authorization code with PKCE, state and nonce; nothing of the tokens outlives the reading of the ID token. */
export function openProvider(
  access: ProviderAccess,
  { portalUrl, clock, log }: { portalUrl: string; clock: Clock; log: Log },
): IdentityProvider {
  const { issuer, name, clientId } = access;
  const ask = createAskProvider({ clock, log });
  const readMetadata = createProviderMetadata(issuer, { clock, ask });
  const returnUrl = `${portalUrl}${PROVIDER_RETURN_PATH}`;
  let keys: Keys;

  const configure = async (metadata: ServerMetadata): Promise<Configuration> => {
    const oidc = await import('openid-client');
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic')
      ? oidc.ClientSecretBasic
      : oidc.ClientSecretPost;
    const client = {
      [oidc.clockSkew]: Math.round(clock.now().getTime() / 1_000) - epochSeconds(),
      [oidc.clockTolerance]: TOLERANCE_SECONDS,
    };
    const made = new oidc.Configuration(metadata, clientId, client, authenticate(access.clientSecret));
    made[oidc.customFetch] = toLibraryFetch(ask);
    if (isPlain(issuer)) oidc.allowInsecureRequests(made);
    // Without it the library takes the connection to the token endpoint for proof enough.
    oidc.enableNonRepudiationChecks(made);
    return made;
  };

  /** Redeems a code; keys that were fetched meanwhile are kept for the next one. */
  const redeem = async (
    query: string,
    { state, nonce, verifier }: VisitSecrets,
  ): Promise<IDToken | undefined> => {
    const oidc = await import('openid-client');
    const metadata = await readMetadata();
    judgeQuery(query, metadata.issuer);
    const configuration = await configure(metadata);
    const nowMs = clock.now().getTime();
    const uat = keys && epochSeconds() - Math.max(0, Math.floor((nowMs - keys.readAtMs) / 1_000));
    if (keys && uat !== undefined) oidc.setJwksCache(configuration, { ...keys.cache, uat });
    try {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      const address = new URL(`${returnUrl}?${query.replace(/^\?/, '')}`);
      const tokens = await oidc.authorizationCodeGrant(configuration, address, checks);
      return tokens.claims();
    } finally {
      const cache = oidc.getJwksCache(configuration);
      if (cache && cache.uat !== uat) keys = { cache, readAtMs: nowMs };
    }
  };

  return {
    issuer,
    name,
    async newSecrets(purpose) {
      const oidc = await import('openid-client');
      const state = `${purpose}.${oidc.randomState()}`;
      return { state, nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
    },
    async visitUrl({ state, nonce, verifier }, isAgain) {
      try {
        const oidc = await import('openid-client');
        const configuration = await configure(await readMetadata());
        const url = oidc.buildAuthorizationUrl(configuration, {
          ...{ redirect_uri: returnUrl, scope: 'openid', state, nonce },
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(access.acr === undefined ? {} : { acr_values: access.acr }),
          ...(isAgain ? { prompt: 'login', max_age: '0' } : {}),
        });
        return url.href;
      } catch (error) {
        throw toProviderFault(error);
      }
    },
    async readReturn(query, secrets) {
      try {
        return toIdentity(await redeem(query, secrets), access, clock.now());
      } catch (error) {
        throw toProviderFault(error);
      }
    },
  };
}

/** Why the provider cannot be used from here, in one word; undefined where its metadata can be read. */
export async function findProviderProblem(
  access: ProviderAccess,
  portalUrl: string,
): Promise<ProviderFaultReason | undefined> {
  const provider = openProvider(access, { portalUrl, clock: systemClock, log: createLog('silent') });
  try {
    await provider.visitUrl(await provider.newSecrets('sign-in'), false);
    return undefined;
  } catch (error) {
    return toProviderFault(error).reason;
  }
}
