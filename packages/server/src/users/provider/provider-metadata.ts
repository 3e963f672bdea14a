import type { ServerMetadata } from 'openid-client';
import type { Clock } from '../../kernel/base/clock.ts';
import { type AskProvider, toLibraryFetch } from './ask-provider.ts';
import { ProviderFault } from './provider-fault.ts';

/** Algorithms that may sign an ID token, whatever else a provider offers. */
const ALGORITHMS: readonly string[] = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
/** What a provider signs with that names no algorithm (OpenID Connect Discovery 1.0, section 3). */
const USUAL_ALGORITHM = 'RS256';
/** For how long metadata is believed. */
const MAX_AGE_MS = 3_600_000;

/** Whether the addresses of a provider may be http: in `test`, where its issuer is. */
export const isPlain = (issuer: string): boolean => issuer.startsWith('http:');

/** Refuses an address to which no browser should be sent. */
function requireWebAddress(address: string | undefined, issuer: string): void {
  const protocol = address !== undefined && URL.canParse(address) ? new URL(address).protocol : '';
  if (protocol !== 'https:' && !(protocol === 'http:' && isPlain(issuer)))
    throw new ProviderFault('answer', 'the provider names no address for signing in');
}

/** Keeps what is used of the metadata; the library lets some providers name another issuer than the one that was asked. */
function judgeMetadata(metadata: ServerMetadata, issuer: string): ServerMetadata {
  if (!URL.canParse(metadata.issuer) || new URL(metadata.issuer).href !== issuer)
    throw new ProviderFault('issuer', 'the metadata is of another issuer');
  requireWebAddress(metadata.authorization_endpoint, issuer);
  const offered = metadata.id_token_signing_alg_values_supported ?? [USUAL_ALGORITHM];
  const algorithms = offered.filter((one) => ALGORITHMS.includes(one));
  return { ...metadata, id_token_signing_alg_values_supported: algorithms };
}

async function readMetadata(issuer: string, ask: AskProvider): Promise<ServerMetadata> {
  const oidc = await import('openid-client');
  const found = await oidc.discovery(new URL(issuer), 'titular', undefined, oidc.None(), {
    [oidc.customFetch]: toLibraryFetch(ask),
    execute: isPlain(issuer) ? [oidc.allowInsecureRequests] : [],
  });
  return judgeMetadata({ ...found.serverMetadata() }, issuer);
}

/** Reads the metadata of the provider, for an hour; those who ask meanwhile share one request. */
export function createProviderMetadata(
  issuer: string,
  { clock, ask }: { clock: Clock; ask: AskProvider },
): () => Promise<ServerMetadata> {
  let known: { metadata: ServerMetadata; readAtMs: number } | undefined;
  let reading: Promise<ServerMetadata> | undefined;
  const read = async (): Promise<ServerMetadata> => {
    const readAtMs = clock.now().getTime();
    try {
      const metadata = await readMetadata(issuer, ask);
      known = { metadata, readAtMs };
      return metadata;
    } finally {
      reading = undefined;
    }
  };
  return async () => {
    if (known && Math.abs(clock.now().getTime() - known.readAtMs) < MAX_AGE_MS) return known.metadata;
    reading ??= read();
    return reading;
  };
}
